// Written by `npm run calls` from webVitals.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../webVitals.ts';

export const reportWebVitals: Call<typeof contracts.reportWebVitals> = { method: 'POST', path: '/web-vitals', access: 'public' };
