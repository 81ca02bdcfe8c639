import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';

// On a busy machine a screen takes its second; what never comes still fails.
configure({ asyncUtilTimeout: 5_000 });

// The projects' `testTimeout` is not heard with several projects, and a busy machine renders a table of antd slowly.
jest.setTimeout(30_000);

// jsdom lays nothing out; these let components that watch their size mount.
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

// antd's Form and Select run a task later by a message; Node's own channel would keep the test process open.
class MessageByTimer {
  readonly port1: { onmessage: ((event: { readonly data: unknown }) => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: (data: unknown) => setTimeout(() => this.port1.onmessage?.({ data })) };
}
Object.assign(globalThis, { MessageChannel: globalThis.MessageChannel ?? MessageByTimer });

// antd's styles took most of a test's time: they are made for each test, and jsdom asks each of their rules about each
// element of a query by role. Nothing here depends on them, since jsdom lays nothing out.
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

// jsdom knows no pseudo elements and complains of every question about one.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
