// Written by `npm run calls` from adminPages.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../adminPages.ts';

export const diagnosePage: Call<typeof contracts.diagnosePage> = { path: '/admin/pages/:guid' };
