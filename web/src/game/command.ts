/** Two turns at the crossroads, explained by doing them: orders that take time, and a call for fire. Its dice are always the same. */
import { theirs, type Lesson, type Scene } from './tutorial';

const mine = (scene: Scene, what: string): boolean => scene.log.some((line) => line.what === what && line.side === scene.side);
const asks = (scene: Scene, ...questions: string[]): boolean => questions.includes(scene.question);

/** Whether the orders of the first turn are given. */
const given = (scene: Scene): boolean => asks(scene, 'call', 'call_draft', 'act') || mine(scene, 'action_phase');

/** Whether the artillery of the second turn has been called, or has not. */
const fired = (scene: Scene): boolean => scene.turn > 1 && (asks(scene, 'act') || scene.log.some((line) => line.what === 'lands'));

/** What to do on the way to the second call for fire, by what is asked. */
function onTheWay(scene: Scene): string {
  if (asks(scene, 'roll_order')) return 'The staff has worked on, and asks again. You do not hold the crossroads yet, so press “Keep preparing”.';
  if (asks(scene, 'plan')) return 'The order you wrote is rolled for by itself at the start of every turn, and the card shows its chance. Press “No new orders”.';
  if (asks(scene, 'watch')) return 'The enemy has shown himself, and somebody of yours could fire at once. An observer has better things to do: press “Hold fire”.';
  if (asks(scene, 'choose_order')) return 'The higher die chooses who goes first. Choose yourself: your shells have just come down.';
  if (asks(scene, 'flee')) return 'Under heavy fire men save themselves. Press one of the golden hexes: out of sight is best.';
  if (asks(scene, 'choose_loss')) return 'The fire has cost you a step. Press the unit that loses it.';
  if (asks(scene, 'act') && !theirs(scene)) return 'Press “End the action phase” when you are done.';
  return 'Now the enemy acts, and then the next turn begins.';
}

export const COMMAND: Lesson[] = [
  {
    title: 'Orders and guns',
    words: 'You command the green counters again, now with a battery of howitzers behind the map, and with orders that you write yourself. Press “Set up as suggested”.',
    done: (scene) => asks(scene, 'roll_order', 'plan', 'draft') || given(scene),
  },
  {
    title: 'An order takes time',
    words: 'Your staff has half prepared the order to keep the crossroads: a defence, for when you have them. The sheet shows the chance to have it in force now, and by each later turn. You do not hold the village yet, and a company has one order at a time. Press “Keep preparing”.',
    done: (scene) => asks(scene, 'plan', 'draft') || given(scene),
  },
  {
    title: 'Orders bind',
    words: 'The card “Take the crossroads” is in force: units on it may go anywhere and attack. A unit without orders may not fire in its own phase, nor go nearer to the enemy, so the next order has to be ready before this one ends. Point at its lines and see them light up on the map.',
  },
  {
    title: 'Three clicks: what and who',
    words: 'Let the tanks go round by the north. Press Sherman 1, and choose “New order: Attack”: it is written for the whole platoon.',
    done: (scene) => asks(scene, 'draft') || given(scene),
    hint: 'Sherman 1',
  },
  {
    title: 'Three clicks: where to',
    words: 'Now press the objective, the ringed hex: the northern houses of the village. The program draws the way there.',
    done: (scene) => (asks(scene, 'draft') && scene.verbs.includes('prepare')) || given(scene),
    place: '0805',
  },
  {
    title: 'When will it be in force?',
    words: 'The curve shows the chance by each turn: left alone, and under fire, when the staff gets less done. An order for vehicles alone is prepared three times as fast. Move the slider below it: the dots on the map show how far the tanks would still get. Drag the white handles to lead them another way.',
  },
  {
    title: 'Prepare it',
    words: 'Press “Prepare”. Nothing is given away: the enemy sees neither that you write nor what.',
    done: (scene) => (asks(scene, 'plan') && scene.verbs.includes('done')) || given(scene),
  },
  {
    title: 'Give the orders',
    words: 'You could write more. Press “Give these orders”: the enemy writes at the same time, and the turn goes on when both are done.',
    done: given,
  },
  {
    title: 'Guns need eyes',
    words: 'The battery fires where one of the battalion looks, and on foot only a unit in Fire Mode looks through the glass long enough. All of yours are marching. Press “No more missions”.',
    done: (scene) => mine(scene, 'action_phase'),
  },
  {
    title: 'An observer',
    words: 'On the hill D HMG Section sees the village. Press it, and choose “To Fire Mode”.',
    done: (scene) => mine(scene, 'fire_mode') || theirs(scene),
    hint: 'D HMG Section',
  },
  {
    title: 'The rest of the turn',
    words: 'Move others if you like: into the woods, not onto open ground, where nobody has been shelled yet. Then press “End the action phase”.',
    done: (scene) => theirs(scene),
  },
  {
    title: 'The next command phase',
    words: onTheWay,
    done: (scene) => scene.turn > 1 && (asks(scene, 'call', 'call_draft') || fired(scene)),
  },
  {
    title: 'Call for fire',
    words: 'Now there is an observer. Press “Call for fire”.',
    done: (scene) => asks(scene, 'call_draft') || fired(scene),
  },
  {
    title: 'Aim',
    words: (scene) => (scene.verbs.includes('aim') || scene.verbs.includes('call') ? 'Press the ringed hex, the western houses of the village.' : 'No unit of the battalion in Fire Mode sees anything. Press “Cancel this call”, then “No more missions”, and put one in Fire Mode on the hill.'),
    done: (scene) => (asks(scene, 'call_draft') && scene.verbs.includes('call')) || fired(scene),
    place: '0707',
  },
  {
    title: 'What may happen',
    words: 'A good shoot lands where you aim, at full strength; a bad one is weaker; some scatter, over the yellow hexes, and the numbers are chances in percent. “No shoot” costs nothing. The panel lists every shift of the roll with its rule, and warns you of your own troops.',
  },
  {
    title: 'Call it',
    words: 'Smoke instead of HE would hide those who cross the open; Fast Fire is twice as strong for three times the shells. Leave it at HE, and press “Call this mission”.',
    done: (scene) => asks(scene, 'call') || fired(scene),
  },
  {
    title: 'On the way',
    words: 'A battery fires one mission a turn. Press “No more missions”, and confirm with the green button: now the dice fall.',
    done: fired,
  },
  {
    title: 'What came down',
    words: (scene) =>
      scene.log.some((line) => line.what === 'lands')
        ? 'The log shows the adjustment, which is yours alone, and then each hex the shells struck. A hidden unit that they harm is found; where nothing happened, nobody knows.'
        : 'No shoot: the observer lost the target, and no shell was spent. Call again next turn.',
  },
  {
    title: 'An order in force',
    words: (scene) =>
      scene.log.some((line) => line.what === 'order_begins')
        ? 'The order of the tanks is in force, one turn after you wrote it. Now they have to keep to the axis you drew: a hex outside it is refused, and the refusal names the order.'
        : 'The order of the tanks is still being prepared. Until it is in force they go by the old one; then they have to keep to the axis you drew.',
  },
  {
    title: 'Now it is your battle',
    words: 'Attack while the shells keep heads down, smoke before open ground, and look at the reminders in every command phase: an attack that has taken its objective is over, and its units stand there without orders unless the next order is ready.',
  },
];
