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

/** As editors with a model of their own take and give a text. True: the editor has handled it. */
function handles(type: 'paste' | 'cut', field: HTMLElement, text = ''): boolean {
  const clipboardData = new DataTransfer();
  if (text !== '') clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent(type, { clipboardData, bubbles: true, composed: true, cancelable: true });
  return !field.dispatchEvent(event);
}

/** The field, if commands of the browser's editing reach it. */
function focused(composer: Composer): HTMLElement {
  const field = composer.text();
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  if (!field || one !== field) throw siteChanged('The text field');
  return field;
}

/** Editors with a model learn of a selection and of a change by events that come later, some only each 100 ms. */
const LEARN_MS = 200;
const learned = () => new Promise((resolve) => setTimeout(resolve, LEARN_MS));

/** Selects all or the end of the text. Returns the field, which a site may replace after each change. */
async function select(composer: Composer, what: 'all' | 'end'): Promise<HTMLElement> {
  composer.text()?.focus();
  focused(composer);
  if (what === 'all') document.execCommand('selectAll');
  else getSelection()?.modify('move', 'forward', 'documentboundary');
  await learned();
  return focused(composer);
}

/** Removes the text of the field with the events of typing. */
export async function emptyText(composer: Composer): Promise<void> {
  const field = composer.text();
  if (field instanceof HTMLTextAreaElement && !isTrustRequired()) return enter(field, '');
  const selected = await select(composer, 'all');
  // An editor that handles it may not follow a deletion of several lines.
  if (!handles('cut', selected)) document.execCommand('delete');
  await learned();
}

/** As a browser types. Its own editing is trusted, unlike events of scripts. Not all editors with a model follow it. */
async function type(composer: Composer, text: string): Promise<void> {
  await emptyText(composer);
  const field = composer.text();
  if (field instanceof HTMLTextAreaElement && !isTrustRequired()) return enter(field, text);
  const lines = composer.text() instanceof HTMLTextAreaElement ? [text] : text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      await select(composer, 'end');
      // As the Enter key does: some editors know no other lines.
      document.execCommand('insertParagraph');
    }
    if (line === '') continue;
    await select(composer, 'end');
    document.execCommand('insertText', false, line);
  }
}

const tooLong = () =>
  new SiteProblem('text_not_taken', 'The creator site takes only the beginning of the text: it is too long.');

/** Every editor that works takes this. */
const PLAIN = 'Hello';

/** Whether the field shows the text in time. */
const shows = async (composer: Composer, text: string): Promise<boolean> => {
  const isShown = () => {
    const now = composer.text();
    return now !== null && holdsText(now, text);
  };
  return (await waitFor(isShown, CONTROL_TIMEOUT_MS)) === true;
};

/**
 * Enters the text with the events of typing, because the site's editor updates its state only by events. A paste comes first, because
 * some editors follow nothing else; others change what is pasted, for example because they read it as HTML, and are typed into. Throws
 * SiteProblem when the field does not show the text afterwards: `text_not_taken` if the field works, so that only this text is wrong.
 */
export async function fillText(composer: Composer, text: string): Promise<void> {
  const field = await need(composer.text, 'The text field', CONTROL_TIMEOUT_MS);
  if (field instanceof HTMLTextAreaElement && field.maxLength >= 0 && text.length > field.maxLength) throw tooLong();
  field.focus();
  if (field instanceof HTMLTextAreaElement && !isTrustRequired()) enter(field, text);
  else if (!handles('paste', await select(composer, 'end'), text) || !(await shows(composer, text)))
    await type(composer, text);
  if (await shows(composer, text)) return;
  const now = composer.text();
  const shown = now ? normalized(shownText(now)) : '';
  if (shown !== '' && normalized(text).startsWith(shown)) throw tooLong();
  await type(composer, PLAIN);
  if (await shows(composer, PLAIN)) {
    throw new SiteProblem('text_not_taken', "The creator site's editor changes this text, so nothing was posted.");
  }
  throw new SiteProblem('site_changed', "The site's editor did not take the text.");
}
