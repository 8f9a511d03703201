/** The lesson of Micro Armour: an attack with several tanks, initiative and opportunity fire. Its dice are always the same. */
import type { Lesson, Scene } from './tutorial';

const shots = (scene: Scene): number => scene.log.filter((line) => line.side === scene.side && (line.roll?.by.length ?? 0) > 0).length;
const asked = (scene: Scene, ...questions: string[]): boolean => questions.includes(scene.question);

export const RIDGE: Lesson[] = [
  {
    title: 'How you win',
    words: 'You command three blue M60A3 at the edge of a wood. Three T-72 are on the road. The side that has destroyed more after four turns wins.',
  },
  {
    title: 'Battle groups',
    words: 'A battle group moves together on one roll, so it is written down first. Press “Keep companies as they are”.',
    done: (scene) => scene.question !== '' && !asked(scene, 'organise'),
  },
  {
    title: 'Set up',
    words: 'Press “Set up as suggested”.',
    done: (scene) => scene.question !== '' && !asked(scene, 'organise', 'deploy'),
  },
  {
    title: 'Initiative',
    words: 'Both sides rolled, and you have the initiative: you say who attacks first. Press “Blue”.',
    done: (scene) => asked(scene, 'choose_attack', 'designate') || shots(scene) > 0,
  },
  {
    title: 'Fire comes first',
    words: 'Press the target, Red 1st Company. Then press each tank that shall fire at it: Blue A Company 1 and Blue A Company 2. Press “Open fire”: the card shows the exact chances. Press “Open fire” once more to roll.',
    done: (scene) => shots(scene) > 0,
  },
  {
    title: 'The roll',
    words: 'A tank gets its shot off if its die is no higher than its cohesion. The first one did, and the target is gone. The enemy has answered, and missed.',
  },
  {
    title: 'Keep one ready',
    words: 'Blue A Company 3 has not fired. A tank that holds its fire can shoot at what moves. Press “Pass”.',
    done: (scene) => !asked(scene, 'choose_attack', 'designate') && scene.question !== '',
  },
  {
    title: 'Let them come',
    words: 'You say who moves first, too. Press “Red”, and confirm with the green button.',
    done: (scene) => scene.question !== '' && !asked(scene, 'move_first', 'choose_attack'),
  },
  {
    title: 'Opportunity fire',
    words: 'A T-72 is moving in your sight. You may fire at it on the way: press “Attack it”. To wait lets it come closer.',
    done: (scene) => !asked(scene, 'watch_move') && scene.question !== '',
  },
  {
    title: 'That is the game',
    words: 'Fire from woods at tanks in the open, put several on one target, and keep one ready for what moves. Play on, or finish the lesson here.',
  },
];
