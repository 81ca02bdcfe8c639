import { reportWebVitals } from '@flyerdeck/contracts/calls/webVitals';
import type { WebVitalsBody, WebVitalsScreen } from '@flyerdeck/contracts/types';
import { onCLS, onINP, onLCP } from 'web-vitals';
import { API_BASE } from '../data/baseQuery.ts';

const SCREENS: readonly [RegExp, WebVitalsScreen][] = [
  [/^\/$/, 'dashboard'],
  [/^\/auth\/?$/, 'landing'],
  [/^\/tasks\//, 'task'],
  [/^\/admin(\/|$)/, 'admin'],
];

/** Sends how fast this visit was, without anything about the user, when its tab is hidden or closed for the first time. */
export function report(): void {
  const { pathname } = window.location;
  const body: { -readonly [Key in keyof WebVitalsBody]: WebVitalsBody[Key] } = {
    screen: SCREENS.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'other',
  };
  onLCP(({ value }) => {
    body.lcp_ms = value;
  });
  onINP(({ value }) => {
    body.inp_ms = value;
  });
  onCLS(({ value }) => {
    body.cls = value;
  });
  // Added after those of the package, which give their last values in this event.
  const send = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', send);
    navigator.sendBeacon(
      API_BASE + reportWebVitals.path,
      new Blob([JSON.stringify(body)], { type: 'application/json' }),
    );
  };
  document.addEventListener('visibilitychange', send);
}
