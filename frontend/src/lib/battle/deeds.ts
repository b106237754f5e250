/**
 * Choices as deeds: what each legal action touches, so that the board can light it up and take a click on it.
 *
 * Nothing here knows a rule. An action's fields say what it touches (`unit` acts, `target` is a unit acted upon, `hex` a
 * place acted upon, `to` and `path` where it goes, `card` a card, `direction` one of six ways); its verb's tone and
 * whether it rolls come from the ruleset's `content().verbs`.
 */
import type { Decision } from '../api/protocol';
import { ray } from '../art/marks';
import { DIRECTIONS, type Direction } from '../board/layout';

export type ActionJson = Readonly<Record<string, unknown>>;
export type Tone = 'move' | 'harm' | 'help' | 'fire' | 'choice' | 'card' | 'end' | 'order';

export interface VerbInfo {
  readonly tone: Tone;
  readonly rolls: boolean;
  readonly undoes?: boolean;
}
export type Verbs = Readonly<Record<string, VerbInfo>>;

export interface Deed {
  /** Stable within one decision: position among its choices. */
  readonly id: number;
  readonly action: ActionJson;
  readonly verb: string;
  readonly tone: Tone;
  readonly rolls: boolean;
  readonly undoes: boolean;
  /** Unit that acts, where the action names one. */
  readonly unit: string | null;
  readonly card: string | null;
  /** The hexes a click on which means this deed; the first is the one where odds are shown. */
  readonly hexes: readonly string[];
  /** Unit acted upon. */
  readonly target: string | null;
  /** Way it takes, where the action tells one. */
  readonly path: readonly string[];
}

const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function hexesOf(action: ActionJson, where: (unit: string) => string | null, burns: (hex: string) => boolean): string[] {
  const to = word(action['to']) ?? word(action['hex']);
  if (to !== null) return [to];
  const path = action['path'];
  if (Array.isArray(path) && typeof path.at(-1) === 'string') return [path.at(-1) as string];
  const target = word(action['target']);
  const at = target === null ? null : where(target);
  if (at !== null) return [at];
  const direction = word(action['direction']);
  const unit = word(action['unit']);
  const from = unit === null ? null : where(unit);
  if (direction !== null && from !== null && (DIRECTIONS as readonly string[]).includes(direction)) {
    const line = ray(from, direction as Direction, 2);
    const fuel = line.filter(burns);
    return fuel.length > 0 ? fuel : line;
  }
  // a spell on a unit touches the unit's hex
  return from !== null && word(action['spell']) !== null ? [from] : [];
}

/** Whether an action of a verb that may roll does roll: a "no", a flight without breath, an attack on nobody do not. */
function throws(action: ActionJson): boolean {
  if (action['accept'] === false) return false;
  if (action['verb'] === 'fly') return action['breath'] === true;
  return action['verb'] !== 'bonus_attack' || action['target'] !== undefined;
}

/** The choices of a decision as deeds. `where` tells the hex of a unit, `burns` whether the view gives a hex's ground a fire limit. */
export function deedsOf(decision: Decision | null, verbs: Verbs, where: (unit: string) => string | null, burns: (hex: string) => boolean = () => true): Deed[] {
  return (decision?.choices ?? []).map((action, id) => {
    const verb = word(action['verb']) ?? '';
    const info = verbs[verb] ?? { tone: 'choice' as const, rolls: false };
    const path = action['path'];
    return {
      id, action, verb, tone: info.tone, rolls: info.rolls && throws(action), undoes: info.undoes === true,
      unit: word(action['unit']), card: word(action['card']) ?? word(action['spell']),
      hexes: hexesOf(action, where, burns), target: word(action['target']),
      path: Array.isArray(path) ? path.filter((step): step is string => typeof step === 'string') : [],
    };
  });
}

/** What lies open to be clicked, given the unit that is chosen. */
export interface Offer {
  readonly deeds: readonly Deed[];
  /** Unit whose deeds are shown: the chosen one, or the one that the decision is about. */
  readonly actor: string | null;
  /** Units that may be chosen, with what each could do. */
  readonly actors: ReadonlyMap<string, readonly Deed[]>;
  /** Deeds that a click on the unit itself commits (naming ordered units, picking a unit). */
  readonly onUnit: ReadonlyMap<string, Deed>;
  /** Deeds by hex, of the actor. */
  readonly places: ReadonlyMap<string, readonly Deed[]>;
  /** Deeds of the actor that touch no other place: powers, landmarks. */
  readonly ofActor: readonly Deed[];
  readonly cards: ReadonlyMap<string, readonly Deed[]>;
  /** Deeds of the card that is lifted are shown on the board, and nothing else. */
  readonly aiming: boolean;
  /** Answers without a place: yes, no, how many. An interruption that asks about one deed has that deed among them, too. */
  readonly answers: readonly Deed[];
  /** The deed that ends the phase, if there is one. */
  readonly end: Deed | null;
}

