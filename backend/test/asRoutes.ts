import { proveSignIn, type SignInSettings, startSession } from '../src/accounts/auth/auth.service.ts';
import type { WidgetFields } from '../src/accounts/auth/telegramProof.ts';
import {
  addStoredFlyers,
  type NewFlyer,
  refuseUnlessChangeable,
  storeFlyers,
} from '../src/assistants/flyers/flyers.service.ts';
import type { Db } from '../src/database/statement.ts';
import { inTransaction } from '../src/database/transaction.ts';
import type { FileStore } from '../src/files/fileStore.ts';
import { addFlyerFile, checkImage, putImage } from '../src/files/files.service.ts';
import { unlinkPagesOf } from '../src/pages/pages.service.ts';
import { cancelFewOfPages } from '../src/postings/end/cancelPostings.query.ts';

/** Functions that call several services as a route does, for tests without HTTP. */

export interface SignInAttempt {
  readonly telegramId: string;
  readonly username?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string;
  readonly initData?: string;
  readonly widget?: WidgetFields;
}

export async function signInBy(db: Db, settings: SignInSettings, attempt: SignInAttempt, { now = new Date() } = {}) {
  const { telegramId, firstName = null, lastName = null, initData = '', ...same } = attempt;
  const names = { first_name: firstName, last_name: lastName };
  const proven = proveSignIn(settings, { ...same, ...names, telegram_id: telegramId, init_data: initData }, now);
  return inTransaction(db, (db) => startSession(db, settings, proven, 'Chrome on Linux'));
}

export async function unlinkPages(db: Db, own: { ownerId: string; pageGuids: readonly string[] }): Promise<string[]> {
  const unlinked = await inTransaction(db, (db) => unlinkPagesOf(db, own));
  await cancelFewOfPages(db, unlinked);
  return unlinked;
}

/** Returns the id of the file. */
export async function storeImage(db: Db, store: FileStore, { ownerId, bytes }: { ownerId: string; bytes: Buffer }) {
  return addFlyerFile(db, ownerId, await putImage(store, await checkImage(bytes)));
}

export async function uploadFlyers(
  db: Db,
  store: FileStore,
  { flyers, ...assistant }: { ownerId: string; assistantId: string; flyers: readonly NewFlyer[] },
): Promise<string[]> {
  await refuseUnlessChangeable(db, { ...assistant, more: flyers.length });
  const stored = await storeFlyers(store, flyers);
  return inTransaction(db, (db) => addStoredFlyers(db, { ...assistant, flyers: stored }));
}
