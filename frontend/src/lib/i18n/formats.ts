/** Numbers, times and lists as the spoken language writes them. All of them follow the language when called in templates. */
import { prefs } from '../prefs/prefs.svelte';

import { t } from './language.svelte';
import { formatNumber } from './message';

export function number(n: number, options?: Intl.NumberFormatOptions): string {
  return formatNumber(n, prefs.language, options);
}

/** A share (0 to 1) as whole per cent: "41 %"; something below one is "< 1 %", never "0 %". */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return `<\u00a01\u00a0%`;
  if (share < 1 && share > 0.99) return `>\u00a099\u00a0%`;
  return `${number(Math.round(share * 100))}\u00a0%`;
}

/** "Ravenna and Lev", "Равенна и Лев". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat(prefs.language, { type: 'conjunction' }).format(items);
}

/** Day, month and time; the year only if it is another one. */
export function dateTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  const year: Intl.DateTimeFormatOptions = date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' };
  return new Intl.DateTimeFormat(prefs.language, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', ...year }).format(date);
}

/** How long ago, in the largest unit that fits: "5 minutes ago", "вчера". */
export function timeAgo(iso: string, now: number = Date.now()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(prefs.language, { numeric: 'auto' });
  if (Math.abs(seconds) < 60) return format.format(0, 'second');
  if (Math.abs(seconds) < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}

/** A length of time in words, one unit, rounded up: "9 min", "2 days". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return t('time.seconds', { n: seconds });
  if (seconds < 3600) return t('time.minutes', { n: Math.ceil(seconds / 60) });
  if (seconds < 86_400) return t('time.hours', { n: Math.round(seconds / 3600) });
  return t('time.days', { n: Math.round(seconds / 86_400) });
}
