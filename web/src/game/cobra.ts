/** The lesson of helicopters and missiles: a missile, AA fire, a flight, a pop-up and overwatch. Its dice are always the same. */
import { theirs, type Lesson, type Scene } from './tutorial';

const said = (scene: Scene, ...what: string[]): boolean => scene.log.some((line) => what.includes(line.what) && line.side === scene.side);

/** How often a rule has been rolled by. */
const rolled = (scene: Scene, rule: string): number => scene.log.filter((line) => line.roll?.rule.startsWith(rule)).length;

/** Whether the player has rolled for something since the enemy's phase began. */
function answered(scene: Scene): boolean {
  const began = scene.log.findLastIndex((line) => line.what === 'action_phase');
  return scene.log.slice(began + 1).some((line) => line.roll !== null && line.side === scene.side);
}

export const COBRA: Lesson[] = [
  {
    title: 'How you win',
    words: 'You command two missile vehicles, a team with Stingers and a Cobra. Three tanks come down the road, with an anti-aircraft gun and a transport helicopter. Each vehicle you destroy is a point, each unit you lose costs two.',
  },
  {
    title: 'Set up',
    words: 'Press “Set up as suggested”.',
    done: (scene) => said(scene, 'action_phase') || scene.question === 'act',
  },
  {
    title: 'A missile',
    words: 'A missile kills what it hits, and it reaches farther than any gun. Press First TOW and choose “Fire a missile”, then press T-72 1. Read the card, and confirm with the green button.',
    done: (scene) => rolled(scene, 'ME 3.1') > 0,
    hint: 'First TOW',
  },
  {
    title: 'Range and armour',
    words: 'The log shows the die: the number to reach depends on the range and on the missile against the armour. The middle ranges are best; the crew needs time to steer, so it is worse close by. A unit fires its missile only from a halt, once in a turn.',
  },
  {
    title: 'Stingers',
    words: 'A helicopter is above the ground: only AA fire reaches it. The Hip flies Low, so you see it over everything. Press Stinger Team and choose “Fire AA”, then press Hip. Confirm with the green button.',
    done: (scene) => rolled(scene, 'ME 4.2') > 0,
    hint: 'Stinger Team',
  },
  {
    title: 'Two heights',
    words: 'That was the danger of flying Low. Your own helicopter is in NOE, close to the ground: there a wood hides it as it would hide a tank. It flies 20 hexes in a phase, and enemies that see it fire AA every ten points of its move.',
  },
  {
    title: 'Fly in cover',
    words: 'Bring it behind the long wood. Press Cobra and choose “Fly”, then press the ringed hex.',
    done: (scene) => said(scene, 'flies'),
    hint: 'Cobra',
    place: '0408',
  },
  {
    title: 'Pop up',
    words: 'From cover it rises, fires and drops again. Press Cobra and choose “Pop up and fire”, then press T-72 2 and choose “Pop up and fire a missile”. The card shows who fires at it first. Confirm with the green button.',
    done: (scene) => said(scene, 'pops_up'),
    hint: 'Cobra',
  },
  {
    title: 'The order of a pop-up',
    words: 'It rose; every enemy that saw it fired AA, and missed; then its missile hit, and it dropped into cover. Four AA guns would have been too many: look at the card before you rise. A helicopter pops up once in a phase.',
  },
  {
    title: 'Keep one ready',
    words: 'Second TOW has not fired. It waits for what moves. Press “End the action phase”.',
    done: (scene) => theirs(scene),
  },
  {
    title: 'Their phase: overwatch',
    words: 'The enemy moves in your sight: fire, or hold? A missile fires on overwatch too. Press Second TOW, and confirm with the green button. To hold fire waits for something better.',
    done: (scene) => scene.turn > 1 || answered(scene),
  },
  {
    title: 'That is the game',
    words: 'Fire missiles from a halt at middle range, keep helicopters in NOE behind cover, pop up where few guns see you, and leave somebody on watch. Play on, or finish the lesson here.',
  },
];
