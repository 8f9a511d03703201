/** The lesson of the Tactical Combat Series: suppressive fire, a move, an assault and overwatch. Its dice are always the same. */
import { theirs, type Lesson, type Scene } from './tutorial';

const own = (scene: Scene, ...what: string[]): boolean => scene.log.some((line) => what.includes(line.what) && line.side === scene.side);
const rolls = (scene: Scene): number => scene.log.filter((line) => line.side === scene.side && (line.roll?.by.length ?? 0) > 0).length;

/** Whether the player has rolled for something since the enemy's phase began. */
function answered(scene: Scene): boolean {
  const began = scene.log.findLastIndex((line) => line.what === 'action_phase');
  return scene.log.slice(began + 1).some((line) => line.roll !== null && line.side === scene.side);
}

export const HAMLET: Lesson[] = [
  {
    title: 'How you win',
    words: 'You command the green counters. Hold the village, hex 0603 with the flag, at the end of turn 3, and you win. One platoon of grenadiers is in it; another comes to its relief.',
  },
  {
    title: 'Set up',
    words: 'Press “Set up as suggested”.',
    done: (scene) => own(scene, 'action_phase') || scene.question === 'act',
  },
  {
    title: 'Fire first',
    words: 'Units in Fire Mode may put suppressive fire on a hex, once each turn. Press HMG Section, then Grenadiers. The card names everyone who can join: press Baker Platoon to add it, and read the chances. Then press “Fire”.',
    done: (scene) => rolls(scene) > 0,
    hint: 'HMG Section',
  },
  {
    title: 'Dice, shifts, morale',
    words: 'The log shows both dice, the column and every shift with its rule. The grenadiers lost a step and are Suppressed (S): they cannot fire at what moves.',
  },
  {
    title: 'Move up',
    words: 'The yellow arrow is Move Mode: this unit may go. Press Able Platoon, choose “Move”, and press the ringed hex, the wood beside the village.',
    done: (scene) => own(scene, 'moves'),
    hint: 'Able Platoon',
    place: '0504',
  },
  {
    title: 'Assault',
    words: 'It is next to the enemy now. Press Able Platoon, then Grenadiers. Read the card, and press “Go in”.',
    done: (scene) => scene.log.some((line) => line.what === 'assaults'),
    hint: 'Able Platoon',
  },
  {
    title: 'The village is yours',
    words: 'The grenadiers ran. Your units in Fire Mode keep watch. Press “End the action phase”.',
    done: (scene) => theirs(scene),
  },
  {
    title: 'Their phase: overwatch',
    words: 'The relief moves in your sight, and you are asked at once: fire, or hold? The panel shows the odds of each stack; one that has fired already needs a roll to fire again. Press “Baker Platoon: area fire”, and confirm with the green button. To hold fire waits for something better.',
    done: (scene) => scene.turn > 1 || answered(scene),
  },
  {
    title: 'That is the game',
    words: 'Suppress, move in cover, assault, and keep somebody on watch. Hold the village until turn 3 to win, or finish the lesson here.',
  },
];
