import { addFlyers, type NewFlyer, refuseUnlessChangeable, storeFlyers } from '../src/assistants/flyers.service.ts';
import { proveSignIn, type SignInAttempt, type SignInSettings, startSession } from '../src/auth/auth.service.ts';
import type { Db } from '../src/database/statement.ts';
import { inTransaction } from '../src/database/transaction.ts';
import type { FileStore } from '../src/files/fileStore.ts';
import { unlinkPagesOf } from '../src/pages/pages.service.ts';
import { beginCancellingOfPages } from '../src/postings/cancelPostings.query.ts';

/** Functions that call several services as a route does, for tests below HTTP. */

export async function signInBy(db: Db, settings: SignInSettings, attempt: SignInAttempt, { now = new Date() } = {}) {
  const proven = proveSignIn(settings, attempt, now);
  return inTransaction(db, (db) => startSession(db, settings, proven));
}

export async function unlinkPages(db: Db, own: { ownerId: string; pageGuids: readonly string[] }): Promise<string[]> {
  const unlinked = await inTransaction(db, (db) => unlinkPagesOf(db, own));
  await beginCancellingOfPages(db, unlinked);
  return unlinked;
}

export async function uploadFlyers(
  db: Db,
  store: FileStore,
  { flyers, ...assistant }: { ownerId: string; assistantId: string; flyers: readonly NewFlyer[] },
): Promise<string[]> {
  await refuseUnlessChangeable(db, { ...assistant, more: flyers.length });
  const stored = await storeFlyers(store, flyers);
  return inTransaction(db, (db) => addFlyers(db, { ...assistant, flyers: stored }));
}
