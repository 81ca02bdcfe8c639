import { randomUUID } from 'node:crypto';
import { MAX_PENDING_POSTINGS_PER_USER, NO_RULES, type PostingRules } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { addToQueue } from '../src/assistants/queueing/addToQueue.ts';
import { grantWelcomeBonus } from '../src/credits/credits.service.ts';
import type { Db } from '../src/database/statement.ts';
import { switchPosting } from '../src/postings/queue/queue.query.ts';
import { hashSecret, newSecret } from '../src/server/security/secrets.ts';

/** Rows as the product creates them, for tests that start from an existing state. */

export interface BuiltUser {
  readonly id: string;
  readonly telegramId: string;
}

/** A user with the welcome bonus of 150 credits. */
export async function buildUser(db: Db, { posting = false } = {}): Promise<BuiltUser> {
  const telegramId = String(Math.floor(Math.random() * 9e11) + 1e11);
  return db.transaction(async (manager) => {
    const [user]: { id: string }[] = await manager.query(
      'INSERT INTO users (telegram_id, username) VALUES ($1, $1) RETURNING id',
      [telegramId],
    );
    if (!user) throw new Error('no user');
    await grantWelcomeBonus(manager, user.id);
    if (posting) await switchPosting(manager, [user.id, true]);
    return { id: user.id, telegramId };
  });
}

export interface BuiltPage {
  readonly guid: string;
  readonly deviceSecret: string;
}

/** A linked page with a device. */
export async function buildPage(
  db: Db,
  ownerId: string,
  { name = 'Page', username = '', tags = [] as string[], paidHours = 0, runnerId = null as string | null } = {},
): Promise<BuiltPage> {
  const creatorId = randomUUID();
  const [page]: { guid: string }[] = await db.query(
    `INSERT INTO pages (owner_id, creator_id, name, username, tags, paid_until, runner_id)
     VALUES ($1, $2, $3, $7, $4, CASE WHEN $5::float > 0 THEN now() + $5 * interval '1 hour' END, $6) RETURNING guid`,
    [ownerId, creatorId, name, tags, paidHours, runnerId, username || name],
  );
  if (!page) throw new Error('no page');
  const deviceSecret = newSecret();
  await db.query(
    `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
     VALUES ($1, $2, now(), '{}', '1.0.0', $3, now())`,
    [hashSecret(deviceSecret), hashSecret(newSecret()), page.guid],
  );
  return { guid: page.guid, deviceSecret };
}

/** A paired runner. */
export async function insertRunner(
  pool: Pick<Pool, 'query'>,
  ownerId: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const [id, secret] = [randomUUID(), newSecret()];
  await pool.query(
    `INSERT INTO runners (id, secret_hash, code_expires_at, owner_id, paired_at, host_name, version)
     VALUES ($1, $2, now(), $3, now(), 'Office', '1.0.0')`,
    [id, hashSecret(secret), ownerId],
  );
  return { id, secret };
}

/** A waiting assistant with one flyer, without a picture, for each text. */
export async function buildAssistant(
  db: Db,
  ownerId: string,
  {
    name = 'Assistant',
    flyers = ['Flyer 1'],
    rules = {} as Partial<PostingRules>,
    resetAfterPosts = [] as number[],
  } = {},
): Promise<{ id: string; taskIds: string[] }> {
  const [assistant]: { id: string }[] = await db.query(
    'INSERT INTO assistants (owner_id, name, posting_rules, reset_after_posts_list) VALUES ($1, $2, $3, $4) RETURNING id',
    [ownerId, name, JSON.stringify({ ...NO_RULES, ...rules }), resetAfterPosts],
  );
  if (!assistant) throw new Error('no assistant');
  const tasks: { id: string }[] = await db.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description)
     SELECT $1, $2, number - 1, text FROM unnest($3::text[]) WITH ORDINALITY AS flyer (text, number)
     RETURNING id, sequence_order`,
    [ownerId, assistant.id, flyers],
  );
  return { id: assistant.id, taskIds: tasks.map((task) => task.id) };
}

/** An assistant that has been added to the queue. */
export async function buildQueuedAssistant(
  db: Db,
  ownerId: string,
  options: Parameters<typeof buildAssistant>[2] & { pages: readonly BuiltPage[] },
): Promise<{ id: string; taskIds: string[] }> {
  const rules = { ...options.rules, target_pages: options.pages.map((page) => page.guid) };
  const assistant = await buildAssistant(db, ownerId, { ...options, rules });
  await db.transaction((manager) => addToQueue(manager, ownerId, assistant.id));
  return assistant;
}

/** Gives the owner so many unfinished postings that only `room` more can be added. They are of an assistant that is being queued. */
export async function buildPendingLoad(db: Db, ownerId: string, room: number): Promise<void> {
  const { id } = await buildAssistant(db, ownerId);
  await db.query(
    `INSERT INTO queueings (assistant_id, page_guids, flyers, gap_hours, duplicate_hours, postings_per_page)
     VALUES ($1, ARRAY[gen_random_uuid()], '[]', 0, 0, $2)`,
    [id, MAX_PENDING_POSTINGS_PER_USER - room],
  );
}

/** Adds a file of this size, without its bytes, to the owner's quota. */
export async function buildUsedSpace(db: Db, ownerId: string, bytes: number): Promise<void> {
  await db.query(
    `INSERT INTO files (owner_id, sha256, content_type, byte_size, width, height)
     SELECT $1, gen_random_uuid()::text, 'image/png', size, 1, 1
     FROM unnest(ARRAY[$2::bigint / 2, $2::bigint - $2::bigint / 2]) size`,
    [ownerId, bytes],
  );
}

export interface LedgerCheck {
  readonly balance: number;
  readonly ledgerSum: number;
  readonly lastBalanceAfter: number;
}

/** The balance, the sum of the ledger, and balance_after of its last entry. All three must be equal. */
export async function readLedger(db: Db, userId: string): Promise<LedgerCheck> {
  const [row]: LedgerCheck[] = await db.query(
    `SELECT u.credits_balance AS balance, (SELECT coalesce(sum(amount), 0)::int FROM credit_transactions WHERE user_id = u.id) AS "ledgerSum",
       (SELECT balance_after FROM credit_transactions WHERE user_id = u.id ORDER BY seq DESC LIMIT 1) AS "lastBalanceAfter"
     FROM users u WHERE u.id = $1`,
    [userId],
  );
  if (!row) throw new Error('no user');
  return row;
}
