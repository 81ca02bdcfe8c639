import { isFulfilled, isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { vibrate } from '../telegram/haptics.ts';

/** Background calls: only a failure causes feedback. */
const SILENT_SUCCESSES = ['signIn', 'updateAssistant', 'updateTask', 'uploadTasks', 'updateTags'];
/** Calls without feedback: they are not a user's action, or the route guards react to them. */
const SILENT = ['signIn', 'signOut'];

interface CallMeta {
  readonly arg?: { readonly type?: string; readonly endpointName?: string };
}

/** Inside Telegram the phone vibrates when a user's action succeeds or fails, by the server's response. */
export const hapticFeedback: Middleware = () => (next) => (action) => {
  const result = next(action);
  const hasWorked = isFulfilled(action);
  if (!hasWorked && !isRejectedWithValue(action)) return result;
  const { type, endpointName = '' } = (action.meta as CallMeta).arg ?? {};
  if (type !== 'mutation' || SILENT.includes(endpointName)) return result;
  if (!hasWorked) vibrate('error');
  else if (!SILENT_SUCCESSES.includes(endpointName)) vibrate('success');
  return result;
};
