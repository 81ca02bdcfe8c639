import { CONTROL_TIMEOUT_MS, type Composer } from './Composer.ts';
import { need, setValue, waitFor } from './dom.ts';
import { SiteProblem, siteChanged } from './SiteProblem.ts';
import { isTrustRequired } from './trustedInput.ts';

/** Editors put characters without a width where the cursor can stand. */
const NO_WIDTH = /[\u200b\u2060\ufeff]/g;
const normalized = (text: string) => text.normalize().replaceAll(NO_WIDTH, '').replaceAll(/\s+/g, ' ').trim();
const LINES = 'p, div, li, br';

/** The text that the field shows; each paragraph is a line. Some editors show an emoji as a picture with its text. */
export function shownText(field: HTMLElement): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  const parts: string[] = [];
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Element)) parts.push(node.textContent ?? '');
    else if (node instanceof HTMLImageElement) parts.push(node.alt);
    else if (node.matches(LINES)) parts.push('\n');
  }
  return parts.join('');
}

/** Compared with white space collapsed, because editors break lines differently. */
export const holdsText = (field: HTMLElement, text: string): boolean =>
  normalized(shownText(field)) === normalized(text);

function enter(field: HTMLTextAreaElement, text: string): void {
  setValue(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
}

/** As editors with a model of their own take a text. True: the editor has handled it. */
function paste(field: HTMLElement, text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true });
  return !field.dispatchEvent(event);
}

/** Whether commands of the editor reach this field. */
function isFocused(field: HTMLElement): boolean {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === field;
}

/** Runs a command of the browser's editing in the field, which a site may replace after each one. */
function run(composer: Composer, command: string, value?: string): void {
  const field = composer.text();
  field?.focus();
  if (!field || !isFocused(field)) throw siteChanged('The text field');
  if (command.startsWith('insert')) getSelection()?.modify('move', 'forward', 'documentboundary');
  document.execCommand(command, false, value);
}

/** Removes the text of the field with the events of typing. */
export function emptyText(composer: Composer): void {
  const field = composer.text();
  if (field instanceof HTMLTextAreaElement && !isTrustRequired()) enter(field, '');
  else for (const command of ['selectAll', 'delete']) run(composer, command);
}

/** As a browser types. Its own editing is trusted, unlike events of scripts. */
function type(composer: Composer, text: string): void {
  emptyText(composer);
  const lines = composer.text() instanceof HTMLTextAreaElement ? [text] : text.split('\n');
  for (const [index, line] of lines.entries()) {
    // As the Enter key does: some editors know no other lines.
    if (index > 0) run(composer, 'insertParagraph');
    if (line !== '') run(composer, 'insertText', line);
  }
}

const tooLong = () =>
  new SiteProblem('not_pressed', 'The creator site takes only the beginning of the text: it is too long.');

/**
 * Enters the text with the events of typing, because the site's editor updates its state only by events. Throws SiteProblem
 * when the field does not show it afterwards.
 */
export async function fillText(composer: Composer, text: string): Promise<void> {
  const field = await need(composer.text, 'The text field', CONTROL_TIMEOUT_MS);
  if (field instanceof HTMLTextAreaElement && field.maxLength >= 0 && text.length > field.maxLength) throw tooLong();
  field.focus();
  if (isTrustRequired()) type(composer, text);
  else if (field instanceof HTMLTextAreaElement) enter(field, text);
  else if (!paste(field, text)) type(composer, text);
  const isShown = await waitFor(() => {
    const now = composer.text();
    return now !== null && holdsText(now, text);
  }, CONTROL_TIMEOUT_MS);
  if (!isShown) {
    const now = composer.text();
    const shown = now ? normalized(shownText(now)) : '';
    if (shown !== '' && normalized(text).startsWith(shown)) throw tooLong();
    throw new SiteProblem('site_changed', "The site's editor did not take the text.");
  }
}
