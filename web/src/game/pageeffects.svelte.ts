/** What happens on the page of a game by itself, as the game goes on. */
import { untrack } from 'svelte';
import { settings } from '../theme/settings.svelte';
import { follow } from './follow.svelte';
import { later } from './later.svelte';
import type { Page } from './page.svelte';
import { sounds } from './sounds.svelte';
import { Unchanged } from './unchanged';

/** To be called while the page is made. */
export function watch(page: Page): void {
  watchDevice(page);
  fetchRest(page);
  page.alerts.watch();
  sounds(page.table);
  keepHand(page);
  chooseTab(page);
  repeatOrders(page);
  const settled = openOnAction(page);
  follow(page.table, page.aim, page.view, () => page.place, () => (page.phone ? page.sheet : 0), settled);
  goOn(page);
}

/** A window may become as narrow as a telephone; a device may come back to the network. */
function watchDevice(page: Page): void {
  $effect(() => {
    const asked = matchMedia('(max-width: 760px)');
    const change = (): void => void (page.phone = asked.matches);
    asked.addEventListener('change', change);
    const online = (): void => page.table.live.hurry();
    addEventListener('online', online);
    return () => {
      asked.removeEventListener('change', change);
      removeEventListener('online', online);
    };
  });
}

/** What is not on the first screen is fetched when the board has been drawn; a teacher has to be there before. */
function fetchRest(page: Page): void {
  $effect(() => {
    if (page.taught) later.fetch();
    else if (page.now) requestAnimationFrame(() => requestAnimationFrame(() => later.fetch())); // the second frame begins when the first is drawn
  });
}

/** What was in hand is let go of when something has happened. */
function keepHand({ table, hand }: Page): void {
  $effect(() => {
    void table.view?.sequence;
    const { modes } = table.offers;
    untrack(() => {
      hand.clear();
      hand.again.settle();
      if (!modes.some((each) => each.verb === hand.mode)) hand.mode = modes[0]?.verb ?? '';
    });
  });
}

/** A question about fire or orders opens its tab, which is put away when something else is asked. */
function chooseTab(page: Page): void {
  const { desk } = page;
  $effect(() => {
    const wanted = page.calling;
    untrack(() => {
      if (wanted) [page.tab, page.level] = ['fire', 1];
      else if (page.tab === 'fire') page.tab = 'log';
    });
  });
  // What has no objective yet needs the map: on a telephone the sheet sinks to the question.
  $effect(() => {
    const lacking = (desk.draft?.faults.length ?? 0) > 0;
    untrack(() => void (page.level = lacking ? 0 : Math.max(1, page.level)));
  });
  $effect(() => {
    const wanted = page.ordering;
    untrack(() => {
      if (wanted) [page.tab, page.level] = ['orders', desk.draft && desk.draft.faults.length > 0 ? 0 : 1];
      else if (page.tab === 'orders') page.tab = 'log';
    });
  });
}

/** Orders that nothing has changed about are given again, if the player wants to be asked about changes only. */
function repeatOrders(page: Page): void {
  const { table, desk } = page;
  const unchanged = new Unchanged(sessionStorage);
  $effect(() => {
    const [view, choice] = [page.now, desk.choice];
    const ready = page.ordering && !table.handOver && !table.waiting;
    untrack(() => {
      if (!page.ordering) unchanged.other();
      if (!ready || !view || !choice) return;
      const again = unchanged.again(`${page.id}.${view.side}.${choice.name}`, view.picture);
      const only = table.offers.buttons.length === 1 ? table.offers.buttons[0]! : null;
      if (!again || !only || desk.draft || settings.now.orders !== 'changes') return;
      void table.choose(only).then(() => void (table.pending && table.same(table.pending, only) && table.confirm()));
    });
  });
  $effect(() => {
    void desk.open?.id;
    untrack(() => (desk.given = null));
  });
}

/** The map opens on the action, once; returns whether it has. */
function openOnAction(page: Page): () => boolean {
  const { table, view } = page;
  let opened = false;
  let settled = $state(false);
  $effect(() => {
    const [layout, first] = [page.place, page.now];
    if (opened || !layout || !first || view.width < 2) return;
    // While all of yours are behind the edge, the whole table is the action.
    const own = new Set(table.pieces.filter((piece) => piece.side === first.side).map((piece) => piece.id));
    if (first.side !== null && !first.picture.pieces.some((each) => own.has(each.id) && each.at !== null)) return void (opened = first.picture.turn > 1);
    const points = first.picture.pieces.flatMap((each) => (each.at === null || each.gone ? [] : [layout.at(each.at)]));
    if (points.length === 0) return;
    opened = true;
    untrack(() =>
      requestAnimationFrame(() => {
        view.open(points, layout.piece);
        settled = true;
      }),
    );
  });
  return () => settled;
}

/** What needs no press of its own. */
function goOn({ table, aim, hand }: Page): void {
  // A shot that only has to be let off is shown before it is: its button is as good as pointed at.
  $effect(() => {
    const now = table.view;
    const only = table.offers.buttons.length === 1 ? table.offers.buttons[0]! : null;
    if (only && aim.subject !== null && !now?.decision?.reaction && !now?.picture.exchange) untrack(() => table.point(only));
  });
  // A group that was sent goes on as soon as it can.
  $effect(() => {
    void [table.view?.sequence, table.busy, table.showing];
    untrack(() => void hand.company.goOn());
  });
  // What the piece in hand cannot do now is said beside what it can.
  $effect(() => {
    const [actor, asked] = [table.actor, table.view?.decision];
    if (actor !== null && asked && !asked.reaction && !asked.sets_up && !table.showing && table.offers.built.length === 0) untrack(() => void hand.tell(actor));
  });
}
