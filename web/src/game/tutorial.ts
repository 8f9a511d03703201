/** The first five minutes: a turn of First Firefight, explained by doing it. Each step waits for what it asks. */
import type { LogLine } from '../api/types';
import { COBRA } from './cobra';
import { COMMAND } from './command';
import { CROSSROADS } from './crossroads';
import { DUEL } from './duel';
import { FARM } from './farm';
import { HAMLET } from './hamlet';
import { RIDGE } from './ridge';
import { isTaught, type Taught } from './taught';

/** What the lessons look at. */
export interface Scene {
  asked: number;
  actor: number | null;
  turn: number;
  /** The side whose turn it is, whoever must decide just now; null before the first turn, or where turns are nobody's. */
  whose: number | null;
  side: number | null;
  log: readonly LogLine[];
  over: boolean;
  /** The name of the decision that is asked; empty while nothing is. */
  question: string;
  /** The verbs that can be chosen. */
  verbs: readonly string[];
}

export interface Lesson {
  title: string;
  words: string | ((scene: Scene) => string);
  /** Whether the player has done it; without it, a button goes on. */
  done?: (scene: Scene) => boolean;
  /** The name of the stand to point at. */
  hint?: string;
  /** The label of the hex to point at. */
  place?: string;
}

/** The side whose turn it is, by the log: a shot in answer does not change it. */
export function whoseTurn(log: readonly LogLine[]): number | null {
  const opened = log.filter((line) => (line.what === 'turn' || line.what === 'action_phase') && typeof line.values['side'] === 'number');
  return opened.length > 0 ? (opened[opened.length - 1]!.values['side'] as number) : null;
}

/** Whether the other side's turn has come. */
export const theirs = (scene: Scene): boolean => scene.turn > 1 || (scene.whose !== null && scene.whose !== scene.side);

/** Whether it is the player's turn again. */
export const again = (scene: Scene): boolean => scene.turn > 1 && scene.whose === scene.side;

/** What a lesson says at this moment. */
export const wordsOf = (lesson: Lesson, scene: Scene): string => (typeof lesson.words === 'string' ? lesson.words : lesson.words(scene));

const moves = (scene: Scene): number => scene.log.filter((line) => line.what === 'moves' && line.side === scene.side).length;

export const LESSONS: Lesson[] = [
  {
    title: 'Your platoons',
    words: 'You command the green stands, two platoons and a machine gun. The white strip is where they may begin. Place each with a click, or press “Set up the rest as suggested”.',
    done: (scene) => scene.asked > 3,
  },
  {
    title: 'Units that glow can act',
    words: 'Every stand with a golden rim can act, once in a turn: move, or fire. Press the squad under the arrow.',
    done: (scene) => scene.actor !== null,
    hint: '1st Platoon squad 3',
  },
  {
    title: 'Where it can go',
    words: 'The white ground is within its reach. Click a place towards the farm. If a stretch of the way turns red, an enemy may shoot at you there: the card says who, and asks again before you go.',
    done: (scene) => moves(scene) > 0,
  },
  {
    title: 'Read the log',
    words: 'The log at the side shows what happened. After a shot you see the die, every modifier and the result; “why?” opens the whole working, with the rule.',
  },
  {
    title: 'Odds before the dice',
    words: 'Wherever dice will fall, the first press only shows the card: the exact chances, every modifier with its rule, and what would change them. A second press throws. A stand near its leader acts freely; one out of his reach must roll for it.',
  },
  {
    title: 'The rest of your turn',
    words: 'Move as many stands as you like; the wood on the left hides you from the farm. Undo takes back what threw no dice. When you are done, press “End the phase”.',
    done: theirs,
  },
  {
    title: 'Their turn',
    words: 'Now the Germans act. When one moves in your sight you may be asked whether a ready stand of yours shoots: fire, or hold.',
    done: again,
  },
  {
    title: 'That was a whole turn',
    words: 'Fire first with all that can see the German machine gun: a suppressed gun cannot shoot at your movers. Then go forward. Hold the farm, with its flag, at the end of the last turn, and you have won.',
  },
];

/** The lessons of each battle. */
const LESSONS_OF: Record<Taught, readonly Lesson[]> = {
  'tactical_combat/first-firefight': LESSONS,
  'micro_armour/duel': DUEL,
  'tcs/crossroads-1944': CROSSROADS,
  'tcs/crossroads-guns': COMMAND,
  'tactical_combat/lesson': FARM,
  'tcs/lesson': HAMLET,
  'tcs/command': COMMAND,
  'tcs/helicopters': COBRA,
  'micro_armour/lesson': RIDGE,
};

/** The lessons of a battle; none if nobody teaches it. */
export function lessonsOf(scenario: string): readonly Lesson[] {
  return isTaught(scenario) ? LESSONS_OF[scenario] : [];
}

/** The lesson after those that are done already. */
export function onward(at: number, scene: Scene, lessons: readonly Lesson[] = LESSONS): number {
  let next = at;
  while (next < lessons.length && lessons[next]!.done?.(scene)) next += 1;
  return next;
}
