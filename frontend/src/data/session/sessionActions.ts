import { createAction } from '@reduxjs/toolkit';

/** The startup began; says where we run, since the dashboard is open to a mini app even before it is signed in. */
export const sessionStarting = createAction<{ insideMiniApp: boolean }>('session/starting');

/** Signed out: by the person, by a 401, or for want of stored credentials. Every private slice empties itself on it. */
export const sessionEnded = createAction('session/ended');

/** The startup ran out of ways to sign in. */
export const sessionNotStarted = createAction('session/notStarted');
