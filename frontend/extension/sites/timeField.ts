import type { SitePackTimeField } from '@flyerdeck/contracts/sitePack';
import { CONTROL_TIMEOUT_MS, type Composer } from './Composer.ts';
import { isVisible, need } from './dom.ts';
import { pressControl } from './pressable.ts';

const isTimeField = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'datetime-local';

export const LOCAL_MINUTE_LENGTH = 'YYYY-MM-DDTHH:mm'.length;
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** As a field of this type has it, in the browser's time zone. */
export const localMinute = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

export const timeField = (composer: Composer, { field }: SitePackTimeField): HTMLInputElement | null =>
  composer.all(field).find(isTimeField) ?? null;

/** Opens the field if it is not shown, and answers it. */
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
  // Frameworks define their own setter on the element; the prototype's setter changes the value.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, localMinute(at));
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  field.blur();
  const { save } = schedule;
  if (!save) return;
  const button = await need(() => composer.all(save, isVisible)[0], "The scheduler's Save button", CONTROL_TIMEOUT_MS);
  pressControl(button, "The scheduler's Save button");
}
