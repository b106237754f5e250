/** Whatever the server may offer can be clicked: real decisions with every verb of the ruleset, made by scripts/verbs.py. */
import { describe, expect, it } from 'vitest';

import stored from '../../fixtures/lore-verbs.json';
import type { Decision } from '../api/protocol';

import { deedsOf, offerOf, subjectOf, type Deed, type Offer, type Verbs } from './deeds';

interface Example {
  readonly prompt: Decision['prompt'];
  readonly choices: readonly Record<string, unknown>[];
  readonly new: number;
  readonly hexes: Readonly<Record<string, string>>;
}

const verbs = stored.verbs as Verbs;
const examples = stored.decisions as unknown as readonly Example[];
type Place = 'board' | 'unit' | 'hand' | 'shelf' | 'end';

/** Where an offer shows a deed. */
function shown(offer: Offer, deed: Deed): Place[] {
  const found: Place[] = [];
  if ([...offer.places.values()].some((deeds) => deeds.includes(deed))) found.push('board');
  if ([...offer.onUnit.values()].includes(deed)) found.push('unit');
  if (!offer.aiming && deed.hexes.length === 0 && [...offer.cards.values()].some((deeds) => deeds[0] === deed)) found.push('hand');
  if (offer.ofActor.includes(deed) || offer.answers.includes(deed)) found.push('shelf');
  if (offer.end === deed) found.push('end');
  return found;
}

/** Everywhere a deed is shown: at once, after its unit is chosen, after its card is lifted. */
function reached(example: Example, deed: Deed, deeds: readonly Deed[], decision: Decision): Place[] {
  const subject = subjectOf(decision, (id) => example.hexes[id] !== undefined);
  const first = offerOf(deeds, null, subject);
  const found = shown(first, deed);
  if (deed.unit !== null && first.actors.has(deed.unit)) found.push(...shown(offerOf(deeds, deed.unit, subject), deed));
  if (deed.card !== null && first.cards.has(deed.card)) found.push(...shown(offerOf(deeds, null, subject, deed.card), deed));
  return [...new Set(found)];
}

const all = examples.map((example) => {
  const decision: Decision = { id: 'd', seat: 0, prompt: example.prompt, choices: example.choices as Decision['choices'] & object };
  const deeds = deedsOf(decision, verbs, (id) => example.hexes[id] ?? null);
  return { example, decision, deeds };
});

describe.each(Object.keys(verbs))('%s', (verb) => {
  it('can be done by a click, in every way in which it is offered', () => {
    const offered = all.flatMap(({ example, decision, deeds }) => deeds.filter((deed) => deed.verb === verb).map((deed) => ({ deed, places: reached(example, deed, deeds, decision) })));
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.filter(({ places }) => places.length === 0).map(({ deed }) => deed.action)).toEqual([]);
  });
});

describe('where deeds lie', () => {
  const placesOf = (verb: string): Set<Place> => new Set(all.flatMap(({ example, decision, deeds }) => deeds.filter((deed) => deed.verb === verb).flatMap((deed) => reached(example, deed, deeds, decision))));

  it.each<[string, Place[]]>([
    ['play_card', ['hand']], ['keep_card', ['hand']], ['keep_spell', ['hand']], ['discard_spell', ['hand']], ['play_spell', ['board']],
    ['mana_choice', ['shelf']], ['place_landmark', ['board']], ['retreat', ['board']], ['fly', ['board']], ['melee', ['board']],
    ['end_moves', ['end']], ['order', ['unit']], ['unorder', ['unit']], ['decline', ['shelf']],
  ])('%s: %j', (verb, places) => {
    expect([...placesOf(verb)]).toEqual(places);
  });

  it('a question about one deed holds it as an answer as well', () => {
    const poison = all.find(({ example }) => example.prompt.key === 'prompt.poison');
    const offer = offerOf(poison?.deeds ?? [], null, subjectOf(poison?.decision ?? null, () => true));
    expect(offer.answers.map((deed) => deed.verb)).toEqual(['power', 'decline']);
    expect(offer.places.size).toBe(1);
  });

  it('a lifted spell lights up only what it may be played on', () => {
    const cast = all.find(({ deeds }) => deeds.some((deed) => deed.verb === 'play_spell' && deed.unit !== null && deed.action['hex'] === undefined));
    const deed = cast?.deeds.find((each) => each.verb === 'play_spell');
    const offer = offerOf(cast?.deeds ?? [], null, null, deed?.card ?? null);
    expect(offer.aiming).toBe(true);
    expect([...offer.places.values()].flat().every((each) => each.card === deed?.card)).toBe(true);
    expect(offer.actors.size + offer.onUnit.size).toBe(0);
  });
});
