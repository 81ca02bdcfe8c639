import * as claimPause from '@flyerdeck/contracts/calls/claimPause';
import { injectCalls } from '../client.ts';

/** The pause of posting for everybody, for admins. */
export const claimPauseApi = injectCalls(claimPause, { getClaimPause: { provides: ['ClaimPause'] } });

export const { useGetClaimPauseQuery, useSetClaimPauseMutation } = claimPauseApi;
