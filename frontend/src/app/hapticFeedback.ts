import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { feel } from '../telegram/haptics.ts';

/** Saved or sent in the background: only a failure is felt. */
const SILENT_SUCCESSES = ['signIn', 'updateAssistant', 'updateTask', 'uploadTasks', 'updateTags'];
/** No person's action, or the guards already lead on. */
const SILENT = ['signIn', 'signOut'];

interface CallMeta {
  readonly arg?: { readonly type?: string; readonly endpointName?: string };
}

/** Inside Telegram the phone tells whether what a person did has worked; the server's answers say so, once for all screens. */
export const hapticFeedback: Middleware = () => (next) => (action) => {
  const result = next(action);
  const hasWorked = isFulfilled(action);
  if (!hasWorked && !isRejectedWithValue(action)) return result;
  const { type, endpointName = '' } = (action.meta as CallMeta).arg ?? {};
  if (type !== 'mutation' || SILENT.includes(endpointName)) return result;
  if (!hasWorked) feel('error');
  else if (!SILENT_SUCCESSES.includes(endpointName)) feel('success');
  return result;
};
