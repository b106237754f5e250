/** The games of this server. Fixed while the page lives, so each is fetched once; a failure may be tried again. */
import { answer, server } from './call';
import type { Rulebook, RulesetDetail, RulesetInfo, ScenarioInfo } from './protocol';

const kept = new Map<string, Promise<unknown>>();

function once<Data>(id: string, ask: () => Promise<Data>): Promise<Data> {
  let running = kept.get(id) as Promise<Data> | undefined;
  if (running === undefined) {
    running = ask();
    kept.set(id, running);
    running.catch(() => kept.delete(id));
  }
  return running;
}

export function listRulesets(): Promise<RulesetInfo[]> {
  return once('all', () => answer(server.GET('/api/v1/rulesets')) as Promise<RulesetInfo[]>); // openapi-fetch widens the pair of `seats`
}

export function getRuleset(id: string): Promise<RulesetDetail> {
  return once(id, () => answer(server.GET('/api/v1/rulesets/{ruleset_id}', { params: { path: { ruleset_id: id } } })) as Promise<RulesetDetail>);
}

export function getRulebook(id: string, lang: 'en' | 'ru'): Promise<Rulebook> {
  return once(`${id}/${lang}`, () => answer(server.GET('/api/v1/rulesets/{ruleset_id}/rules', { params: { path: { ruleset_id: id }, query: { lang } } })));
}

/** One scenario with a picture of its board as these options make it. */
export function getScenario(ruleset: string, scenario: string, options: Readonly<Record<string, unknown>> = {}): Promise<ScenarioInfo> {
  const query = Object.keys(options).length === 0 ? {} : { options: JSON.stringify(options) };
  const path = { ruleset_id: ruleset, scenario_id: scenario };
  return once(`${ruleset}/scenario/${scenario}?${query.options ?? ''}`, () => answer(server.GET('/api/v1/rulesets/{ruleset_id}/scenarios/{scenario_id}', { params: { path, query } })));
}
