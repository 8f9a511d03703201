/** The first turn of Crossroads, 1944, explained by doing it: the hex battle of the Tactical Combat Series. */
import { again, theirs, type Lesson, type Scene } from './tutorial';

const mine = (scene: Scene, ...what: string[]): boolean => scene.log.some((line) => what.includes(line.what) && line.side === scene.side);

export const CROSSROADS: Lesson[] = [
  {
    title: 'Your company',
    words: 'You command the green counters: rifle platoons, mortars and five Shermans, on the western edge. The crossroads in the middle, with its flags, is what you came for. Place each on the golden hexes, or press “Set up as suggested”.',
    done: (scene) => mine(scene, 'action_phase'),
  },
  {
    title: 'A counter',
    words: 'Below the symbol are its fire, its steps as dots, and its morale: lower is steadier. The yellow arrow means Move Mode: it may go, but it is an easy target and does not fire. Press a platoon with a golden rim, and choose “Move”.',
    done: (scene) => scene.question === 'move' || mine(scene, 'moves'),
  },
  {
    title: 'Where it can go',
    words: 'The white hexes are within its reach: woods and slopes cost more, a road less. A tank moves in three impulses, and golden hexes with a number show how far the later ones take it. Press one in cover. If the enemy sees the way he may fire at it, hex by hex: that is overwatch, and he need not wait for his turn.',
    done: (scene) => mine(scene, 'moves'),
  },
  {
    title: 'Fire Mode',
    words: 'A unit must be in Fire Mode to fire or hide. Press a unit that sees the crossroads, a mortar on the hill say, and choose “To Fire Mode”. It stays where it is until you say otherwise.',
    done: (scene) => mine(scene, 'fire_mode'),
  },
  {
    title: 'Fire before you go',
    words: 'Units in Fire Mode may put suppressive fire on a hex, once each turn; tanks fire at what they have spotted. The card shows the chances, and every shift with its rule. Fire first, and those who must cross open ground will meet shaken men.',
  },
  {
    title: 'The rest of the turn',
    words: 'Act with your units in any order, and come back to one as often as it has movement left. When you are done, press “End the action phase”: then it is the enemy’s, and your units in Fire Mode keep watch.',
    done: (scene) => theirs(scene),
  },
  {
    title: 'Overwatch',
    words: 'When he moves where you see him you are asked whether to fire, with the odds; “Hold fire” waits for something better. Tired of questions? Leave standing orders under “More”.',
    done: (scene) => again(scene),
  },
  {
    title: 'Now it is your battle',
    words: 'Suppressed men (S) go nowhere; Paralyzed ones (P) do nothing. They recover while nobody shoots at them. Nobody has seen the enemy until he fires or you come close: send one platoon ahead in cover. Then lay smoke between the gun and those who cross, suppress the village, and assault it with tanks and one platoon together.',
  },
];
