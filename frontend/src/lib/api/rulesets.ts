/** The games of this server. Fixed while the page lives, so each is fetched once; a failure may be tried again. */
import { call } from './call';
import type { Rulebook, RulesetDetail, RulesetInfo, ScenarioInfo } from './protocol';

const kept = new Map<string, Promise<unknown>>();

function once<Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> {
  const id = path + JSON.stringify(query);
  let running = kept.get(id) as Promise<Answer> | undefined;
  if (running === undefined) {
    running = call<Answer>('GET', path, { query });
    kept.set(id, running);
    running.catch(() => kept.delete(id));
  }
  return running;
}

const at = (id: string, rest = ''): string => `/rulesets/${encodeURIComponent(id)}${rest}`;

export const listRulesets = (): Promise<RulesetInfo[]> => once('/rulesets');
export const getRuleset = (id: string): Promise<RulesetDetail> => once(at(id));
export const getRulebook = (id: string, lang: string): Promise<Rulebook> => once(at(id, '/rules'), { lang });

/** One scenario with a picture of its board as these options make it. */
export function getScenario(ruleset: string, scenario: string, options: Readonly<Record<string, unknown>> = {}): Promise<ScenarioInfo> {
  return once(at(ruleset, `/scenarios/${encodeURIComponent(scenario)}`), Object.keys(options).length === 0 ? {} : { options: JSON.stringify(options) });
}
