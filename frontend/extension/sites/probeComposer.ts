import type { SitePack, SitePackCalendar, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { pictureField } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, Composer, oneInPart, type Part } from './Composer.ts';
import { waitFor } from './dom.ts';
import { type Expiry, oneDayOption, openExpiry } from './pickExpiry.ts';
import { localesOf, openSchedule, openTime, shownMonth } from './pickSchedule.ts';
import { openTimeField } from './timeField.ts';

type Parts = Readonly<Record<string, () => unknown>>;

/** Waits once for all of `parts`. Returns the names of those that do not appear. */
async function missingOf(parts: Parts): Promise<string[]> {
  const missing = () => Object.keys(parts).filter((name) => !parts[name]?.());
  const none = await waitFor(() => (missing().length === 0 ? [] : null), CONTROL_TIMEOUT_MS);
  return none ?? missing();
}

/** The names of the parts of an opened popup that are missing; `name` itself when it does not open. */
async function missingIn(name: string, open: () => Promise<Part>, partsOf: (part: Part) => Promise<Parts> | Parts) {
  try {
    return await missingOf(await partsOf(await open()));
  } catch {
    return [name];
  } finally {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
    );
  }
}

/**
 * Looks for everything that a post needs on the new-post page. Presses what opens the new post and popups, nothing else, and types
 * nothing. Returns the names of missing elements, as in the pack.
 */
export async function probeComposer(pack: SitePack): Promise<string[]> {
  const { expiry, schedule, image, keep = [] } = pack.composer;
  const composer = await Composer.find(pack).catch(() => null);
  if (!composer) return ['composer.root'];
  const kept = keep.map(({ element, is }, index) => [`composer.keep.${index}`, () => !is || composer.one(element)]);
  return [
    ...(await missingOf({ 'composer.submit.button': composer.postButton, ...Object.fromEntries(kept) })),
    ...(await missingUnless('composer.image.input', () => pictureField(composer, image))),
    ...(expiry ? await missingInExpiry(composer, expiry) : []),
    ...(!schedule
      ? []
      : 'field' in schedule
        ? await missingUnless('composer.schedule.field', () => openTimeField(composer, schedule))
        : await missingInCalendar(composer, schedule, localesOf(pack))),
  ];
}

const missingUnless = (name: string, find: () => Promise<unknown>): Promise<string[]> =>
  find().then(
    () => [],
    () => [name],
  );

const inPart = (part: Part, ways: SitePackWays | undefined) => () => !ways || oneInPart(part, ways) !== null;

const missingInExpiry = (composer: Composer, expiry: Expiry) =>
  missingIn(
    'composer.expiry.dialog',
    () => openExpiry(composer, expiry),
    (dialog) => ({
      'composer.expiry.option': () => oneDayOption(dialog, expiry),
      'composer.expiry.save': inPart(dialog, expiry.save),
    }),
  );

const missingInCalendar = (composer: Composer, calendar: SitePackCalendar, locales: readonly string[]) =>
  missingIn(
    'composer.schedule.popup',
    () => openSchedule(composer, calendar),
    async (popup) => {
      const before = await missingOf({
        'composer.schedule.month': () => shownMonth(popup, calendar, locales) !== null,
        'composer.schedule.nextMonth': inPart(popup, calendar.nextMonth),
        'composer.schedule.day': inPart(popup, calendar.day),
      });
      const hasTime = await openTime(popup, calendar).then(
        () => true,
        () => false,
      );
      return {
        ...Object.fromEntries(before.map((name) => [name, () => false])),
        'composer.schedule.timeTab': () => hasTime,
        'composer.schedule.hour': inPart(popup, calendar.hour),
        'composer.schedule.minute': inPart(popup, calendar.minute),
        'composer.schedule.save': inPart(popup, calendar.save),
      };
    },
  );
