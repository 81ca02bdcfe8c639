import { createAction } from '@reduxjs/toolkit';
import type { SignInFailure } from './signInFailure.ts';

/** The startup began; says where we run, since the dashboard is open to a mini app even before it is signed in. */
export const sessionStarting = createAction<{ insideMiniApp: boolean }>('session/starting');

/** Signed out: by the person, by a 401, or for want of stored credentials. Every private slice empties itself on it. */
export const sessionEnded = createAction('session/ended');

/** A try to sign in ended without a session. */
export const signInFailed = createAction<SignInFailure>('session/signInFailed');

/** The startup ran out of ways to sign in. */
export const sessionNotStarted = createAction('session/notStarted');
