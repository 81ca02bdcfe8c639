import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, word } from './schema.ts';
import { WEB_VITALS_SCREENS } from './values/webVitals.ts';

/** How fast the web app was in a browser: https://web.dev/articles/vitals. */

const ms = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 3_600_000, description }));

export const WebVitalsBody = closed({
  screen: word(WEB_VITALS_SCREENS, 'Kind of the screen that was opened first'),
  lcp_ms: ms('Time until the largest part of the screen was painted'),
  inp_ms: ms('Time from the slowest of the clicks and keys to the next paint'),
  cls: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000, description: 'How far parts of the screen moved' })),
});
export type WebVitalsBody = Static<typeof WebVitalsBody>;

export const reportWebVitals = defineEndpoint({
  method: 'POST',
  path: '/web-vitals',
  access: 'public',
  doc: 'Counts how fast a visit was in the metrics of the server. Nothing about the user is sent or stored.',
  body: WebVitalsBody,
});
