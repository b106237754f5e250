/**
 * The sounds of the table: short, dry, wooden, synthesised. Silent until the first gesture (browsers insist), and at
 * volume 0. Every sound has a visual twin, so nothing is lost with them off.
 */
import { prefs } from '../prefs/prefs.svelte';

export type SoundName = 'lift' | 'set' | 'card' | 'dice' | 'hit' | 'horn' | 'flame' | 'water' | 'stone' | 'shot' | 'trophy' | 'clock' | 'refusal' | 'message';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Let sounds be heard from the first press of a key or button on. Call once. */
export function awaitGesture(): () => void {
  const wake = (): void => {
    off();
    try {
      context ??= new AudioContext();
      void context.resume();
    } catch {
      context = null;
    }
  };
  const off = (): void => {
    window.removeEventListener('pointerdown', wake);
    window.removeEventListener('keydown', wake);
  };
  window.addEventListener('pointerdown', wake);
  window.addEventListener('keydown', wake);
  return off;
}

function hiss(ctx: AudioContext): AudioBuffer {
  if (noise !== null) return noise;
  noise = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate);
  const data = noise.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < data.length; i += 1) {
    seed = (seed * 16807) % 2147483647;
    data[i] = (seed / 2147483647) * 2 - 1;
  }
  return noise;
}

interface Strike {
  readonly at?: number;
  readonly gain?: number;
  readonly ms: number;
}

/** A burst of filtered noise: wood on sand, cloth, water, flame. */
function burst(ctx: AudioContext, out: AudioNode, filter: { type: BiquadFilterType; hz: number; to?: number; q?: number }, { at = 0, gain = 0.5, ms }: Strike): void {
  const start = ctx.currentTime + at;
  const source = ctx.createBufferSource();
  source.buffer = hiss(ctx);
  source.loop = true;
  const shape = ctx.createBiquadFilter();
  shape.type = filter.type;
  shape.frequency.setValueAtTime(filter.hz, start);
  if (filter.to !== undefined) shape.frequency.exponentialRampToValueAtTime(filter.to, start + ms / 1000);
  shape.Q.value = filter.q ?? 1;
  const level = ctx.createGain();
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(gain, start + Math.min(0.006, ms / 4000));
  level.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
  source.connect(shape).connect(level).connect(out);
  source.start(start, (at * 7.31) % 0.8);
  source.stop(start + ms / 1000 + 0.02);
}

/** A damped tone: the knock of a wooden block, a horn, a string. */
function tone(ctx: AudioContext, out: AudioNode, type: OscillatorType, hz: number, { at = 0, gain = 0.3, ms }: Strike, to = hz): void {
  const start = ctx.currentTime + at;
  const source = ctx.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(hz, start);
  source.frequency.exponentialRampToValueAtTime(to, start + ms / 1000);
  const level = ctx.createGain();
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(gain, start + Math.min(0.02, ms / 3000));
  level.gain.exponentialRampToValueAtTime(0.0001, start + ms / 1000);
  source.connect(level).connect(out);
  source.start(start);
  source.stop(start + ms / 1000 + 0.02);
}

const knock = (ctx: AudioContext, out: AudioNode, hz: number, at = 0, gain = 0.5): void => {
  tone(ctx, out, 'triangle', hz, { at, gain, ms: 70 }, hz * 0.62);
  burst(ctx, out, { type: 'bandpass', hz: hz * 3.2, q: 3 }, { at, gain: gain * 0.5, ms: 34 });
};

const SOUNDS: Record<SoundName, (ctx: AudioContext, out: AudioNode) => void> = {
  lift: (ctx, out) => burst(ctx, out, { type: 'bandpass', hz: 900, to: 1700, q: 1.4 }, { gain: 0.14, ms: 70 }),
  set: (ctx, out) => knock(ctx, out, 260, 0, 0.42),
  card: (ctx, out) => burst(ctx, out, { type: 'highpass', hz: 1500, to: 4200 }, { gain: 0.16, ms: 110 }),
  dice: (ctx, out) => [0, 0.07, 0.13, 0.23, 0.31, 0.44, 0.52].forEach((at, i) => knock(ctx, out, 420 + ((i * 137) % 260), at, 0.32 - i * 0.03)),
  hit: (ctx, out) => {
    knock(ctx, out, 150, 0, 0.6);
    burst(ctx, out, { type: 'lowpass', hz: 900 }, { gain: 0.24, ms: 90 });
  },
  horn: (ctx, out) => [196, 294].forEach((hz, i) => tone(ctx, out, 'sawtooth', hz, { at: i * 0.16, gain: 0.09, ms: 420 })),
  flame: (ctx, out) => burst(ctx, out, { type: 'lowpass', hz: 500, to: 1600 }, { gain: 0.34, ms: 420 }),
  water: (ctx, out) => burst(ctx, out, { type: 'highpass', hz: 3800, to: 900 }, { gain: 0.22, ms: 460 }),
  stone: (ctx, out) => [0, 0.06].forEach((at) => knock(ctx, out, 96, at, 0.6)),
  shot: (ctx, out) => {
    tone(ctx, out, 'triangle', 320, { gain: 0.22, ms: 90 }, 140);
    burst(ctx, out, { type: 'bandpass', hz: 2400, to: 900, q: 2 }, { at: 0.03, gain: 0.12, ms: 160 });
  },
  trophy: (ctx, out) => {
    burst(ctx, out, { type: 'bandpass', hz: 700, to: 1800 }, { gain: 0.2, ms: 260 });
    [392, 523].forEach((hz, i) => tone(ctx, out, 'triangle', hz, { at: 0.12 + i * 0.12, gain: 0.16, ms: 260 }));
  },
  clock: (ctx, out) => [0, 0.18].forEach((at) => knock(ctx, out, 880, at, 0.22)),
  refusal: (ctx, out) => knock(ctx, out, 120, 0, 0.4),
  message: (ctx, out) => tone(ctx, out, 'sine', 660, { gain: 0.12, ms: 140 }, 700),
};

export const SOUND_NAMES = Object.keys(SOUNDS) as SoundName[];

/** Play a sound now, if sounds are on and the person has touched the page. */
export function play(name: SoundName): void {
  if (context === null || context.state !== 'running' || prefs.sound <= 0) return;
  const out = context.createGain();
  out.gain.value = prefs.sound * 0.9;
  out.connect(context.destination);
  SOUNDS[name](context, out);
  setTimeout(() => out.disconnect(), 2000);
}
