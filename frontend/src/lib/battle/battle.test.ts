import { beforeEach, describe, expect, it } from 'vitest';

import { decision, events, view } from '../../fixtures/three-crossings';
import type { BattleEvent, Decision } from '../api/protocol';
import { stillness, type Scene } from '../board/scene';
import { setLanguage, tDynamic } from '../i18n';
import type { LoreUnit, LoreView } from '../match/lore';

import { beatsOf } from './beats';
import { leftNow, written } from './clock';
import { deedsOf, markOf, offerOf, subjectOf, type Verbs } from './deeds';
import { extended, type Entry, type Line } from './entries';
import { intentOf } from './intent';
import { EventPlayer, type Played } from './player.svelte';
import { priceOf } from './preview';
import { headOf, modifiersOf, outcomeOf } from './sentences';
import { speakHex, unitName } from './words';

const verbs: Verbs = {
  melee: { tone: 'harm', rolls: true }, shoot: { tone: 'harm', rolls: true }, extinguish: { tone: 'help', rolls: true }, ignite: { tone: 'fire', rolls: true }, move: { tone: 'move', rolls: false },
  order: { tone: 'order', rolls: false }, unorder: { tone: 'order', rolls: false, undoes: true }, end_battles: { tone: 'end', rolls: false }, end_orders: { tone: 'end', rolls: false },
  retreat: { tone: 'move', rolls: false }, ignore_flags: { tone: 'choice', rolls: false }, play_card: { tone: 'card', rolls: false }, power: { tone: 'harm', rolls: true }, fly: { tone: 'move', rolls: true },
};
const where = (id: string): string | null => view.units[id]?.hex ?? null;
const offer = (choices: Record<string, unknown>[], chosen: string | null = null, params: Record<string, unknown> = {}): ReturnType<typeof offerOf> => {
  const asked: Decision = { ...decision, choices, prompt: { key: 'prompt.x', params } };
  return offerOf(deedsOf(asked, verbs, where), chosen, subjectOf(asked, (id) => where(id) !== null));
};

beforeEach(() => setLanguage('en'));

describe('what lights up', () => {
  it('is exactly what the decision offers: units first, then targets of the chosen one', () => {
    const first = offer(decision.choices ?? []);
    expect([...first.actors.keys()]).toEqual(['s5', 's6']);
    expect(first.places.size).toBe(0);
    expect(first.end?.verb).toBe('end_battles');
    const second = offer(decision.choices ?? [], 's5');
    expect([...second.places.keys()].sort()).toEqual(['f6', 'g6']);
    expect(markOf(second.places.get('g6') ?? [])).toBe('target');
  });

  it('names units at a click when there is nothing else to say', () => {
    const orders = offer([{ verb: 'order', unit: 's1' }, { verb: 'unorder', unit: 's2' }, { verb: 'end_orders' }]);
    expect([...orders.onUnit.keys()]).toEqual(['s1', 's2']);
    expect(orders.onUnit.get('s2')?.undoes).toBe(true);
    expect(orders.actors.size).toBe(0);
  });

  it('shows both ways when one unit can be ordered in two', () => {
    const orders = offer([{ verb: 'order', unit: 's1' }, { verb: 'order', unit: 's1', mana: 3 }], 's1');
    expect(orders.ofActor).toHaveLength(2);
    expect(orders.onUnit.size).toBe(0);
  });

  it('marks of a direction only ground that can burn', () => {
    const fire: Decision = { ...decision, choices: [{ verb: 'ignite', unit: 's5', direction: 'e' }], prompt: { key: 'prompt.x', params: {} } };
    const whole = deedsOf(fire, verbs, where)[0]?.hexes ?? [];
    expect(whole).toHaveLength(2);
    expect(deedsOf(fire, verbs, where, (hex) => hex === whole[1])[0]?.hexes).toEqual([whole[1]]);
  });

  it('tells what a power costs, by the ruleset, and nothing where it costs nothing', () => {
    const content = { powers: { web: { spider: 2 }, breath: { drake: 2 } } };
    const power = deedsOf({ ...decision, choices: [{ verb: 'power', unit: 's1', power: 'web', target: 'n1' }, { verb: 'fly', unit: 's1', path: ['a1'], breath: true }, { verb: 'melee', unit: 's1', target: 'n1' }] }, verbs, where);
    const as = (kind: string): LoreUnit => ({ ...(view.units['s1'] as LoreUnit), kind });
    expect(power.map((deed) => priceOf(view, content, deed, as('spider')))).toEqual([2, null, null]);
    expect(power.map((deed) => priceOf(view, content, deed, as('drake')))).toEqual([null, 2, null]);
  });

  it('needs no choosing in an interruption: the prompt names the unit', () => {
    const asked = offer([{ verb: 'retreat', to: 'd2' }, { verb: 'retreat', to: 'e2' }, { verb: 'ignore_flags', count: 1 }], null, { unit: 's4' });
    expect(asked.actor).toBe('s4');
    expect([...asked.places.keys()]).toEqual(['d2', 'e2']);
    expect(asked.answers.map((deed) => deed.verb)).toEqual(['ignore_flags']);
    expect(offer([], null, { unit: 'nobody' }).actor).toBeNull();
  });

  it('marks both hexes of a direction, the end of a flight, and keeps powers with their unit', () => {
    const dragon = offer([{ verb: 'ignite', unit: 's5', direction: 'e' }, { verb: 'fly', unit: 's5', path: ['h5', 'i5'] }, { verb: 'power', unit: 's5', power: 'tremor' }], 's5');
    expect([...dragon.places.keys()].sort()).toEqual(['h5', 'i5']);
    expect(dragon.places.get('i5')?.map((deed) => deed.verb).sort()).toEqual(['fly', 'ignite']);
    expect(dragon.ofActor.map((deed) => deed.action['power'])).toEqual(['tremor']);
  });

  it('throws nothing for a no, and previews a yes', () => {
    const asked = offerOf(deedsOf({ ...decision, choices: [{ verb: 'battle_back', accept: true }, { verb: 'battle_back', accept: false }] }, { battle_back: { tone: 'harm', rolls: true } }, where), null, null);
    expect(asked.answers.map((deed) => deed.rolls)).toEqual([true, false]);
    expect(offer([{ verb: 'fly', unit: 's5', path: ['h5'] }, { verb: 'fly', unit: 's5', path: ['h5'], breath: true }], 's5').places.get('h5')?.map((deed) => deed.rolls)).toEqual([false, true]);
  });

  it('offers cards in the hand and not on the board', () => {
    const cards = offer([{ verb: 'play_card', card: 'patrol_left' }, { verb: 'play_card', card: 'pincer' }]);
    expect([...cards.cards.keys()]).toEqual(['patrol_left', 'pincer']);
    expect(cards.answers).toHaveLength(0);
  });
});

