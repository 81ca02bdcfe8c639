import type { SitePack, SitePackCalendar, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { allInPart, CONTROL_TIMEOUT_MS, type Composer, oneInPart, type Part } from './Composer.ts';
import { holdsTime, readHalf, readMonth, showsTime } from './dates.ts';
import { displayOf, need, textOf, waitFor } from './dom.ts';
import { withoutNames } from './pickExpiry.ts';
import { isDisabled, pressControl } from './pressable.ts';
import { SiteProblem, siteChanged } from './SiteProblem.ts';
import { fillTimeField, isWrittenIn, timeField } from './timeField.ts';

/** Ten years, the longest delay that the product's rules allow. */
const MAX_MONTHS_AHEAD = 121;

/** The language of the page, then those of the pack. */
export const localesOf = (pack: SitePack): readonly string[] => {
  const { lang } = document.documentElement;
  try {
    return [...Intl.getCanonicalLocales(lang), ...pack.locales];
  } catch {
    return pack.locales;
  }
};

export const openSchedule = (composer: Composer, { opener, popup }: SitePackCalendar): Promise<Part> =>
  composer.open(opener, popup, 'The calendar');

export const shownMonth = (popup: Part, { month }: SitePackCalendar, locales: readonly string[]): number | null =>
  readMonth(textOf(oneInPart(popup, month)), locales);

export async function openTime(popup: Part, { timeTab }: SitePackCalendar): Promise<void> {
  if (!timeTab) return;
  const tab = await need(() => oneInPart(popup, timeTab), "The scheduler's time", CONTROL_TIMEOUT_MS);
  pressControl(tab, "The scheduler's time");
}

async function pick(find: () => HTMLElement | null | undefined, what: string): Promise<void> {
  pressControl(await need(find, what, CONTROL_TIMEOUT_MS), what);
}

const numberOf = (element: Element) => (/^\d{1,2}$/.test(textOf(element)) ? Number(textOf(element)) : null);
const withNumber = (popup: Part, ways: SitePackWays, number: number) =>
  allInPart(popup, ways).filter((element) => numberOf(element) === number && !isDisabled(element));

/** Days of the months before and after have the same numbers: those at the begin are high, those at the end are low. */
const dayOf = (popup: Part, ways: SitePackWays, day: number) => withNumber(popup, ways, day).at(day > 15 ? -1 : 0);

/** What the scheduler shows. Some sites show the expiry in the same sentence. */
function shownTime(composer: Composer, { schedule, expiry }: SitePack['composer']): string {
  const shown = schedule?.shown ? displayOf(composer.one(schedule.shown)) : '';
  return expiry ? withoutNames(shown, expiry.oneDay) : shown;
}

const isTimeShown = (composer: Composer, pack: SitePack, at: Date): boolean =>
  showsTime(shownTime(composer, pack.composer), at, localesOf(pack));

/** A time that nobody wants, for example of a draft. */
export function isAnyTimeShown(composer: Composer, pack: SitePack): boolean {
  const { schedule } = pack.composer;
  const field = schedule && 'field' in schedule ? timeField(composer, schedule) : null;
  return (field?.value ?? '') !== '' || holdsTime(shownTime(composer, pack.composer));
}

/**
 * Sets the site's scheduler to the minute, in the browser's time zone. Returns what tells from then on whether the site shows this time.
 */
export async function pickSchedule(composer: Composer, pack: SitePack, at: Date): Promise<() => boolean> {
  const { schedule } = pack.composer;
  if (!schedule) throw siteChanged('The scheduler');
  let isShown = () => isTimeShown(composer, pack, at);
  if ('field' in schedule) {
    const find = await fillTimeField(composer, schedule, at);
    isShown = () => {
      const field = find();
      return field ? isWrittenIn(field, at, schedule) : isTimeShown(composer, pack, at);
    };
  } else await pickInCalendar(composer, schedule, at, localesOf(pack));
  // A wrong time is worse than none, so the time that the site shows is checked.
  if (await waitFor(isShown, CONTROL_TIMEOUT_MS)) return isShown;
  const shown = shownTime(composer, pack.composer);
  if (shown === '') throw siteChanged('The time of the scheduled post');
  throw new SiteProblem('site_changed', `The creator site understood another time (${shown}).`);
}

async function pickInCalendar(
  composer: Composer,
  schedule: SitePackCalendar,
  at: Date,
  locales: readonly string[],
): Promise<void> {
  const popup = await openSchedule(composer, schedule);
  await goToMonth(popup, schedule, at, locales);
  await pick(() => dayOf(popup, schedule.day, at.getDate()), "The calendar's day");
  await openTime(popup, schedule);

  const { half, save } = schedule;
  await need(() => allInPart(popup, schedule.hour)[0], "The scheduler's hours", CONTROL_TIMEOUT_MS);
  const isTwelveHours = half !== undefined && allInPart(popup, half).length > 0;
  const hour = isTwelveHours ? at.getHours() % 12 || 12 : at.getHours();
  await pick(() => withNumber(popup, schedule.hour, hour)[0], "The scheduler's hour");
  await pick(() => withNumber(popup, schedule.minute, at.getMinutes())[0], "The scheduler's minute");
  if (isTwelveHours) {
    const wanted = at.getHours() < 12 ? 'am' : 'pm';
    const isWanted = (element: Element) => readHalf(textOf(element), locales) === wanted;
    await pick(() => allInPart(popup, half).find(isWanted), "The scheduler's am and pm");
  }
  if (save) await pick(() => oneInPart(popup, save), "The scheduler's Save button");
}

async function goToMonth(popup: Part, schedule: SitePackCalendar, at: Date, locales: readonly string[]): Promise<void> {
  const wanted = at.getFullYear() * 12 + at.getMonth();
  const month = () => shownMonth(popup, schedule, locales);
  await need(() => month() !== null, "The calendar's month", CONTROL_TIMEOUT_MS);
  for (let ahead = 0; month() !== wanted; ahead++) {
    const shown = month();
    if (ahead > MAX_MONTHS_AHEAD || shown === null || shown > wanted) {
      const name = at.toLocaleString('en-US', { month: 'long', year: 'numeric' });
      throw new SiteProblem('refused', `The creator site's calendar does not reach ${name}.`);
    }
    await pick(() => oneInPart(popup, schedule.nextMonth), "The calendar's next month");
    await waitFor(() => month() !== shown && month() !== null, CONTROL_TIMEOUT_MS);
  }
}
