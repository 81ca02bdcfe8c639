import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

// Screens can take seconds on a busy machine.
configure({ asyncUtilTimeout: 5_000 });

// Jest ignores `testTimeout` of a project when there are several projects, and antd's tables render slowly on a busy
// machine.
jest.setTimeout(30_000);

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
jest.mock('@rc-component/util/lib/Dom/dynamicCSS', () => ({
  ...jest.requireActual('@rc-component/util/lib/Dom/dynamicCSS'),
  updateCSS: () => document.createElement('style'),
}));
for (const hook of ['useStyleRegister', 'useCSSVarRegister'])
  jest.doMock(`@ant-design/cssinjs/lib/hooks/${hook}`, () => ({
    ...jest.requireActual(`@ant-design/cssinjs/lib/hooks/${hook}`),
    __esModule: true,
    default: () => undefined,
  }));

// jsdom does not support pseudo-elements and logs an error for each request of their style.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
