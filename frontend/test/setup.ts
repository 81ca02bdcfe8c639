import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { setHourClock } from '../src/lib/hourClock.ts';

configure({
  // The limit of a test ends a wait, and not a time of its own.
  asyncUtilTimeout: 110_000,
  // Checking whether an element is hidden computes the styles of all elements around it, which is slow in jsdom.
  defaultHidden: true,
  // The default message contains the whole document, and is made on each try of `findBy` and `waitFor`.
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

// Node's own locale has 12 hours.
beforeEach(() => setHourClock('24'));

// jsdom has no layout. Components that observe their size need this class to render.
class NothingResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NothingResizes;

window.matchMedia ??= (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

// antd's Form and Select schedule work by MessageChannel. Node's own would keep the test process running.
class MessageByTimer {
  readonly port1: { onmessage: ((event: { readonly data: unknown }) => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: (data: unknown) => setTimeout(() => this.port1.onmessage?.({ data })) };
}
Object.assign(globalThis, { MessageChannel: globalThis.MessageChannel ?? MessageByTimer });

// jsdom has no styles of pseudo-elements, and logs an error for each request of one.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
