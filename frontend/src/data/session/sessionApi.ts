import type {
  endSession,
  listSessions,
  me,
  ParamsOf,
  ResponseOf,
  SignInBody,
  signIn,
} from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import { path } from '../path.ts';
import { listTag } from '../tags.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<ResponseOf<typeof signIn>, { body: SignInBody }>({
      query: ({ body }) => ({ method: 'POST', path: path`/auth/telegram`, body, access: 'public' }),
    }),
    me: build.query<ResponseOf<typeof me>, void>({
      query: () => ({ path: path`/auth/me` }),
      providesTags: ['Session'],
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ method: 'POST', path: path`/auth/logout` }),
    }),
    listSessions: build.query<ResponseOf<typeof listSessions>, void>({
      query: () => ({ path: path`/auth/sessions` }),
      providesTags: [listTag('Session')],
    }),
    endSession: build.mutation<null, ParamsOf<typeof endSession>>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/auth/sessions/${id}` }),
      // Also when it was refused: it may have ended by other means.
      invalidatesTags: [listTag('Session')],
    }),
  }),
});

export const { useSignInMutation, useMeQuery, useSignOutMutation, useListSessionsQuery, useEndSessionMutation } =
  sessionApi;
