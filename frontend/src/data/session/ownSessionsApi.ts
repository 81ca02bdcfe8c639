import { api } from '../api.ts';
import type { Answer } from '../calls.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

/** The sessions of the signed-in user; apart from the sign-in, whose code every route loads. */
export const ownSessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<Answer<'listSessions'>, void>({
      query: () => ({ path: path`/auth/sessions` }),
      providesTags: [listTag('Session')],
    }),
    endSession: build.mutation<null, { id: string }>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/auth/sessions/${id}` }),
      // Also when it was refused: it may have ended by other means.
      invalidatesTags: [listTag('Session')],
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation } = ownSessionsApi;
