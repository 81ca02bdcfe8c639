import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import { type Db, sql } from '../database/statement.ts';

/*
 * What is kept of an erased account's Telegram id: a hash with a key that is not in the database. It only tells whether an
 * account of this id was erased before.
 */

const find = sql<{ found: true }, [hash: Buffer]>(
  'SELECT true AS found FROM erased_accounts WHERE telegram_id_hash = $1',
);
const insert = sql<never, [hash: Buffer]>(
  `INSERT INTO erased_accounts (telegram_id_hash) VALUES ($1)
   ON CONFLICT (telegram_id_hash) DO UPDATE SET erased_at = now()`,
);

const hashOf = ({ erasureKey }: Pick<Config, 'erasureKey'>, telegramId: string) =>
  createHmac('sha256', erasureKey).update(`erased account ${telegramId}`).digest();

export const wasErased = async (db: Db, settings: Pick<Config, 'erasureKey'>, telegramId: string): Promise<boolean> =>
  (await find(db, [hashOf(settings, telegramId)])).length > 0;

export const rememberErasure = (db: Db, settings: Pick<Config, 'erasureKey'>, telegramId: string) =>
  insert(db, [hashOf(settings, telegramId)]);
