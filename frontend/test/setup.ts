import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { cheapComputedStyle } from './computedStyle.ts';

// Screens can take seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// The message of a failed query contains the whole document. While `waitFor` retries, it is not shown.
interface RetriedConfig {
  readonly _disableExpensiveErrorDiagnostics?: boolean;
}
const { getElementError } = getConfig();
configure({
  getElementError: (message, container) =>
    (getConfig() as RetriedConfig)._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

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

// antd's styles took most of the time of a test: they are created in each test, and a query by role applies every
// rule to every element. No test depends on them, because jsdom has no layout.
for (const module of ['@rc-component/util/lib/Dom/dynamicCSS', '@ant-design/icons/lib/cssUtils'])
  jest.doMock(module, () => ({
    ...jest.requireActual(module),
    updateCSS: () => document.createElement('style'),
  }));
jest.mock('@ant-design/cssinjs-utils/lib/util/genStyleUtils', () => ({
  __esModule: true,
  default: () => ({
    genStyleHooks: () => () => ['', ''],
    genComponentStyleHook: () => () => '',
    genSubStyleComponent: () => () => null,
  }),
}));
for (const hook of ['useStyleRegister', 'useCSSVarRegister'])
  jest.doMock(`@ant-design/cssinjs/lib/hooks/${hook}`, () => ({
    ...jest.requireActual(`@ant-design/cssinjs/lib/hooks/${hook}`),
    __esModule: true,
    default: () => undefined,
  }));

// React records a stack trace for each element that it creates, up to this number per second. They only extend the
// stack traces of warnings.
Object.defineProperty(
  Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] ?? {},
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set() {} },
);

window.getComputedStyle = cheapComputedStyle;

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
