import '@testing-library/jest-dom';
import { cleanup } from '@testing-library/react';

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

window.scrollTo = () => {};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
