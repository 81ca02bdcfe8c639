import type { AdminUserUpdate } from '@flyerdeck/contracts/types';
import { errorCode, errorSentence } from '../../../data/apiError.ts';

/** The documented sentence of the switch; where a rule forbids the change, the rule (spec section 8, 'Admin and preview'). */
export function updateFailure(update: AdminUserUpdate, error: unknown): string {
  const fallback = 'is_admin' in update ? 'Failed to update admin status' : 'Failed to update user status';
  return errorCode(error)?.startsWith('admin.') ? errorSentence(error, fallback) : fallback;
}
