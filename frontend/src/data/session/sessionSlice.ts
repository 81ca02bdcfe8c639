import { auth } from '@flyerdeck/contracts/calls';
import type { CurrentUser } from '@flyerdeck/contracts/types';
import { createSlice } from '@reduxjs/toolkit';
import { injectCalls } from '../client.ts';
import {
  type SignInFailure,
  sessionEnded,
  sessionNotStarted,
  sessionStarting,
  signInFailed,
} from '../request/sessionActions.ts';

interface SessionState {
  readonly status: 'loading' | 'authenticated' | 'anonymous';
  readonly user: CurrentUser | null;
  readonly insideMiniApp: boolean;
  /** Failure of the last sign-in; null when there was none or it succeeded. */
  readonly signInFailure: SignInFailure | null;
  /** Why the user was signed out without having asked for it. */
  readonly endedBecause: string | null;
}
export interface WithSession {
  readonly session: SessionState;
}

const initialState: SessionState = {
  status: 'loading',
  user: null,
  insideMiniApp: false,
  signInFailure: null,
  endedBecause: null,
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarting, (state, { payload }) => {
        state.insideMiniApp = payload.insideMiniApp;
      })
      .addCase(sessionEnded, (state, { payload = null }) => {
        state.user = null;
        // After a sign-out the calls that are mounted still run, without credentials.
        if (state.status !== 'anonymous' || payload === null) state.endedBecause = payload;
        // While the status is 'loading', the startup may still sign in by other means after an invalid stored session.
        // A guard that saw 'anonymous' in this time would leave the requested address.
        if (state.status === 'authenticated') state.status = 'anonymous';
      })
      .addCase(sessionNotStarted, (state) => {
        // The callback page may have signed the user in during the startup.
        if (state.status === 'loading') state.status = 'anonymous';
      })
      .addCase(signInFailed, (state, { payload }) => {
        state.signInFailure = payload;
      })
      .addMatcher(sessionApi.endpoints.me.matchFulfilled, (state, { payload }) => {
        state.user = payload;
        state.status = 'authenticated';
        state.signInFailure = null;
        state.endedBecause = null;
      });
  },
});

export const selectSessionStatus = (state: WithSession) => state.session.status;
export const selectCurrentUser = (state: WithSession) => state.session.user;
export const selectInsideMiniApp = (state: WithSession) => state.session.insideMiniApp;
export const selectEndedBecause = (state: WithSession) => state.session.endedBecause;
export const selectSignInFailure = (state: WithSession) => state.session.signInFailure;

export const sessionApi = injectCalls(
  {
    signIn: auth.signIn,
    startOidc: auth.startOidc,
    finishOidc: auth.finishOidc,
    me: auth.me,
    signOut: auth.signOut,
  },
  { me: { provides: ['Session'] } },
);

export const { useMeQuery, useStartOidcMutation } = sessionApi;
