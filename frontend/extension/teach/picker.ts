import type { Draft } from '../shared/teachTypes.ts';
import { type Picked, pickedFor, seenAt, targetOf } from './interpretClick.ts';
import { questionOf } from './questions.ts';

export const TEACH_PORT = 'teach';

/** What the window of Teach tells the page. */
export interface ToPicker {
  readonly path: string;
  readonly pack: Draft['pack'];
  /** Clicks are taken, and do nothing on the site. */
  readonly isPicking: boolean;
  /** The last click means an element that is so many levels further out. */
  readonly wider: number;
}

const MOUSE = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick', 'contextmenu'];
const TOUCH = ['touchstart', 'touchend'];
const KEYS = ['keydown', 'keypress', 'keyup'];
const EVENTS = [...MOUSE, ...TOUCH, ...KEYS, 'submit'];

let port: chrome.runtime.Port | null = null;
let request: ToPicker | null = null;
let clicked: Element | null = null;
let frame: HTMLElement | null = null;

/** Draws a frame around an element. The site's styles and clicks do not reach it. */
function show(element: Element | null): void {
  frame?.remove();
  if (!element) return;
  frame ??= document.createElement('div');
  const { left, top, width, height } = element.getBoundingClientRect();
  frame.style.cssText = `all: initial; position: fixed; z-index: 2147483647; pointer-events: none; box-sizing: border-box;
    left: ${left - 3}px; top: ${top - 3}px; width: ${width + 6}px; height: ${height + 6}px;
    border: 3px solid #6a63f0; border-radius: 6px; background: rgb(106 99 240 / 15%);`;
  document.documentElement.append(frame);
}

function meant(element: Element): HTMLElement | null {
  const question = request && questionOf(request.path);
  return request && question ? targetOf(element, question, request.pack, request.wider) : null;
}

function tell(): void {
  const question = request && questionOf(request.path);
  const element = clicked?.isConnected ? meant(clicked) : null;
  if (!request || !question || !element) return;
  show(element);
  const picked: Picked = pickedFor(element, question, request.pack);
  port?.postMessage(picked);
}

function take(event: Event): void {
  if (!request?.isPicking) return;
  const isKey = event instanceof KeyboardEvent;
  if (isKey && event.key !== 'Enter' && event.key !== ' ') return;
  event.stopImmediatePropagation();
  if (event.cancelable && !TOUCH.includes(event.type)) event.preventDefault();
  // A disabled button gets no click.
  const isPick = event.type === 'pointerdown' || (isKey && event.type === 'keydown');
  const [target] = event.composedPath();
  if (!event.isTrusted || !isPick || !(target instanceof Element)) return;
  const question = questionOf(request.path);
  const stack = isKey
    ? []
    : document.elementsFromPoint((event as PointerEvent).clientX, (event as PointerEvent).clientY);
  clicked = (question && seenAt([target, ...stack], question)) ?? target;
  tell();
}

function point(event: Event): void {
  const [target] = event.composedPath();
  if (request?.isPicking && !clicked && target instanceof Element) show(meant(target));
}

/** Takes clicks while the window of Teach is open and wants one. Before the site's own scripts, which could take them first. */
export function listenForTeach(): void {
  for (const name of EVENTS) window.addEventListener(name, take, { capture: true });
  chrome.runtime.onConnect.addListener((opened) => {
    if (opened.name !== TEACH_PORT || opened.sender?.id !== chrome.runtime.id) return;
    port = opened;
    for (const name of ['mouseover', 'focusin']) window.addEventListener(name, point, true);
    opened.onMessage.addListener((next: ToPicker) => {
      const isSame = request?.path === next.path && next.isPicking;
      request = next;
      if (!isSame) clicked = null;
      if (clicked) tell();
      else show(null);
    });
    opened.onDisconnect.addListener(() => {
      request = null;
      clicked = null;
      show(null);
      for (const name of ['mouseover', 'focusin']) window.removeEventListener(name, point, true);
    });
  });
}
