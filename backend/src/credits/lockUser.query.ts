import { type Db, statement } from '../database/statement.ts';
import { unauthorized } from '../http/errors.ts';

const lock = statement<{ is_erased: boolean }, [userId: string]>(
  'SELECT erased_at IS NOT NULL AS is_erased FROM users WHERE id = $1 FOR NO KEY UPDATE',
);

/**
 * Locks a user's row until the transaction ends, so that calls that check a limit of this user and then add a row run one after
 * another. Lock rows of pages before, and rows of assistants after (decision 0019). Throws 401 auth.invalid if the account was
 * erased meanwhile, so that nothing is added to it.
 */
export async function lockUser(db: Db, [userId]: [userId: string]): Promise<void> {
  const [user] = await lock(db, [userId]);
  if (user?.is_erased) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
}
