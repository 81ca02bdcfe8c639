import * as auth from '@flyerdeck/contracts/calls/auth';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: mutation(build, auth.signIn),
    me: query(build, auth.me, { provides: ['Session'] }),
    signOut: mutation(build, auth.signOut),
  }),
});