describe('the intent line', () => {
  const say = (key: string, params: Parameters<typeof tDynamic>[1]): string | null => tDynamic(key, params);

  it('answers who, what, how many left', () => {
    expect(intentOf(view, decision, view.units['s5'] ?? null, true, say)).toEqual({ path: [], lead: 'Your battles.', rest: expect.stringContaining('Red swordsmen at g5') as string, left: '2 of 3 ordered units still to fight' });
    expect(intentOf(view, decision, view.units['s5'] ?? null, true, say).rest).toContain('choose a target.');
    setLanguage('ru');
    expect(intentOf(view, decision, view.units['s5'] ?? null, true, say).lead).toBe('Ваш бой.');
  });

  it('shows nested procedures as a path, and counts orders', () => {
    const nested: Decision = { ...decision, path: ['frame.battle', 'frame.melee', 'frame.retreat'], prompt: { key: 'prompt.retreat', params: { unit: 's4', left: 1 } } };
    expect(intentOf(view, nested, null, false, say).path).toHaveLength(3);
    const orders: Decision = { ...decision, prompt: { key: 'prompt.order', params: { given: 1, max: 3 } } };
    expect(intentOf(view, orders, null, false, say).left).toBe('1 of 3 orders given');
    expect(intentOf(view, { ...orders, prompt: { key: 'prompt.order', params: { given: 4, max: 99 } } }, null, false, say).left).toBe('orders given: 4');
  });
});

describe('names', () => {
  it('have a form for who acts and for who is acted upon', () => {
    const unit = { kind: 'foot', race: 'goblin', banner: 'red', weapon: 'bow', side: 1 };
    expect(unitName(unit)).toBe('red goblin archers');
    setLanguage('ru');
    expect([unitName(unit), unitName(unit, 'whom')]).toEqual(['красные гоблины-лучники', 'красных гоблинов-лучников']);
    expect(unitName({ ...unit, kind: 'hydra', race: 'creature', weapon: 'natural' }, 'whom')).toBe('гидру');
  });

  it('are spoken for each hex: place, fire, who stands there, figures left', () => {
    expect(speakHex(view, 'd5', undefined)).toContain('Fire 2 of 3.');
    expect(speakHex(view, 'j6', undefined)).toContain('burns down at South’s next start');
    expect(speakHex(view, 'g5', view.units['s5'])).toContain('South, red swordsmen, 3 of 4 figures, bold 1, ordered.');
  });
});

