import { CONTROL_TIMEOUT_MS, type Part } from './Composer.ts';
import { setValue, waitFor } from './dom.ts';
import { SiteProblem, siteChanged } from './site.ts';
import { isTrustRequired } from './trustedInput.ts';

/** Editors put characters without a width where the cursor can stand. */
const NO_WIDTH = /[\u200b\u2060\ufeff]/g;
/** What many sites make of plain quotation marks, dashes and dots, as they are written or as they are shown. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[“”„«»″]/g, '"'],
  [/[‘’‚′]/g, "'"],
  [/[–—]|--+/g, '-'],
  [/…/g, '...'],
];
export const withPlainSigns = (text: string): string =>
  SIGNS.reduce((plain, [shown, written]) => plain.replaceAll(shown, written), text.normalize());
const normalized = (text: string) => withPlainSigns(text).replaceAll(NO_WIDTH, '').replaceAll(/\s+/g, ' ').trim();
const LINES = 'p, div, li, br';
/** Other images are not part of the text. */
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{Regional_Indicator})+$/u;

/** Each paragraph is a line. Some editors show an emoji as a picture with its text. */
export function shownText(field: HTMLElement): string {
  if (isPlainField(field)) return field.value;
  const parts: string[] = [];
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Element)) parts.push(node.textContent ?? '');
    else if (node instanceof HTMLImageElement) parts.push(EMOJI.test(node.alt) ? node.alt : '');
    else if (node.matches(LINES)) parts.push('\n');
  }
  return parts.join('');
}

/** Editors break lines differently. */
export const holdsText = (field: HTMLElement, text: string): boolean =>
  normalized(shownText(field)) === normalized(text);

type PlainField = HTMLTextAreaElement | HTMLInputElement;
const isPlainField = (field: Element | null): field is PlainField =>
  field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;

function enter(field: PlainField, text: string): void {
  setValue(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
}

/** As editors with a model of their own take and give a text. True: the editor has handled it. */
function handles(type: 'paste' | 'cut', field: HTMLElement, text = '', html = ''): boolean {
  const clipboardData = new DataTransfer();
  if (text !== '') clipboardData.setData('text/plain', text);
  if (html !== '') clipboardData.setData('text/html', html);
  const event = new ClipboardEvent(type, { clipboardData, bubbles: true, composed: true, cancelable: true });
  return !field.dispatchEvent(event);
}

function focused(find: Part): HTMLElement {
  const field = find();
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  if (!field || one !== field) throw siteChanged('The text field');
  return field;
}

/** Editors with a model learn of a selection and of a change by events that come later, some only each 100 ms. */
const LEARN_MS = 200;
const learned = () => new Promise((resolve) => setTimeout(resolve, LEARN_MS));

/** A site may replace the field after each change. */
async function select(find: Part, what: 'all' | 'end'): Promise<HTMLElement> {
  find()?.focus();
  focused(find);
  if (what === 'all') document.execCommand('selectAll');
  else getSelection()?.modify('move', 'forward', 'documentboundary');
  await learned();
  return focused(find);
}

export async function emptyText(find: Part): Promise<void> {
  const field = find();
  if (isPlainField(field) && !isTrustRequired()) return enter(field, '');
  const selected = await select(find, 'all');
  // An editor that handles it may not follow a deletion of several lines.
  if (!handles('cut', selected)) document.execCommand('delete');
  await learned();
}

/** The browser's own editing is trusted, unlike events of scripts. Not all editors with a model follow it. */
async function type(find: Part, text: string): Promise<void> {
  await emptyText(find);
  const field = find();
  if (isPlainField(field) && !isTrustRequired()) return enter(field, text);
  const lines = isPlainField(find()) ? [text] : text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      await select(find, 'end');
      // As the Enter key does: some editors know no other lines.
      document.execCommand('insertParagraph');
    }
    if (line === '') continue;
    await select(find, 'end');
    document.execCommand('insertText', false, line);
  }
}

const tooLong = () =>
  new SiteProblem('text_not_taken', 'The creator site takes only the beginning of the text: it is too long.');

/** Every editor that works takes this. */
const PLAIN = 'Hello';

/** What other markups, such as those of wikis, give a meaning is escaped, too. */
export const htmlOf = (text: string): string =>
  text
    .replaceAll(/[&<>"'[\]{}|~_*=`\\]|^[#:;]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('\n', '<br>');

/** An editor may read this as HTML, or make several fields of it, of which only the first one can be emptied. */
const HAS_MARKUP = /<|\n\s*\n/;

/** One that reads a pasted text as HTML takes it as HTML that says the text. */
async function pastes(find: Part, shown: Part, text: string): Promise<boolean> {
  // In a paragraph, because HTML without any is taken for a plain text by some editors.
  const asHtml = `<p>${htmlOf(text)}</p>`;
  const [first, second] = HAS_MARKUP.test(text) ? [asHtml, ''] : ['', asHtml];
  if (!handles('paste', await select(find, 'end'), text, first)) return false;
  if (await shows(shown, text)) return true;
  await emptyText(find);
  return handles('paste', await select(find, 'end'), text, second) && shows(shown, text);
}

const shows = async (shown: Part, text: string): Promise<boolean> => {
  const isShown = () => {
    const now = shown();
    return now !== null && holdsText(now, text);
  };
  return (await waitFor(isShown, CONTROL_TIMEOUT_MS)) === true;
};

/** A paste comes first, because some editors follow nothing else. Throws SiteProblem: `text_not_taken` if only this text is wrong. */
export async function fillText(find: Part, shown: Part, text: string): Promise<void> {
  const field = await waitFor(find, CONTROL_TIMEOUT_MS);
  if (!field) throw siteChanged('The text field');
  if (isPlainField(field) && field.maxLength >= 0 && text.length > field.maxLength) throw tooLong();
  field.focus();
  if (isPlainField(field) && !isTrustRequired()) enter(field, text);
  else if (!(await pastes(find, shown, text))) await type(find, text);
  if (await shows(shown, text)) return;
  const now = shown();
  const held = now ? normalized(shownText(now)) : '';
  if (held !== '' && normalized(text).startsWith(held)) throw tooLong();
  await type(find, PLAIN);
  if (await shows(shown, PLAIN)) {
    throw new SiteProblem('text_not_taken', "The creator site's editor changes this text, so nothing was posted.");
  }
  throw new SiteProblem('site_changed', "The site's editor did not take the text.");
}
