/** The keyboard on the page of a game. */
import { ARROWS } from './cursor.svelte';
import { lettersOf, nextOf, settingsOf } from './firing';
import { letters } from './letters';
import type { Page } from './page.svelte';

type Does = Record<string, () => unknown>;

const onButton = (event: KeyboardEvent): boolean => Boolean((event.target as Element | null)?.closest('button, a'));

/** A key was pressed. */
export function pressKey(page: Page, event: KeyboardEvent): void {
  const typing = (event.target as Element | null)?.closest('input, textarea, select');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = keysOf(page, event)[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** A piece that the keys have come to takes the cursor along. */
export function focusPiece(page: Page, event: FocusEvent): void {
  const piece = (event.target as Element | null)?.closest('.board [data-piece]:focus-visible')?.getAttribute('data-piece');
  if (piece) page.cursor.put(page.whereIs(Number(piece)));
}

/** What each key does now. */
function keysOf(page: Page, event: KeyboardEvent): Does {
  const { table, tool, sketch, hand, desk, now } = page;
  const does: Does = {
    Escape: () => {
      if (sketch.offer || tool.which !== 'none') {
        sketch.drop();
        tool.take('none', null);
        table.cancel();
      } else hand.escape();
    },
    u: () => void (now?.undo.possible && table.undo()),
    r: () => tool.toggle('ruler', page.inHand),
    s: () => tool.toggle('sight', page.inHand),
    g: () => tool.toggle('rings', page.inHand),
    t: () => void (page.sights && (tool.sight.aided = !tool.sight.aided)),
    l: () => (page.tab = 'log'),
    x: () => void (page.dark && (page.theirs = !page.theirs)),
    a: () => void ((now?.picture.support.length ?? 0) > 0 && (page.tab = page.tab === 'fire' ? 'log' : 'fire')),
    o: () => void (desk.plans.length > 0 && (page.tab = page.tab === 'orders' ? 'log' : 'orders')),
    '[': () => desk.turn(-1),
    ']': () => desk.turn(1),
    '.': () => hand.again.press(),
    n: () => page.next(1),
    p: () => page.next(-1),
  };
  if (page.cursor.place !== null && !onButton(event)) does.Enter = () => page.enter();
  if (hand.menu) letters(hand.menu.options.map((each) => each.words)).forEach((letter, n) => letter && (does[letter] = () => hand.pick(hand.menu!.options[n]!)));
  if (table.showing && event.key === ' ') does[' '] = () => table.flush();
  const [joint, company] = [hand.joint.way, hand.company.moves.length > 0];
  if ((joint || company) && event.key === 'Enter' && !onButton(event)) does.Enter = () => (joint ? hand.joint.confirm() : hand.company.confirm());
  if (table.pending && event.key === 'Enter' && !onButton(event)) does.Enter = () => table.confirm();
  if (sketch.offer) {
    does.Delete = does.Backspace = () => sketch.back();
    if (!onButton(event)) does.Enter = () => (table.pending ? table.confirm() : sketch.done());
  }
  sketch.tools.slice(0, 9).forEach((each, n) => (does[String(n + 1)] = () => page.takeTool(each.verb)));
  if (page.calling) callKeys(page, does, event);
  // A menu that was used is gone, and the focus with it: the arrow keys lead back to the map.
  const step = event.target === document.body && !event.shiftKey ? ARROWS[event.key] : undefined;
  if (step) {
    does[event.key] = () => {
      document.querySelector<HTMLElement>('.board')?.focus();
      page.arrow(step);
    };
  }
  return does;
}

/** A call for fire by the keyboard: a number for each battery, a letter for each setting, Enter for the green button. */
function callKeys({ table, now }: Page, does: Does, event: KeyboardEvent): void {
  const { offers } = table;
  const batteries = offers.lists.find((list) => list.kind === 'battery');
  (now?.picture.support ?? []).slice(0, 9).forEach((battery, n) => {
    const pick = batteries?.picks.find((each) => each.target === battery.id);
    if (pick) does[String(n + 1)] = () => table.choose(pick);
  });
  const set = settingsOf(offers, now?.picture.shoot ?? null);
  for (const [verb, letter] of lettersOf(set)) {
    does[letter] = () => {
      const pick = nextOf(set.find((each) => each.verb === verb)!);
      if (pick) void table.choose(pick);
    };
  }
  const green = offers.buttons[0];
  if (now?.picture.shoot && green && !table.pending && !onButton(event)) does.Enter = () => table.choose(green);
}
