/** For developers: the board with a picture from a fixture. /dev/board.html?scene=first-firefight&theme=dark */
import { mount } from 'svelte';
import '../src/theme/fonts.css';
import '../src/theme/serif.css';
import '../src/theme/theme.css';
import '../src/theme/base.css';
import BoardPage from './BoardPage.svelte';
import type { Picture, Scene } from '../src/board/scene';
import { settings } from '../src/theme/settings.svelte';

const asked = new URLSearchParams(location.search);
settings.begin();
if (asked.get('theme')) settings.set('theme', asked.get('theme') as 'dark');
if (asked.get('contrast')) settings.set('contrast', 'high');
if (asked.get('colours')) settings.set('colours', 'safe');
const name = asked.get('scene') ?? 'first-firefight';
const scene = (await (await fetch(`./fixtures/${name}.json`)).json()) as Scene;
const view = (await (await fetch(`./fixtures/${name}.view.json`)).json()) as { picture: Picture };
mount(BoardPage, { target: document.querySelector('#app')!, props: { scene, picture: view.picture } });
document.body.dataset.ready = 'yes';
