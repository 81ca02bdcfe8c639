import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<Answer<'signIn'>, WithBody<'signIn'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/auth/telegram`, body, access: 'public' }),
    }),
    me: build.query<Answer<'me'>, void>({
      query: () => ({ path: path`/auth/me` }),
      providesTags: ['Session'],
    }),
    signOut: build.mutation<null, void>({
      query: () => ({ method: 'POST', path: path`/auth/logout` }),
    }),
  }),
});
