import { endSession, listSessions } from '@flyerdeck/contracts/calls/auth';
import { injectCalls } from '../client.ts';

/** The sessions of the signed-in user. Separate from `sessionApi.ts`, because every route loads that file. */
export const ownSessionsApi = injectCalls(
  { listSessions, endSession },
  { listSessions: { provides: ['Session/LIST'] } },
);

export const { useListSessionsQuery, useEndSessionMutation } = ownSessionsApi;
