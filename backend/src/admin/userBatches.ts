import { createHash, randomBytes } from 'node:crypto';
import { MAX_USER_BATCH, type UserBatchPreview, type UserSelection } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { conflict, unprocessable } from '../http/errors.ts';
import { checkAdmin } from './lockAdminAndTarget.ts';
import { findChanged, findUserSet, lockUsers, setActive } from './userBatches.query.ts';

const NONCE_LENGTH = 12;

interface UserBatch {
  readonly adminId: string;
  readonly users: UserSelection;
  readonly isActive: boolean;
}

const newNonce = () => randomBytes(NONCE_LENGTH / 2).toString('hex');

/** Throws 422 admin.too_many_users. */
async function readSet(db: Db, { adminId, users, isActive }: UserBatch, nonce: string) {
  const { ids, matching, admins, unchanged, includes_you } = await findUserSet(db, users, isActive, adminId);
  if (matching > MAX_USER_BATCH) {
    const most = MAX_USER_BATCH.toLocaleString('en-US');
    throw unprocessable('admin.too_many_users', `More than ${most} users match. Choose fewer.`);
  }
  const hash = createHash('md5')
    .update(JSON.stringify([nonce, isActive, ids]))
    .digest('hex');
  const preview = { fingerprint: nonce + hash, users: ids.length, admins, unchanged, includes_you };
  return { ids, preview };
}

/** What a batch would change. The fingerprint of each preview is another one, so that the same users can be changed again later. */
export const previewUserBatch = async (db: Db, batch: UserBatch): Promise<UserBatchPreview> =>
  (await readSet(db, batch, newNonce())).preview;

/**
 * Sets the flag of the previewed users by the rules of a single change (`setUserFlag`), in one transaction with one audit event: all
 * of them or none. Returns the number of users that were changed under this fingerprint. `onChanged` is called after the commit. Throws as checkAdmin does, 409 admin.users_changed, 422 admin.too_many_users.
 */
export async function runUserBatch(
  db: Db,
  batch: UserBatch & { readonly fingerprint: string },
  onChanged: (ids: readonly string[]) => void,
): Promise<number> {
  const { adminId, isActive, fingerprint } = batch;
  const { ids, preview } = await readSet(db, batch, fingerprint.slice(0, NONCE_LENGTH));
  const countChanged = async () => (await findChanged(db, [adminId, fingerprint]))[0]?.users;
  if (preview.fingerprint !== fingerprint) {
    const changed = await countChanged();
    if (changed !== undefined) return changed;
    throw conflict('admin.users_changed', 'Other users match now. Check the new numbers, then go on.', {
      ...(await previewUserBatch(db, batch)),
    });
  }
  const changed = await inTransaction(db, async (db) => {
    const [admin] = await lockUsers(db, [adminId, ids]);
    checkAdmin(admin);
    return setActive(db, [adminId, ids, isActive, fingerprint]);
  });
  onChanged(changed.map(({ id }) => id));
  return (await countChanged()) ?? 0;
}
