import { api } from '../api.ts';
import type { Answer } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** The sessions of the signed-in user. Separate from `sessionApi.ts`, because every route loads that file. */
export const ownSessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<Answer<'listSessions'>, void>({
      query: () => ({ path: path`/auth/sessions` }),
      providesTags: [listTag('Session')],
    }),
    endSession: build.mutation<null, { id: string }>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/auth/sessions/${id}` }),
      // Also after a failure: the session may have ended already.
      invalidatesTags: [listTag('Session')],
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = ownSessionsApi;
