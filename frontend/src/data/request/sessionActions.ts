import { createAction } from '@reduxjs/toolkit';

export const sessionStarting = createAction<{ insideMiniApp: boolean }>('session/starting');

/** Why a user who did not sign out was signed out. */
export const ENDED_ELSEWHERE = 'You were signed out because your session ended elsewhere or was not used for too long.';

/** The payload is the sentence for a user who has not ended it here. */
export const sessionEnded = createAction<string | undefined>('session/ended');

export type SignInFailure =
  | { readonly kind: 'stale' }
  | { readonly kind: 'nobody' }
  /** No response, or one after which a retry may succeed. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly sentence: string };

export const signInFailed = createAction<SignInFailure>('session/signInFailed');

export const sessionNotStarted = createAction('session/notStarted');
