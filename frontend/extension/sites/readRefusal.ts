import type { SitePackNames, SitePackRefusal } from '@flyerdeck/contracts/sitePack';
import { normalizedName } from '@flyerdeck/contracts/sitePackWords';
import { escaped } from './addresses.ts';

const SECONDS = { seconds: 1, minutes: 60, hours: 3_600 } as const;
const DEFAULT_WAIT_SECONDS = 15 * 60;
const MAX_WAIT_SECONDS = 86_400;

/** 1 for a text without `{n}`. Null: the text holds none of them. */
function numberIn(text: string, names: SitePackNames): number | null {
  for (const name of Object.values(names).flat()) {
    const form = normalizedName(name).split('{n}').map(escaped).join('(\\d{1,5})');
    const found = new RegExp(`(?<![\\p{L}\\p{N}])${form}(?!\\p{L})`, 'u').exec(text);
    if (found) return Number(found[1] ?? 1);
  }
  return null;
}

export const holdsName = (text: string, names: SitePackNames): boolean =>
  Object.values(names)
    .flat()
    .some((one) => normalizedName(text).includes(normalizedName(one)));

/** '1 hour 30 minutes' is the sum of both. */
export function waitSecondsOf(text: string, { wait = {} }: SitePackRefusal): number {
  const units = Object.keys(SECONDS) as (keyof typeof SECONDS)[];
  const seconds = units.map((unit) => {
    const names = wait[unit];
    return names ? (numberIn(normalizedName(text), names) ?? 0) * SECONDS[unit] : 0;
  });
  const sum = seconds.reduce((all, one) => all + one, 0);
  return Math.min(MAX_WAIT_SECONDS, sum > 0 ? sum : DEFAULT_WAIT_SECONDS);
}
