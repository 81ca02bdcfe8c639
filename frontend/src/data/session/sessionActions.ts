import { createAction } from '@reduxjs/toolkit';
import type { SignInFailure } from './signInFailure.ts';

/** The startup began. Inside the mini app the dashboard is shown even without a session. */
export const sessionStarting = createAction<{ insideMiniApp: boolean }>('session/starting');

/** The session ended: by the user, by a 401, or without stored credentials. Slices with private data are emptied. */
export const sessionEnded = createAction('session/ended');

/** A sign-in failed. */
export const signInFailed = createAction<SignInFailure>('session/signInFailed');

/** The startup ended without a session. */
export const sessionNotStarted = createAction('session/notStarted');
