import type { SitePack, SitePackCalendar, SitePackTimeFields, SitePackWays } from '@flyerdeck/contracts/sitePack';
import { stepOf } from '@flyerdeck/contracts/sitePackWords';
import { allInPart, CONTROL_TIMEOUT_MS, type Composer, oneInPart, type Part } from './Composer.ts';
import { controlIn, openPart, withoutNames } from './choose.ts';
import { displayOf, setValue, tellChange, textOf, waitFor } from './dom.ts';
import { isDisabled, pressControl } from './pressable.ts';
import { SiteProblem, siteChanged } from './site.ts';
import { holdsTime, readHalf, readMonth, showsTime } from './times.ts';

/** Ten years, the longest delay that the product's rules allow. */
const MAX_MONTHS_AHEAD = 121;

type TimeStep = SitePackCalendar | SitePackTimeFields;
export const hasFields = (step: TimeStep): step is SitePackTimeFields => 'fields' in step;

export const localesOf = (pack: SitePack): readonly string[] => {
  const { lang } = document.documentElement;
  try {
    return [...Intl.getCanonicalLocales(lang), ...pack.locales];
  } catch {
    return pack.locales;
  }
};

export const openCalendar = (composer: Composer, { opener, popup }: SitePackCalendar): Promise<Part> =>
  openPart(composer, opener, popup, 'The calendar');

export const shownMonth = (popup: Part, { month }: SitePackCalendar, locales: readonly string[]): number | null =>
  readMonth(textOf(oneInPart(popup, month)), locales);

export async function openTimeTab(composer: Composer, popup: Part, { timeTab }: SitePackCalendar): Promise<void> {
  if (timeTab) await pick(composer, () => oneInPart(popup, timeTab), "The scheduler's time");
}

async function pick(composer: Composer, find: () => HTMLElement | null | undefined, what: string): Promise<void> {
  pressControl(await composer.need(find, what), what, composer.pack);
}

const numberOf = (element: Element) => (/^\d{1,2}$/.test(textOf(element)) ? Number(textOf(element)) : null);
const withNumber = (popup: Part, ways: SitePackWays, number: number) =>
  allInPart(popup, ways).filter((element) => numberOf(element) === number && !isDisabled(element));

/** Days of the months before and after have the same numbers: those at the begin are high, those at the end are low. */
const dayOf = (popup: Part, ways: SitePackWays, day: number) => withNumber(popup, ways, day).at(day > 15 ? -1 : 0);

