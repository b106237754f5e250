/**
 * From an event to beats: what is shown, for how long (ms at speed 1). Pure; the player runs them one after another.
 *
 * Reduced motion has no travel and no tumble: moves become numbered trails, dice land at once.
 */
import type { BattleEvent } from '../api/protocol';
import type { Scene } from '../board/scene';
import { distance } from '../board/layout';
import type { LoreView } from '../match/lore';
import type { SoundName } from '../sound/sounds';

export interface Beat {
  readonly ms: number;
  readonly sound?: SoundName;
  /** The scene during this beat, from the scene before it. */
  readonly show: (scene: Scene) => Scene;
  /** What stays when it is over. */
  readonly keep?: (scene: Scene) => Scene;
}

const HEX = 260;
const LONGEST = 900;
export const DICE = 700;
const READ = 520;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const without = (set: ReadonlySet<string>, one: string): ReadonlySet<string> => new Set([...set].filter((each) => each !== one));
const withOne = (set: ReadonlySet<string>, one: string): ReadonlySet<string> => new Set([...set, one]);

function moved(event: BattleEvent, still: boolean): Beat[] {
  const data = event.data ?? {};
  const unit = text(data['unit']);
  const steps = Array.isArray(data['path']) ? data['path'].filter((step): step is string => typeof step === 'string') : [];
  const from = text(data['from']);
  const path = steps[0] === from ? steps : [from, ...steps];
  const end = path.at(-1) ?? from;
  const how = text(data['how']);
  const dust = how === 'retreat' || how === 'push';
  if (unit === '' || path.length < 2) return [];
  const arrived = (scene: Scene): Scene => {
    const { [unit]: _, ...moves } = scene.moves;
    return { ...scene, at: { ...scene.at, [unit]: end }, moves };
  };
  if (still) return [{ ms: 0, sound: 'set', show: (scene) => ({ ...arrived(scene), trails: [...scene.trails, path].slice(-4) }) }];
  const ms = dust ? 320 : Math.min(LONGEST, HEX * (path.length - 1));
  return [
    { ms, sound: 'lift', show: (scene) => ({ ...scene, at: { ...scene.at, [unit]: end }, moves: { ...scene.moves, [unit]: { path, ms, dust } } }), keep: arrived },
    { ms: 0, sound: 'set', show: (scene) => scene },
  ];
}

function thrown(event: BattleEvent, view: LoreView, still: boolean): Beat[] {
  const data = event.data ?? {};
  const roll = event.roll;
  if (!roll || roll.sides === 0 || roll.faces.length === 0) return [];
  const unit = text(data['unit']);
  const origin = text(data['from']) || view.units[unit]?.hex || '';
  const hex = text(data['at']) || text(data['hex']) || origin;
  if (!/^[a-m][1-9]$/u.test(hex)) return [];
  const from = /^[a-m][1-9]$/u.test(origin) ? origin : hex;
  const seat = view.units[unit]?.side ?? (typeof data['side'] === 'number' ? data['side'] : view.side);
  const beats: Beat[] = [];
  const how = text(data['how']);
  if (event.type === 'attack' && (how === 'shoot' || how === 'boulder') && from !== hex && !still) {
    const ms = Math.min(1400, 80 * 3 * distance(from, hex));
    beats.push({ ms, sound: how === 'boulder' ? 'stone' : 'shot', show: (scene) => ({ ...scene, shot: { from, to: hex, ms } }), keep: (scene) => ({ ...scene, shot: null }) });
  }
  if (!still) beats.push({ ms: DICE, sound: 'dice', show: (scene) => ({ ...scene, thrown: { hex, from, seat, roll, landed: false } }) });
  beats.push({ ms: still ? 0 : READ, show: (scene) => ({ ...scene, thrown: { hex, from, seat, roll, landed: true } }), keep: (scene) => ({ ...scene, thrown: null }) });
  return beats;
}

/** The beats of one event. `view` is the one before its step. */
export function beatsOf(event: BattleEvent, view: LoreView, still: boolean): Beat[] {
  const data = event.data ?? {};
  const unit = text(data['unit']);
  const hex = text(data['hex']) || text(data['at']);
  const long = (ms: number): number => (still ? 0 : ms);
  switch (event.type) {
    case 'moved':
      return moved(event, still);
    case 'figures_lost':
    case 'fire_loss': {
      const left = Number(data['left'] ?? 0);
      return [{
        ms: long(240), sound: 'hit',
        show: (scene) => ({ ...scene, figures: { ...scene.figures, [unit]: left }, hurt: withOne(scene.hurt, unit) }),
        keep: (scene) => ({ ...scene, hurt: without(scene.hurt, unit) }),
      }];
    }
    case 'eliminated':
      return [{ ms: long(160), show: (scene) => ({ ...scene, gone: withOne(scene.gone, unit) }) }];
    case 'trophy':
      return [{ ms: 0, sound: 'trophy', show: (scene) => scene }];
    case 'card_played':
      return [{ ms: 0, sound: 'card', show: (scene) => scene }];
    case 'ignite': {
      const grew = Number(data['after'] ?? 0) > Number(data['before'] ?? 0);
      const fire: Beat[] = grew ? [{ ms: long(420), sound: 'flame', show: (scene) => ({ ...scene, lit: withOne(scene.lit, hex) }) }] : [];
      return [...thrown(event, view, still), ...fire];
    }
    case 'lit':
      return [{ ms: long(420), sound: 'flame', show: (scene) => ({ ...scene, lit: withOne(scene.lit, hex) }) }];
    case 'extinguish': {
      const hiss: Beat[] = data['out'] === true ? [{ ms: long(420), sound: 'water', show: (scene) => ({ ...scene, hissed: withOne(scene.hissed, hex) }), keep: (scene) => ({ ...scene, hissed: without(scene.hissed, hex) }) }] : [];
      return [...thrown(event, view, still), ...hiss];
    }
    case 'burned':
      return [{ ms: long(1200), sound: 'flame', show: (scene) => ({ ...scene, sinking: withOne(scene.sinking, hex) }), keep: (scene) => ({ ...scene, sinking: without(scene.sinking, hex) }) }];
    case 'result':
      return [{ ms: 0, sound: 'horn', show: (scene) => scene }];
    default:
      return thrown(event, view, still);
  }
}
