// Written by `npm run calls` from failures.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../failures.ts';

export const getFailureReport: Call<typeof contracts.getFailureReport> = { path: '/admin/failures' };
