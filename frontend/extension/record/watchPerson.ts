import type { SitePackWays } from '@flyerdeck/contracts/sitePack';
import { computeAccessibleName } from 'dom-accessibility-api';
import type { FromPage, Recorded, SeenElement, ToPage } from '../shared/recordTypes.ts';
import { isTextField } from '../sites/Composer.ts';
import { allIn, closest, holds, isVisible, parentOf, selfAndAncestors, textOf } from '../sites/dom.ts';
import { shownText } from '../sites/fillText.ts';
import { findAll } from '../sites/findElements.ts';
import { isPlain } from '../sites/pressable.ts';
import { answeredAccount, pageAddress, pickedAccount, pickedPost } from './picked.ts';
import { pictureOf } from './pictureOf.ts';
import { asWays, nameOfSeen, pageLanguage, waysTo, waysToAll } from './proposeWays.ts';
import { isLate, isNew, isNewFileField, messages, rememberShown, rememberUnwritten } from './shownSince.ts';

/* Nothing is pressed here; only the two clicks that are asked for at the end do nothing on the site. */

export const RECORD_PORT = 'record';
const BUTTONS = `button, input[type="submit"], input[type="button"], input[type="checkbox"], input[type="radio"], a[href], summary, label,
  [role="button"], [role="menuitem"], [role="tab"], [role="option"], [role="radio"], [role="switch"], [role="checkbox"], [role="link"]`;
const POINTERS =
  `pointerdown pointerup mousedown mouseup click dblclick auxclick contextmenu touchstart touchend`.split(' ');
const IMAGE_MS = 60_000;
const STILL_MS = 1_500;
let port: chrome.runtime.Port | null = null;
let task: ToPage = { mode: 'off' };
let added: {
  readonly before: ReadonlySet<Element>;
  ways: SitePackWays | null;
  readonly dialog: Element | null;
} | null = null;
const writing = new Map<HTMLElement, { readonly isNew: boolean; readonly address: string; readonly around: Element }>();

const tell = (message: FromPage): void => port?.postMessage(message);

const seen = (element: Element, ways = waysTo(element)): SeenElement | null => {
  const found = asWays(ways);
  const name = nameOfSeen(element).slice(0, 80);
  return found && { ways: found, name, language: pageLanguage(), picture: pictureOf(element) };
};

const isLine = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['text', 'search', 'url', ''].includes(element.type);
const isTime = (element: Element): boolean => timeForm(element) !== undefined;

const PARTS: readonly [RegExp, string][] = [
  [/year|год|año|^aa$/i, '{year}'],
  [/month|месяц|mes\b|^mm$/i, '{month}'],
  [/minute|минут|minuto|^mn$/i, '{minute}'],
  [/hour|час|hora|^hh$/i, '{hour}'],
  [/\bday|день|día|^jj$/i, '{day}'],
];

/** Null for a `datetime-local`. Undefined: it is no field of the time. */
function timeForm(element: Element): string | null | undefined {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return undefined;
  if (element.type === 'datetime-local') return null;
  if (element.type === 'date') return '{year}-{month}-{day}';
  if (element.type === 'time') return '{hour}:{minute}';
  const parts = /^\d{4}-\d\d-\d\d([ T])\d\d:\d\d$/.exec(element.value);
  if (parts) return `{year}-{month}-{day}${parts[1]}{hour}:{minute}`;
  if (!/^\d{1,4}$/.test(element.value)) return undefined;
  const names = [computeAccessibleName(element), element.name, element.id];
  return PARTS.find(([word]) => names.some((name) => word.test(name)))?.[1];
}

function controlOf(clicked: Element): Element {
  const control = closest(clicked, BUTTONS);
  if (control) return control;
  let plain: Element = clicked;
  for (const one of selfAndAncestors(clicked)) {
    if (!isPlain(one) || getComputedStyle(one).cursor !== 'pointer') break;
    plain = one;
  }
  return plain;
}

