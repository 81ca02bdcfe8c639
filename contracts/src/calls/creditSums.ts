// Written by `npm run calls` from creditSums.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../creditSums.ts';

export const getCreditOutlook: Call<typeof contracts.getCreditOutlook> = { path: '/credits/outlook' };
export const listSpending: Call<typeof contracts.listSpending> = { path: '/credits/spending' };
