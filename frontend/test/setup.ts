/// <reference types="@testing-library/jest-dom" />
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { setHourClock } from '../src/lib/hourClock.ts';
import { cheapComputedStyle } from './computedStyle.ts';

// Testing Library does both when it is loaded, which is only in the worker's first file.
expect.extend(jest.requireActual('@testing-library/jest-dom/matchers'));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Screens can take seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// The message of a failed query contains the whole document. While `waitFor` retries, it is not shown.
interface RetriedConfig {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}
const { getElementError } = getConfig();
beforeAll(() =>
  configure({
    getElementError: (message, container) =>
      (getConfig() as RetriedConfig)._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  }),
);
// Testing Library is the same for all test files of a worker.
afterAll(() => configure({ getElementError }));

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

// React records a stack trace for each element that it creates, up to this number per second. They only extend the
// stack traces of warnings.
Object.defineProperty(
  Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] ?? {},
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set() {} },
);

// jsdom needs a long time for a list of the 400 time zones: each look at an option counts all before it.
Intl.supportedValuesOf = (key) => (key === 'timeZone' ? ['Asia/Tokyo', 'Europe/Berlin'] : []);

window.getComputedStyle = cheapComputedStyle;

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
