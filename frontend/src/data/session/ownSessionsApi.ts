import * as auth from '@flyerdeck/contracts/calls/auth';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

/** The sessions of the signed-in user. Separate from `sessionApi.ts`, because every route loads that file. */
export const ownSessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: query(build, auth.listSessions, { provides: ['Session/LIST'] }),
    endSession: mutation(build, auth.endSession),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = ownSessionsApi;
