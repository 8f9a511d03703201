/** The lesson of Tactical Combat: a shot, an assault and a reaction in one small turn. Its dice are always the same. */
import { again, theirs, type Lesson, type Scene } from './tutorial';

const named = (scene: Scene, verb: string): boolean => scene.log.some((line) => line.what === verb);
const shots = (scene: Scene): number => scene.log.filter((line) => line.side === scene.side && (line.roll?.by.length ?? 0) > 0).length;

export const FARM: Lesson[] = [
  {
    title: 'How you win',
    words: 'You command the green stands. Hold the farm, with its flag, at the end of turn 4, and you win. A German squad is in it, and a patrol is near.',
  },
  {
    title: 'Set up',
    words: 'Press “Set up the rest as suggested”: your stands take their places on the white ground.',
    done: (scene) => scene.question !== '' && scene.question !== 'deploy',
  },
  {
    title: 'Fire first',
    words: 'A stand with a golden rim can act. Press US machine gun, then its target, German squad, and choose “Fire at”. The card shows the exact chances before any die falls. Press “Fire at” once more to roll: the green button always confirms.',
    done: (scene) => shots(scene) > 0,
    hint: 'US machine gun',
  },
  {
    title: 'The die and the log',
    words: 'The log shows the die, every modifier and the result; “why?” opens the whole working. The squad is suppressed now (S): it shoots worse, and cannot fire at stands that move.',
  },
  {
    title: 'Assault',
    words: 'Now is the moment. Press Able squad, then German squad, and choose “Assault”. Read the card, and press “Assault” once more. Both sides fight at close quarters until one gives way.',
    done: (scene) => named(scene, 'close_combat'),
    hint: 'Able squad',
  },
  {
    title: 'The farm is yours',
    words: 'The squad has fallen back. Your other squad stays where it is and keeps watch. Press “End the phase”.',
    done: (scene) => theirs(scene),
  },
  {
    title: 'Their turn: a reaction',
    words: 'The patrol moves in your sight, so you may fire at it at once. Press Baker squad, and confirm with the green button. To hold fire would wait for something better.',
    done: (scene) => again(scene) || scene.log.some((line) => line.what === 'opportunity' && line.side === scene.side),
    hint: 'Baker squad',
  },
  {
    title: 'That is the game',
    words: 'Fire to suppress, then move or assault, and keep a stand ready to react. Hold the farm until turn 4 to win, or finish the lesson here.',
  },
];
