import type { SitePackTimeField } from '@flyerdeck/contracts/sitePack';
import { CONTROL_TIMEOUT_MS, type Composer } from './Composer.ts';
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

export function timeField(composer: Composer, { field, form }: SitePackTimeField): HTMLInputElement | null {
  const type = form === undefined ? 'datetime-local' : 'text';
  const isField = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === type;
  return composer.all(field).find(isField) ?? null;
}

/** Opens the field if it is not shown, and returns it. */
export async function openTimeField(composer: Composer, schedule: SitePackTimeField): Promise<HTMLInputElement> {
  const { opener } = schedule;
  const field = () => {
    const found = timeField(composer, schedule);
    return found && isVisible(found) ? found : null;
  };
  if (opener && !field()) {
    const button = await need(() => composer.one(opener), "The scheduler's button", CONTROL_TIMEOUT_MS);
    pressControl(button, "The scheduler's button");
  }
  return need(field, 'The field of the time', CONTROL_TIMEOUT_MS);
}

/** Enters the time with the events of typing. */
export async function fillTimeField(composer: Composer, schedule: SitePackTimeField, at: Date): Promise<void> {
  const field = await openTimeField(composer, schedule);
  field.focus();
  setValue(field, written(at, schedule.form ?? LOCAL_MINUTE));
  tellChange(field);
  field.blur();
  const { save } = schedule;
  if (!save) return;
  const button = await need(() => composer.all(save, isVisible)[0], "The scheduler's Save button", CONTROL_TIMEOUT_MS);
  pressControl(button, "The scheduler's Save button");
}
