/** The first turns of Micro Armour's Duel, explained by doing them. */
import type { Lesson, Scene } from './tutorial';

const told = (scene: Scene, what: string): boolean => scene.log.some((line) => line.what === what && line.side === scene.side);

/** What the dice have given: nothing is said of orders that have not been rolled. */
function orders(scene: Scene): string {
  if (scene.question === 'choose_move' && !scene.verbs.includes('order')) return 'You have no orders left this turn. A company may still try by itself: a d20 with 3 added, and your cohesion, 14, or less lets it go. Choose one under “Without an order”, or pass.';
  const rolled = scene.log.filter((line) => line.what === 'orders' && line.side === scene.side);
  const count = Number(rolled[rolled.length - 1]?.values['count'] ?? 0);
  if (count === 0) return 'Each turn both sides roll for initiative, and before they move for their orders. If you are asked who goes first, let Red show itself.';
  return `The dice gave you ${count === 1 ? 'one order' : `${count} orders`} for this turn; the question counts those you have left. Choose a company to order: a d20 of 14 or less, your cohesion, and all of it may go. If you are asked who moves first, let Red show itself.`;
}

export const DUEL: Lesson[] = [
  {
    title: 'Battle groups',
    words: 'You command ten blue tanks, three companies and a headquarters, still behind the southern edge. A battle group moves together on one roll, so it is written down first. Press “Keep companies as they are”.',
    done: (scene) => scene.question !== '' && scene.question !== 'organise',
  },
  {
    title: 'Orders',
    words: orders,
    done: (scene) => ['move_group', 'enter', 'move_stand'].includes(scene.question),
  },
  {
    title: 'Coming on',
    words: 'Press one of its tanks, then a place on the golden strip, near the road or a wood. It comes on there.',
    done: (scene) => told(scene, 'enters'),
  },
  {
    title: 'Where it can go',
    words: 'The white ground is within its reach: roads are quick, woods are slow and hide you. Press a place at the edge of a wood. If an enemy may fire at it on the way, the card says so, and asks again before it goes.',
    done: (scene) => told(scene, 'moves'),
  },
  {
    title: 'The front',
    words: 'The shaded sector is its front. Shots from outside it meet half the armour. Click the ring on the side of the enemy, in the north.',
    done: (scene) => told(scene, 'turns') || scene.question !== 'face',
  },
  {
    title: 'The rest of the battalion',
    words: 'Bring the others on in the same way. With no orders left a group may still try by itself, with 3 added to its die. “Pass” when you are done; the turn ends when both have passed.',
    done: (scene) => scene.turn > 1,
  },
  {
    title: 'Fire comes first',
    words: 'Each turn begins with fire. Press an enemy that glows, then each tank that shall shoot at it, then “Open fire”: the card shows the exact chances before. Point at an enemy to read what it could do to you. He who moves in your sight may be shot at on the way, too.',
  },
  {
    title: 'Now it is your battle',
    words: 'Suppressed tanks (S) shoot worse, disorganized ones (D) hardly at all; both may rally at the end of a turn. Several tanks on one target, from woods, at a flank: that is how it is won.',
  },
];