function tellWritten(): void {
  for (const [field, { around, ...begun }] of writing) {
    writing.delete(field);
    // What looked like a line at its first character may be a time.
    if (isTime(field)) continue;
    const text = shownText(field).trim();
    // The name of many fields is what they hold.
    const element = field.isConnected && text !== '' ? seen(field, waysTo(field, { hasName: isLine(field) })) : null;
    const written = { ...begun, text, isLine: isLine(field), shown: shownIn(field, text, around) };
    if (element) tell({ kind: 'did', what: { kind: 'fill', element, ...written } });
  }
}

function sameAround(field: HTMLElement, text: string): Element {
  let outer: Element = field;
  for (let one = parentOf(field); one && !one.matches('body, html, main'); one = parentOf(one)) {
    if (shownText(one as HTMLElement).trim() !== text) break;
    outer = one;
  }
  return outer;
}

/** Editors of blocks put each paragraph into a field of its own. What showed more before, such as a text that asks to write, is too much. */
function shownIn(field: HTMLElement, text: string, before: Element) {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) return null;
  const now = sameAround(field, text);
  const shown = before.isConnected && holds(now, before) ? before : now;
  return shown === field ? null : asWays(waysTo(shown, { hasName: false }));
}

function pressed(target: Element): void {
  const control = controlOf(target);
  if (control.matches('select, option, input[type="file"], html, body')) return;
  if (isTextField(control) || isLine(control) || isTime(control)) return;
  tellWritten();
  tellMoved();
  const element = seen(control);
  const isOfImage = added?.dialog?.contains(control) ?? false;
  const when = { isNew: isNew(control), address: pageAddress(), isOfImage, isLate: isLate(control) };
  if (element) tell({ kind: 'did', what: { kind: 'press', element, ...when } });
  rememberShown();
}

const images = () => allIn(document, 'img, video, canvas').filter(isVisible);
const newImage = (before: ReadonlySet<Element>): Element | undefined =>
  images()
    .filter((one) => !before.has(one))
    .sort((a, b) => sizeOf(b) - sizeOf(a))[0];

function waysToImage(image: Element, before: ReadonlySet<Element>): SitePackWays | null {
  const ways = waysToAll(image, [...before]);
  const isStored = /^https?:/.test(image.getAttribute('src') ?? '');
  const stored = isStored ? ways.flatMap((way) => ('css' in way ? [{ css: `${way.css}[src^="http"]` }] : [])) : [];
  return asWays((stored.length > 0 ? stored : ways).slice(0, 5));
}

/** A dialog in which an image was added may be closed meanwhile, and the image shown elsewhere. */
function tellMoved(): void {
  if (!added?.ways || findAll(added.ways, document, isVisible).length > 0) return;
  const image = newImage(added.before);
  const ways = image && waysToImage(image, added.before);
  if (ways) tell({ kind: 'image', ways, isMoved: true });
}

async function attached(field: Element, isPlainField: boolean): Promise<void> {
  tellWritten();
  const before = new Set<Element>(images());
  const dialog = allIn(document, 'dialog, [role="dialog"]').findLast(isVisible) ?? null;
  const mine: NonNullable<typeof added> = { before, ways: null, dialog };
  added = mine;
  const element = seen(field, waysTo(field, { hasName: false }));
  if (!element) return;
  const shown = { isNew: isPlainField ? isNewFileField(field) : isNew(field), address: pageAddress() };
  tell({ kind: 'did', what: { kind: 'attach', element, ...shown, isPlainField, image: null } });
  // A form without scripts sends the image with the post: the field holds it until then.
  if (isPlainField && isInPlainForm(field)) {
    tell({ kind: 'image', ways: element.ways, isMoved: false });
    return;
  }
  // The image is uploaded when what shows it does not change any more.
  const untilMs = Date.now() + IMAGE_MS;
  for (let still = 0, last = ''; Date.now() < untilMs && still < STILL_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const image = newImage(before);
    const now = image ? `${image.getAttribute('src')} ${sizeOf(image)}` : '';
    still = now !== '' && now === last ? still + 300 : 0;
    last = now;
    if (image && still >= STILL_MS) {
      const ways = waysToImage(image, before);
      mine.ways = ways;
      if (ways) tell({ kind: 'image', ways, isMoved: false });
    }
  }
}

