import type { SitePack, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { fileField } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, Composer, oneInPart, type Part } from './Composer.ts';
import { waitFor } from './dom.ts';
import { oneDayOption, openExpiry } from './pickExpiry.ts';
import { localesOf, openSchedule, openTime, shownMonth } from './pickSchedule.ts';

type Parts = Readonly<Record<string, () => unknown>>;

/** Waits once for all of `parts`. Answers the names of those that do not appear. */
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
 * Looks for everything that a post needs on the new-post page. Presses what opens popups, nothing else, and types nothing. Answers
 * the names of missing elements, as in the pack.
 */
export async function probeComposer(pack: SitePack): Promise<string[]> {
  const { expiry, schedule, image } = pack.composer;
  const composer = await Composer.find(pack).catch(() => null);
  if (!composer) return ['composer.root'];
  const inPart = (part: Part, ways: SitePackWays | undefined) => () => !ways || oneInPart(part, ways) !== null;
  const missing = [
    ...(await missingOf({ 'composer.submit.button': composer.postButton })),
    ...(await fileField(composer, image).then(
      () => [],
      () => ['composer.image.input'],
    )),
    ...(await missingIn(
      'composer.expiry.dialog',
      () => openExpiry(composer, expiry),
      (dialog) => ({
        'composer.expiry.option': () => oneDayOption(dialog, expiry),
        'composer.expiry.save': inPart(dialog, expiry.save),
      }),
    )),
    ...(await missingIn(
      'composer.schedule.popup',
      () => openSchedule(composer, schedule),
      async (popup) => {
        const before = await missingOf({
          'composer.schedule.month': () => shownMonth(popup, schedule, localesOf(pack)) !== null,
          'composer.schedule.nextMonth': inPart(popup, schedule.nextMonth),
          'composer.schedule.day': inPart(popup, schedule.day),
        });
        const hasTime = await openTime(popup, schedule).then(
          () => true,
          () => false,
        );
        return {
          ...Object.fromEntries(before.map((name) => [name, () => false])),
          'composer.schedule.timeTab': () => hasTime,
          'composer.schedule.hour': inPart(popup, schedule.hour),
          'composer.schedule.minute': inPart(popup, schedule.minute),
          'composer.schedule.save': inPart(popup, schedule.save),
        };
      },
    )),
  ];
  return missing;
}
