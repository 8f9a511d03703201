/** What the page of a game fetches after the first board, in one piece: see `later.svelte.ts`. */
import '../theme/serif.css';

export { default as AskNotices } from './AskNotices.svelte';
export { default as Beside } from './Beside.svelte';
export { default as Layers } from './Layers.svelte';
export { default as ListBar } from './ListBar.svelte';
export { default as Overlays } from './Overlays.svelte';
export { default as SheetAbove } from './SheetAbove.svelte';
export { default as Teacher } from './Teacher.svelte';
export { default as TypedDice } from './TypedDice.svelte';
export { default as Under } from './Under.svelte';
export { default as Waiting } from './Waiting.svelte';