/** Some sites show another choice in the same sentence. */
function shownTime(composer: Composer): string {
  const time = stepOf(composer.pack, 'time');
  const shown = time?.shown ? displayOf(composer.one(time.shown)) : '';
  return composer.pack.steps.reduce(
    (text, step) => (step.do === 'choose' ? withoutNames(text, step.names) : text),
    shown,
  );
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const LOCAL_MINUTE = '{year}-{month}-{day}T{hour}:{minute}';

const written = (at: Date, form = LOCAL_MINUTE): string => {
  const [month, day] = [at.getMonth() + 1, at.getDate()];
  const parts = { year: at.getFullYear(), month, day, hour: at.getHours(), minute: at.getMinutes() };
  return form.replaceAll(/\{(\w+)\}/g, (_, part: keyof typeof parts) => twoDigits(parts[part]));
};

type TimeField = SitePackTimeFields['fields'][number];
const isTimeField = (element: Element, { form }: TimeField): element is HTMLInputElement | HTMLSelectElement =>
  element instanceof HTMLSelectElement
    ? form !== undefined
    : element instanceof HTMLInputElement &&
      (form === undefined ? ['datetime-local'] : ['text', 'number', 'date', 'time', 'tel']).includes(element.type);

type Field = HTMLInputElement | HTMLSelectElement;

function watchFields(composer: Composer, { fields }: SitePackTimeFields): () => Field[] | null {
  const shown = fields.map((one) => composer.shownSince(one.field));
  return () => {
    const found = shown.map((find, n) => {
      const [one, field] = [find(), fields[n]];
      return one && field && isTimeField(one, field) ? one : null;
    });
    return found.every((one) => one !== null) ? found : null;
  };
}

/** A field may have seconds as well, and a list no zero in front. */
const holdsPart = (field: Field, at: Date, { form }: TimeField): boolean => {
  const wanted = written(at, form);
  return (
    field.value.startsWith(wanted) ||
    (/^\d+$/.test(wanted) && Number(field.value) === Number(wanted) && field.value !== '')
  );
};

/** `filled`: a dialog that is closed may still hold its fields, or the site removes them. */
function isTimeShown(composer: Composer, step: TimeStep, at: Date, filled: readonly Field[]): boolean {
  if (!hasFields(step)) return showsTime(shownTime(composer), at, localesOf(composer.pack));
  const fields = watchFields(composer, step)() ?? (filled.every((one) => one.isConnected) ? filled : null);
  if (fields) return step.fields.every((one, n) => fields[n] && holdsPart(fields[n], at, one));
  return step.shown ? showsTime(shownTime(composer), at, localesOf(composer.pack)) : false;
}

/** Several fields may show the current time although none was set. */
export function isAnyTimeShown(composer: Composer): boolean {
  const time = stepOf(composer.pack, 'time');
  const fields = time && hasFields(time) && time.fields.length === 1 ? watchFields(composer, time)() : null;
  return (fields?.[0]?.value ?? '') !== '' || holdsTime(shownTime(composer));
}

export async function setTime(composer: Composer, step: TimeStep, at: Date): Promise<() => boolean> {
  const filled = hasFields(step) ? await fillFields(composer, step, at) : [];
  if (!hasFields(step)) await pickInCalendar(composer, step, at);
  const isShown = () => isTimeShown(composer, step, at, filled);
  // A wrong time is worse than none, so the time that the site shows is checked.
  if (await waitFor(isShown, CONTROL_TIMEOUT_MS)) return isShown;
  const shown = shownTime(composer);
  if (shown === '') throw siteChanged('The time of the scheduled post');
  throw new SiteProblem('site_changed', `The creator site understood another time (${shown}).`);
}

export async function openFields(composer: Composer, step: SitePackTimeFields): Promise<Field[]> {
  const { opener } = step;
  const fields = watchFields(composer, step);
  if (opener && !fields()) await pick(composer, () => controlIn(composer, opener), "The scheduler's button");
  return composer.need(fields, 'The field of the time');
}

async function fillFields(composer: Composer, step: SitePackTimeFields, at: Date): Promise<readonly Field[]> {
  const { save } = step;
  const saving = save && composer.shownSince(save);
  const fields = await openFields(composer, step);
  for (const [n, field] of fields.entries()) {
    const value = written(at, step.fields[n]?.form);
    field.focus();
    if (field instanceof HTMLSelectElement) {
      const option = [...field.options].find((one) => one.value === value || Number(one.value) === Number(value));
      if (!option) throw new SiteProblem('refused', `The creator site's list of times does not have ${value}.`);
      field.value = option.value;
    } else setValue(field, value);
    tellChange(field);
    field.blur();
  }
  if (saving) await pick(composer, saving, "The scheduler's Save button");
  return fields;
}

async function pickInCalendar(composer: Composer, step: SitePackCalendar, at: Date): Promise<void> {
  const locales = localesOf(composer.pack);
  const popup = await openCalendar(composer, step);
  await goToMonth(composer, popup, step, at);
  await pick(composer, () => dayOf(popup, step.day, at.getDate()), "The calendar's day");
  await openTimeTab(composer, popup, step);

  const { half, save } = step;
  await composer.need(() => allInPart(popup, step.hour)[0], "The scheduler's hours");
  const isTwelveHours = half !== undefined && allInPart(popup, half).length > 0;
  const hour = isTwelveHours ? at.getHours() % 12 || 12 : at.getHours();
  await pick(composer, () => withNumber(popup, step.hour, hour)[0], "The scheduler's hour");
  await pick(composer, () => withNumber(popup, step.minute, at.getMinutes())[0], "The scheduler's minute");
  if (isTwelveHours) {
    const wanted = at.getHours() < 12 ? 'am' : 'pm';
    const isWanted = (element: Element) => readHalf(textOf(element), locales) === wanted;
    await pick(composer, () => allInPart(popup, half).find(isWanted), "The scheduler's am and pm");
  }
  if (save) await pick(composer, () => oneInPart(popup, save), "The scheduler's Save button");
}

async function goToMonth(composer: Composer, popup: Part, step: SitePackCalendar, at: Date): Promise<void> {
  const wanted = at.getFullYear() * 12 + at.getMonth();
  const month = () => shownMonth(popup, step, localesOf(composer.pack));
  await composer.need(() => month() !== null, "The calendar's month");
  for (let ahead = 0; month() !== wanted; ahead++) {
    const shown = month();
    if (ahead > MAX_MONTHS_AHEAD || shown === null || shown > wanted) {
      const name = at.toLocaleString('en-US', { month: 'long', year: 'numeric' });
      throw new SiteProblem('refused', `The creator site's calendar does not reach ${name}.`);
    }
    await pick(composer, () => oneInPart(popup, step.nextMonth), "The calendar's next month");
    await waitFor(() => month() !== shown && month() !== null, CONTROL_TIMEOUT_MS);
  }
}
