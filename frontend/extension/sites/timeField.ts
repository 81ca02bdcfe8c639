import type { SitePackTimeField } from '@flyerdeck/contracts/sitePack';
import { CONTROL_TIMEOUT_MS, type Composer, type Part } from './Composer.ts';
import { isVisible, need, setValue, tellChange } from './dom.ts';
import { pressControl } from './pressable.ts';

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** As a field of the type `datetime-local` has it. */
const LOCAL_MINUTE = '{year}-{month}-{day}T{hour}:{minute}';

/** As the field shows it, in the browser's time zone. */
const written = (at: Date, form: string): string =>
  form
    .replace('{year}', String(at.getFullYear()))
    .replace('{month}', twoDigits(at.getMonth() + 1))
    .replace('{day}', twoDigits(at.getDate()))
    .replace('{hour}', twoDigits(at.getHours()))
    .replace('{minute}', twoDigits(at.getMinutes()));

/** A field may have seconds as well. */
export const isWrittenIn = (field: HTMLInputElement, at: Date, { form = LOCAL_MINUTE }: SitePackTimeField): boolean =>
  field.value.startsWith(written(at, form));

type TimeField = () => HTMLInputElement | null;

/** The field, in the form or where `appeared` finds what the form has opened outside of it. */
export function timeField(
  composer: Composer,
  { field, form }: SitePackTimeField,
  appeared?: Part,
): HTMLInputElement | null {
  const type = form === undefined ? 'datetime-local' : 'text';
  const isField = (element: Element | null): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === type;
  const outside = appeared?.() ?? null;
  return composer.all(field).find(isField) ?? (isField(outside) ? outside : null);
}

/** Opens the field if it is not shown. Returns what finds it from then on. */
export async function openTimeField(composer: Composer, schedule: SitePackTimeField): Promise<TimeField> {
  const { opener } = schedule;
  const watched = composer.watch(schedule.field);
  let last: HTMLElement | null = null;
  // A dialog that is closed may still hold its field.
  const appeared = () => {
    last = watched() ?? (last?.isConnected ? last : null);
    return last;
  };
  const field = () => timeField(composer, schedule, appeared);
  const shown = () => {
    const found = field();
    return found && isVisible(found) ? found : null;
  };
  if (opener && !shown()) {
    const button = await need(() => composer.one(opener), "The scheduler's button", CONTROL_TIMEOUT_MS);
    pressControl(button, "The scheduler's button");
  }
  await need(shown, 'The field of the time', CONTROL_TIMEOUT_MS);
  return field;
}

/** Enters the time with the events of typing. Returns what finds the field from then on. */
export async function fillTimeField(composer: Composer, schedule: SitePackTimeField, at: Date): Promise<TimeField> {
  const { save } = schedule;
  const savesAppeared = save && composer.watch(save);
  const find = await openTimeField(composer, schedule);
  const field = await need(find, 'The field of the time', CONTROL_TIMEOUT_MS);
  field.focus();
  setValue(field, written(at, schedule.form ?? LOCAL_MINUTE));
  tellChange(field);
  field.blur();
  if (save) {
    const shown = () => composer.all(save, isVisible)[0] ?? savesAppeared?.();
    pressControl(await need(shown, "The scheduler's Save button", CONTROL_TIMEOUT_MS), "The scheduler's Save button");
  }
  return find;
}
