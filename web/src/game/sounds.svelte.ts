/** Short sounds, made by the browser itself: dice on the table, a shot, an impact. */
import { settings } from '../theme/settings.svelte';
import type { Table } from './table.svelte';

type Sound = 'dice' | 'shot' | 'impact';

/** The sounds of what has just happened: dice for a roll, a shot for fire, an impact if it had an effect. */
export function soundsOf(rolls: readonly { by: readonly number[]; severity?: number }[]): Sound[] {
  if (rolls.length === 0) return [];
  const found: Sound[] = ['dice'];
  if (rolls.some((roll) => roll.by.length > 0)) found.push('shot');
  if (rolls.some((roll) => roll.by.length > 0 && (roll.severity ?? 0) >= 2)) found.push('impact');
  return found;
}

let context: AudioContext | null = null;

/** A burst of noise: how long, how high, how loud, and when. */
function burst(audio: AudioContext, seconds: number, pitch: number, loud: number, wait: number): void {
  const frames = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < frames; n += 1) data[n] = (Math.random() * 2 - 1) * (1 - n / frames) ** 3;
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = buffer;
  [filter.type, filter.frequency.value, gain.gain.value] = ['lowpass', pitch, loud];
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + wait);
}

function play(which: readonly Sound[]): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (which.includes('dice')) for (const wait of [0, 0.06, 0.11, 0.19]) burst(context, 0.04, 3800, 0.12, wait);
  if (which.includes('shot')) burst(context, 0.18, 1500, 0.2, 0.24);
  if (which.includes('impact')) burst(context, 0.35, 420, 0.28, 0.5);
}

/** Lets what happens at a table be heard. To be called while its page is made. */
export function sounds(table: Table): void {
  let heard = -1;
  $effect(() => {
    const last = table.log[table.log.length - 1]?.number ?? 0;
    const rolls = heard < 0 ? [] : table.log.filter((line) => line.number > heard && line.roll).map((line) => line.roll!);
    heard = last;
    if (rolls.length > 0 && settings.lively) play(soundsOf(rolls));
  });
}