describe('the log', () => {
  const log = extended([], 214, events, view, view);
  const lines = log.filter((entry): entry is Line => entry.kind === 'line');

  it('folds what follows from a roll into its line', () => {
    expect(log.filter((entry) => entry.kind === 'turn')).toHaveLength(2);
    expect(lines.map((line) => line.event.type)).toEqual(['extinguish', 'attack', 'attack', 'card_played', 'ignite']);
    expect(lines[1]?.after.map((event) => event.type)).toEqual(['figures_lost', 'flags']);
  });

  it('says who did what and what came of it, in both languages', () => {
    const text = (line: Line | undefined): string => (line === undefined ? '' : headOf('lore', line).map((piece) => piece.text).join(''));
    expect(text(lines[1])).toBe('Green archers shoot at blue swordsmen at e3');
    expect(outcomeOf('lore', lines[1] as Line)).toBe('1 figure lost. 1 flag, 1 ignored');
    expect(outcomeOf('lore', lines[4] as Line)).toBe('Level 1 becomes 2 of 3');
    setLanguage('ru');
    expect(text(lines[1])).toBe('Зелёные лучники стреляют в синих мечников, e3');
    expect(outcomeOf('lore', lines[1] as Line)).toBe('Потеряна 1 фигура. 1 флаг, не учтено 1');
  });

  it('has a sentence of its own for every event that the ruleset may send', () => {
    const types = ['attack', 'moved', 'card_played', 'card_drawn', 'deck_shuffled', 'ignite', 'dragon_fire', 'extinguish', 'burned', 'fire_loss', 'fright', 'critical', 'trampled', 'figures_lost', 'eliminated', 'trophy', 'flags', 'retreat_blocked', 'restored', 'rally', 'objective', 'conceded', 'result', 'mana', 'lit', 'fanned'];
    for (const type of types) {
      const entry = extended([], 1, [{ type, rule: 'X-1', data: { unit: 's1', target: 'n1', hex: 'd5', path: ['d5'], side: 0, winners: [0] } } as BattleEvent], view, view)[0] as Entry | undefined;
      if (entry?.kind !== 'line') throw new Error(`no line for ${type}`);
      const text = headOf('lore', entry).map((piece) => piece.text).join('');
      expect({ type, text: text !== '' && text.toLowerCase() !== type && !text.includes('{unit}') && !text.includes('{side}') }).toEqual({ type, text: true });
    }
  });

  it('signs modifiers: what one begins with, what is added, what limits', () => {
    expect(modifiersOf('lore', [{ source: 'modifier.red', value: 4, rule: 'U-1', kind: 'add' }, { source: 'modifier.moved', value: -1, rule: 'W-1', kind: 'add' }, { source: 'modifier.into_forest', value: 2, rule: 'battle', kind: 'cap' }]).map((part) => part.value)).toEqual(['4', '−1', '≤\u20092']);
  });
});