const isInPlainForm = (field: Element): boolean =>
  field instanceof HTMLInputElement && field.name !== '' && field.form?.enctype === 'multipart/form-data';

const sizeOf = (element: Element) => element.clientWidth * element.clientHeight;

/** When the button goes down: many elements are replaced before it goes up. A key on a button is a click only. */
function onPress(event: MouseEvent): void {
  const [target] = event.composedPath();
  const isPress = event.type === 'pointerdown' ? event.button === 0 : event.detail === 0;
  if (task.mode === 'record' && event.isTrusted && isPress && target instanceof Element) pressed(target);
}

function take(event: Event): void {
  if (task.mode !== 'pick_account' && task.mode !== 'pick_post') return;
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return;
  const picked = task.mode === 'pick_post' ? pickedPost(target, task.text) : pickedAccount(target);
  if (!picked) {
    // A click on anything else works as always: the answer may be in a menu, or on another page.
    if (event.type === 'pointerdown') rememberShown();
    return;
  }
  event.stopImmediatePropagation();
  if (event.cancelable && !event.type.startsWith('touch')) event.preventDefault();
  if (event.type !== 'click' || !event.isTrusted) return;
  if (picked.kind === 'account' && isNew(target)) void answeredAccount(picked).then(tell);
  else tell(picked);
}

function onInput(event: Event): void {
  const [target] = event.composedPath();
  if (task.mode !== 'record' || !(target instanceof HTMLElement)) return;
  if ((isTextField(target) || isLine(target)) && !isTime(target) && !writing.has(target)) {
    rememberUnwritten();
    const around = sameAround(target, shownText(target).trim());
    writing.set(target, { isNew: isNew(target), address: pageAddress(), around });
  }
}

function onChange(event: Event): void {
  const [target] = event.composedPath();
  if (task.mode !== 'record' || !(target instanceof HTMLElement)) return;
  if (target instanceof HTMLInputElement && target.type === 'file') {
    void attached(target, true);
    return;
  }
  const form = timeForm(target);
  const element = form !== undefined || target instanceof HTMLSelectElement ? seen(target) : null;
  if (!element) return;
  tellWritten();
  const about = { element, isNew: isNew(target), address: pageAddress() };
  const what: Recorded =
    form !== undefined
      ? { ...about, kind: 'time', form }
      : { ...about, kind: 'choose', option: textOf((target as HTMLSelectElement).selectedOptions[0] ?? null) };
  tell({ kind: 'did', what });
}

function onDrop(event: DragEvent): void {
  const [target] = event.composedPath();
  if (task.mode === 'record' && target instanceof Element && (event.dataTransfer?.files.length ?? 0) > 0)
    void attached(target, false);
}

/** Before the site's own scripts, which could take the events first. */
export function listenForRecorder(): void {
  for (const name of POINTERS) window.addEventListener(name, take, { capture: true });
  window.addEventListener('pointerdown', onPress, { capture: true });
  window.addEventListener('click', onPress, { capture: true });
  // Not `input`: observers are called after its listener, and some editors would undo what they have not heard of yet.
  window.addEventListener('beforeinput', onInput, { capture: true });
  window.addEventListener('input', onInput);
  window.addEventListener('change', onChange, { capture: true });
  window.addEventListener('drop', onDrop, { capture: true });
  chrome.runtime.onConnect.addListener((opened) => {
    if (opened.name !== RECORD_PORT || opened.sender?.id !== chrome.runtime.id) return;
    port = opened;
    opened.onMessage.addListener((next: ToPage) => {
      if (task.mode === 'record' && next.mode !== 'record') {
        tellWritten();
        tell({ kind: 'said', messages: messages() });
      }
      task = next;
      tell({ kind: 'ready' });
    });
    opened.onDisconnect.addListener(() => {
      task = { mode: 'off' };
      port = null;
    });
  });
}
