import type { me, ResponseOf, SignInBody, signIn } from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
import { path } from '../path.ts';

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
  }),
});