describe('beats', () => {
  const run = (event: BattleEvent, still = false): { ms: number; scene: Scene } => {
    let scene = stillness;
    let ms = 0;
    for (const beat of beatsOf(event, view, still)) {
      scene = beat.keep?.(beat.show(scene)) ?? beat.show(scene);
      ms += beat.ms;
    }
    return { ms, scene };
  };

  it('move along the path, 260 ms a hex, 900 at most', () => {
    const move: BattleEvent = { type: 'moved', rule: 'M-1', data: { unit: 's1', from: 'd4', path: ['d3', 'd2'], how: 'move' } };
    expect(run(move)).toMatchObject({ ms: 520, scene: { at: { s1: 'd2' }, moves: {} } });
    expect(run({ ...move, data: { ...move.data, path: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'] } }).ms).toBe(900);
    expect(run({ ...move, data: { ...move.data, how: 'retreat' } }).ms).toBe(320);
  });

  it('stand still when motion is reduced, and leave a numbered trail', () => {
    const still = run({ type: 'moved', rule: 'M-1', data: { unit: 's1', from: 'd4', path: ['d3'], how: 'move' } }, true);
    expect(still).toMatchObject({ ms: 0, scene: { trails: [['d4', 'd3']] } });
    expect(run(events[5] as BattleEvent, true).ms).toBe(0);
  });

  it('throw dice for 700 ms and leave them to be read', () => {
    const beats = beatsOf(events[5] as BattleEvent, view, false);
    expect(beats.map((beat) => beat.ms)).toEqual([700, 520]);
    expect(beats[0]?.show(stillness).thrown).toMatchObject({ hex: 'g5', from: 'f6', seat: 1, landed: false });
    expect(run(events[5] as BattleEvent).scene.thrown).toBeNull();
  });

  it('take figures away and pieces off', () => {
    expect(run({ type: 'figures_lost', rule: 'H-1', data: { unit: 's5', count: 1, left: 2 } }).scene).toMatchObject({ figures: { s5: 2 } });
    expect(run({ type: 'eliminated', rule: 'H-1', data: { unit: 'n1', at: 'g6', trophy: true } }).scene.gone.has('n1')).toBe(true);
  });
});

describe('the event player', () => {
  const after = (turn: number): LoreView => ({ ...view, turn });
  const played = (seq: number): Played => ({ seq, events: [events[5] as BattleEvent], before: after(seq), after: after(seq + 1) });

  it('shows steps one after another, and tells each when it begins', async () => {
    const told: number[] = [];
    const waits: number[] = [];
    const player = new EventPlayer({ still: () => false, quiet: () => true, onstep: (step) => told.push(step.seq), wait: async (ms) => { waits.push(ms); await Promise.resolve(); } });
    player.add([played(1), played(2)]);
    expect(player.busy).toBe(true);
    await player.idle();
    expect(told).toEqual([1, 2]);
    expect(waits).toEqual([700, 520, 700, 520]);
    expect(player.view?.turn).toBe(3);
    expect(player.scene).toEqual(stillness);
    expect(player.busy).toBe(false);
  });

  it('plays faster at a higher speed', async () => {
    const waits: number[] = [];
    const player = new EventPlayer({ still: () => false, quiet: () => true, wait: async (ms) => { waits.push(ms); await Promise.resolve(); } });
    player.speed = 4;
    player.add([played(1)]);
    await player.idle();
    expect(waits).toEqual([175, 130]);
  });

  it('lets late viewers see the result at once', async () => {
    const waits: number[] = [];
    const player = new EventPlayer({ still: () => false, quiet: () => true, wait: async (ms) => { waits.push(ms); await Promise.resolve(); } });
    player.add([1, 2, 3, 4, 5, 6].map(played));
    await player.idle();
    expect(player.view?.turn).toBe(7);
    expect(waits.length).toBe(6);
  });

  it('shows missed steps in full and twice as fast, and repeats the last, without telling them to the log again', async () => {
    const told: number[] = [];
    const waits: number[] = [];
    const player = new EventPlayer({ still: () => false, quiet: () => true, onstep: (step) => told.push(step.seq), wait: async (ms) => { waits.push(ms); await Promise.resolve(); } });
    player.add([played(5)]);
    await player.idle();
    waits.length = 0;
    player.again([1, 2, 3, 4, 5].map(played), 2);
    await player.idle();
    expect(waits).toEqual([350, 260, 350, 260, 350, 260, 350, 260, 350, 260]);
    player.repeat();
    await player.idle();
    expect(waits.slice(10)).toEqual([700, 520]);
    expect(told).toEqual([5]);
    expect(player.view?.turn).toBe(6);
  });

  it('goes to the end at any key, and jumps without a trace', async () => {
    const player = new EventPlayer({ still: () => false, quiet: () => true });
    player.add([played(1), played(2)]);
    await Promise.resolve();
    player.skip();
    await player.idle();
    expect(player.view?.turn).toBe(3);
    player.add([played(3)]);
    player.jump(after(9));
    await player.idle();
    expect(player.view?.turn).toBe(9);
    expect(player.busy).toBe(false);
  });
});

describe('clocks', () => {
  it('count down from the last word of the server, for the seat whose clock runs', () => {
    const clock = { kind: 'bank', running: [0], left_ms: { '0': 60_000, '1': 90_000 } };
    expect(leftNow(clock, 0, 1000, 11_000)).toBe(50_000);
    expect(leftNow(clock, 1, 1000, 11_000)).toBe(90_000);
    expect(leftNow(clock, 0, 0, 1e9)).toBe(0);
    expect(leftNow(null, 0, 0, 0)).toBeNull();
  });

  it('are written as one reads them', () => {
    expect([761_000, 598_000, 3_750_000, 7_400].map(written)).toEqual(['12:41', '9:58', '1:02:30', '0:07.4']);
  });
});
