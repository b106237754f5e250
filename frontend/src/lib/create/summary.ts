/** The whole draft in one sentence, for the footer: "You and whoever takes the link, Three Crossings, 15 min + 20 s, anybody may watch". */
import type { RulesetDetail } from '../api/protocol';
import { t } from '../i18n';
import { botName, clockWords, nameOf } from '../lobby/words';

import { clockOf, type Draft } from './draft';

export function summary(draft: Draft, ruleset: RulesetDetail): string {
  const scenario = ruleset.scenarios.find(({ id }) => id === draft.scenario);
  const changes = Object.keys(draft.changed).length;
  return [
    draft.who === 'bot' ? t('create.summary.bot', { bot: botName(draft.bot) }) : t(`create.summary.${draft.who}`),
    nameOf(scenario?.names, draft.scenario),
    ...(draft.preset === 'letter' ? [t('preset.letter.short')] : []),
    ...(changes === 0 ? [] : [t('create.summary.changes', { n: changes })]),
    clockWords(clockOf(draft)),
    t(`create.summary.watch.${draft.spectators}`),
    ...(draft.delay > 0 && draft.spectators !== 'none' ? [t('create.summary.delay', { n: draft.delay })] : []),
  ].join(', ');
}