function grouped<K>(deeds: readonly Deed[], keys: (deed: Deed) => readonly K[]): Map<K, Deed[]> {
  const map = new Map<K, Deed[]>();
  for (const deed of deeds) {
    for (const key of keys(deed)) {
      const list = map.get(key);
      if (list === undefined) map.set(key, [deed]);
      else list.push(deed);
    }
  }
  return map;
}

/** Whether a card is played onto something on the board, so that lifting it lights up where. */
export const isAimed = (deed: Deed): boolean => deed.card !== null && deed.hexes.length > 0;

/**
 * Sort deeds into what can be clicked.
 *
 * @param subject unit that the decision itself is about (from its prompt): its deeds need no choosing first
 * @param lifted card that is lifted: if it is played onto something, only that is offered on the board
 */
export function offerOf(deeds: readonly Deed[], chosen: string | null, subject: string | null, lifted: string | null = null): Offer {
  const placeless = (deed: Deed): boolean => deed.hexes.length === 0;
  /** A card already played, that asks where the unit of the decision goes. */
  const begun = (deed: Deed): boolean => deed.card !== null && deed.unit !== null && deed.unit === subject;
  const cards = grouped(deeds.filter((deed) => deed.card !== null && !begun(deed)), (deed) => [deed.card as string]);
  const bare = deeds.filter((deed) => deed.unit === null && deed.card === null && placeless(deed));
  const end = bare.find((deed) => deed.tone === 'end') ?? null;
  const aimed = lifted === null ? [] : (cards.get(lifted) ?? []).filter(isAimed);
  if (aimed.length > 0) {
    return { deeds, actor: null, actors: new Map(), onUnit: new Map(), cards, places: grouped(aimed, (deed) => deed.hexes), ofActor: [], answers: [], end, aiming: true };
  }
  const withUnit = deeds.filter((deed) => deed.unit !== null && (deed.card === null || begun(deed)));
  // a unit that is only named: one deed, no other place, and nothing that has to be thrown for
  const byUnit = grouped(withUnit, (deed) => [deed.unit as string]);
  const onUnit = new Map<string, Deed>();
  const actors = new Map<string, Deed[]>();
  for (const [unit, list] of byUnit) {
    const only = list[0];
    if (list.length === 1 && only !== undefined && placeless(only) && !only.rolls) onUnit.set(unit, only);
    else actors.set(unit, list);
  }
  const loose = deeds.filter((deed) => deed.unit === null && deed.card === null);
  const actor = chosen !== null && actors.has(chosen) ? chosen : subject;
  const mine = actor === null ? [] : (actors.get(actor) ?? []);
  const here = [...mine, ...loose];
  const own = mine.filter(placeless);
  const replies = bare.filter((deed) => deed.tone !== 'end');
  // "poison it? or let it be", "tremor, quake, or neither": the question holds every answer
  const asked = actor !== null && actor === subject && replies.length > 0;
  const only = mine.length === 1 && mine[0] !== undefined && !placeless(mine[0]) ? [mine[0]] : [];
  return {
    deeds, actor, actors, onUnit, cards,
    places: grouped(here.filter((deed) => !placeless(deed)), (deed) => deed.hexes),
    ofActor: asked ? [] : own,
    answers: asked ? [...own, ...only, ...replies] : replies,
    end, aiming: false,
  };
}

/** A hex whose click strikes, lights or puts out is a target; one that gets something good is help; one that is only gone to is a place. */
export function markOf(deeds: readonly Deed[]): 'target' | 'place' | 'help' {
  if (deeds.some((deed) => deed.tone === 'harm' || deed.tone === 'fire')) return 'target';
  return deeds.some((deed) => deed.tone === 'help' || (deed.card !== null && (deed.action['to'] ?? deed.action['hex']) === undefined)) ? 'help' : 'place';
}

/** The unit that a prompt is about, if its parameters name one that stands on the board. */
export function subjectOf(decision: Decision | null, stands: (unit: string) => boolean): string | null {
  const unit = decision?.prompt.params['unit'];
  return typeof unit === 'string' && stands(unit) ? unit : null;
}
