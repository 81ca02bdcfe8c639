// Written by `npm run calls` from claimPause.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../claimPause.ts';

export const getClaimPause: Call<typeof contracts.getClaimPause> = { path: '/admin/claim-pause' };
export const setClaimPause: Call<typeof contracts.setClaimPause> = { method: 'PUT', path: '/admin/claim-pause', changes: ['ClaimPause'] };
