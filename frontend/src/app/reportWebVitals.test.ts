import type { MetricType } from 'web-vitals';
import { report } from './reportWebVitals.ts';

const reporters: ((metric: MetricType) => void)[] = [];
jest.mock('web-vitals', () => {
  const keep = (listener: (metric: MetricType) => void) => reporters.push(listener);
  return { onLCP: keep, onINP: keep, onCLS: keep };
});

let visibility: DocumentVisibilityState;
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const sent: [string, string][] = [];
beforeEach(() => {
  reporters.length = 0;
  sent.length = 0;
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  navigator.sendBeacon = (address, data) => sent.push([String(address), (data as Blob).type]) > 0;
});

const bodyOf = (part: unknown) => JSON.parse(String(part));

test.each([
  ['/', 'dashboard'],
  ['/auth', 'landing'],
  ['/tasks/1', 'task'],
  ['/admin/users', 'admin'],
  ['/verify-link/abc', 'other'],
])('a visit of %s is reported once, when its tab is hidden, as %s', (address, screen) => {
  const bodies: unknown[] = [];
  jest.spyOn(globalThis, 'Blob').mockImplementation((parts) => {
    bodies.push(bodyOf(parts?.[0]));
    return { type: 'application/json' } as Blob;
  });
  window.history.replaceState(null, '', address);
  report();
  for (const [index, value] of [1_234.5, 56, 0.01].entries()) reporters[index]?.({ value } as MetricType);
  show('visible');
  expect(sent).toEqual([]);
  show('hidden');
  show('visible');
  show('hidden');
  expect(sent).toEqual([['/api/web-vitals', 'application/json']]);
  expect(bodies).toEqual([{ screen, lcp_ms: 1_234.5, inp_ms: 56, cls: 0.01 }]);
});
