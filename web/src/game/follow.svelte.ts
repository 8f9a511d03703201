/** The map follows the game: what must be decided is brought onto the screen. */
import { untrack } from 'svelte';
import type { Layout } from '../board/layout';
import { RIM, type View } from '../board/view.svelte';
import type { Aim } from './aim.svelte';
import type { Table } from './table.svelte';

/** To be called while a page is made. `below` is how much of the map a sheet covers, `opened` whether the map has opened. */
export function follow(table: Table, aim: Aim, view: View, layout: () => Layout | null, below: () => number, opened: () => boolean): void {
  $effect(() => {
    const covered = below();
    untrack(() => view.cover(covered));
  });
  // What the prompt speaks of, or else something that can be chosen, should be on the screen, and not below a sheet.
  $effect(() => {
    void table.view?.sequence;
    void below();
    void opened(); // opening on the action may have moved what is asked about off the screen
    const [place, asked] = [layout(), table.offers];
    if (!place || asked.empty) return;
    untrack(() => {
      const actor = aim.at(table.actor);
      if (actor) return view.show(actor, asked.directions.length > 0 ? view.ring * RIM + 4 : 0);
      const pieces = [...asked.pieces.keys()].map((each) => aim.at(each)).filter((each) => each !== null);
      if (pieces.length > 0) return pieces.some((each) => view.shows(each)) ? undefined : view.show(pieces[0]!);
      const places = [...asked.region].map((each) => place.at(each));
      if (places.length > 0 && !places.some((each) => view.shows(each))) view.show(places[Math.floor(places.length / 2)]!);
    });
  });
  // What must be confirmed should be seen, also above the sheet of a telephone.
  $effect(() => {
    void below();
    if (table.pending && aim.anchor) untrack(() => view.show(aim.anchor!));
  });
}
