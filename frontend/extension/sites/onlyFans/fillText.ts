import { SiteProblem } from '../../shared/SiteProblem.ts';

const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

export const shownText = (field: HTMLElement): string =>
  field instanceof HTMLTextAreaElement ? field.value : [...paragraphs(field)].join('\n');

const paragraphs = (field: HTMLElement) =>
  field.children.length > 0 ? [...field.children].map((line) => line.textContent ?? '') : [field.textContent ?? ''];

/**
 * Enters the text with the events of typing, because the site's editor updates its state only by events. Throws SiteProblem
 * when the field does not show it afterwards.
 */
export function fillText(field: HTMLElement, text: string): void {
  field.focus();
  if (field instanceof HTMLTextAreaElement) {
    // Frameworks define their own setter on the element; the prototype's setter changes the value.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  } else {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
  if (!holdsText(field, text)) {
    throw new SiteProblem('site_changed', "The site's editor did not take the text. Update the extension.");
  }
}

/** Compared with white space collapsed, because editors break lines differently. */
export const holdsText = (field: HTMLElement, text: string): boolean =>
  normalized(shownText(field)) === normalized(text);
