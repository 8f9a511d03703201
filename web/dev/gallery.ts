/** For developers: one scene painted from a fixture. /dev/gallery.html?scene=first-firefight&scale=1&theme=dark */
import '../src/theme/fonts.css';
import '../src/theme/serif.css';
import '../src/theme/theme.css';
import { paintGround } from '../src/board/ground/paint';
import { layout } from '../src/board/layout';
import type { Scene } from '../src/board/scene';
import { palette } from '../src/theme/palette';

const asked = new URLSearchParams(location.search);
document.documentElement.dataset.theme = asked.get('theme') ?? 'light';
const scene = (await (await fetch(`./fixtures/${asked.get('scene')}.json`)).json()) as Scene;
const canvas = document.querySelector('canvas')!;
const place = layout(scene);
const scale = Number(asked.get('scale') ?? 1);
const began = performance.now();
paintGround(canvas, scene, place, palette(), scale * devicePixelRatio);
canvas.style.width = `${place.width * scale}px`;
canvas.style.height = `${place.height * scale}px`;
console.log(`painted in ${Math.round(performance.now() - began)} ms`);
document.body.dataset.ready = 'yes';
