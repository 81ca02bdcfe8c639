import type { SitePackCalendar, SitePackStep, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { describeStep } from '@flyerdeck/contracts/sitePackWords';
import { imageField } from './attachImage.ts';
import { CONTROL_TIMEOUT_MS, type Composer, oneInPart, type Part } from './Composer.ts';
import { openPart, optionIn } from './choose.ts';
import { waitFor } from './dom.ts';
import { press } from './preparePost.ts';
import { hasFields, localesOf, openCalendar, openFields, openTimeTab, shownMonth } from './setTime.ts';

type Parts = Readonly<Record<string, () => unknown>>;

async function missingOf(parts: Parts): Promise<string[]> {
  const missing = () => Object.keys(parts).filter((name) => !parts[name]?.());
  const none = await waitFor(() => (missing().length === 0 ? [] : null), CONTROL_TIMEOUT_MS);
  return none ?? missing();
}

const isThere = (find: Promise<unknown>): Promise<boolean> =>
  find.then(
    () => true,
    () => false,
  );

function closePopup(): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
}

const inPart = (part: Part, ways: SitePackWays | undefined) => () => !ways || oneInPart(part, ways) !== null;

async function missingIn(composer: Composer, step: SitePackStep, what: string): Promise<string[]> {
  switch (step.do) {
    case 'press':
      return (await isThere(press(composer, step, what))) ? [] : [''];
    case 'fill':
      return missingOf({ '': () => composer.field(step) });
    case 'attach':
      return (await isThere(imageField(composer, step, what))) ? [] : ['input'];
    case 'choose': {
      const list = await openPart(composer, step.opener, step.list, what).catch(() => null);
      if (!list) return ['list'];
      const missing = await missingOf({ option: () => optionIn(list, step), save: inPart(list, step.save) });
      closePopup();
      return missing;
    }
    case 'time':
      if (hasFields(step)) return (await isThere(openFields(composer, step))) ? [] : ['fields'];
      return missingInCalendar(composer, step);
    case 'keep':
      return missingOf({ '': () => !step.is || composer.one(step.element) });
    case 'publish':
      return step.late ? [] : missingOf({ '': composer.postButton });
    default:
      return [];
  }
}

async function missingInCalendar(composer: Composer, calendar: SitePackCalendar): Promise<string[]> {
  const popup = await openCalendar(composer, calendar).catch(() => null);
  if (!popup) return ['popup'];
  const before = await missingOf({
    month: () => shownMonth(popup, calendar, localesOf(composer.pack)) !== null,
    nextMonth: inPart(popup, calendar.nextMonth),
    day: inPart(popup, calendar.day),
  });
  const hasTime = await isThere(openTimeTab(composer, popup, calendar));
  const after = await missingOf({
    timeTab: () => hasTime,
    hour: inPart(popup, calendar.hour),
    minute: inPart(popup, calendar.minute),
    save: inPart(popup, calendar.save),
  });
  closePopup();
  return [...before, ...after];
}

/** The path of a missing part: `steps.3.press`, `steps.4.choose.option`. */
const partOf = (n: number, { do: kind }: SitePackStep, part: string) =>
  [`steps.${n}.${kind}`, part].filter(Boolean).join('.');

/** Presses only what opens something, and types nothing. What is pressed only after an image was added is not looked for. */
export async function probeComposer(composer: Composer): Promise<string[]> {
  const missing: string[] = [];
  let isAttached = false;
  for (const [n, step] of composer.pack.steps.entries()) {
    isAttached ||= step.do === 'attach';
    if (isAttached && step.do === 'press' && step.when === 'image') continue;
    const parts = await missingIn(composer, step, `Step ${n + 1}: ${describeStep(step)}`);
    missing.push(...parts.map((part) => partOf(n, step, part)));
    if (step.do === 'publish' || (step.do === 'press' && parts.length > 0)) break;
  }
  return missing;
}
