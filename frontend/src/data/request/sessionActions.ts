import { createAction } from '@reduxjs/toolkit';

/** The startup began. Inside the mini app the dashboard is shown even without a session. */
export const sessionStarting = createAction<{ insideMiniApp: boolean }>('session/starting');

/** The session ended: by the user, by a 401, or without stored credentials. Slices with private data are emptied. */
export const sessionEnded = createAction('session/ended');

/** The reason why a sign-in failed. The kinds differ in what the user can do. */
export type SignInFailure =
  /** Telegram's proof is more than an hour old. */
  | { readonly kind: 'stale' }
  /** Telegram named no user. */
  | { readonly kind: 'nobody' }
  /** No response, or one after which a retry may succeed. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly sentence: string };

export const signInFailed = createAction<SignInFailure>('session/signInFailed');

/** The startup ended without a session. */
export const sessionNotStarted = createAction('session/notStarted');
