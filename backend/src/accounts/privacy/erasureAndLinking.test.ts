import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { type BuiltUser, buildUser, insertRunner } from '../../../test/factories.ts';
import { whileUncommitted } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { requestLink } from '../../pages/devices.service.ts';
import { linkPage } from '../../pages/linking/linking.service.ts';
import { unlinkPagesOf } from '../../pages/pages.service.ts';
import { addPage } from '../../pages/runners/runners.service.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { eraseAccount, finishErasure } from './erasure.ts';
import { IMPERSONAL_TABLES, PERSONAL_TABLES } from './personalTables.query.ts';

const database = useTestDatabase();
const erase = (on: Db, owner: { id: string; telegramId: string }) => eraseAccount(on, { erasureKey: 'key' }, owner);

const finish = (userId: string) =>
  finishErasure({
    db: database.db,
    logger: pino({ enabled: false }),
  })({ user_id: userId }, { abortSignal: new AbortController().signal } as never);
const linkedPages = (userId: string) =>
  database.db.query('SELECT 1 FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL', [userId]);
const isFinished = async (userId: string) =>
  (await database.db.query('SELECT 1 FROM erasures WHERE user_id = $1', [userId])).length === 0;

/** A linking of an owner that can run once. */
async function waitingLink(kind: string): Promise<{ owner: BuiltUser; run: (on: Db) => Promise<unknown> }> {
  const owner = await buildUser(database.db);
  const creatorId = randomUUID();
  const ask = () => {
    const page = { creator_id: creatorId, name: 'Lily', username: 'lily', avatar_url: null };
    return requestLink(database.db, { page, extensionVersion: '1.2.3' });
  };
  const link = (on: Db, token: string) => linkPage(on, { ownerId: owner.id, token, confirmReplace: true });
  if (kind !== 'a new page' && kind !== 'a page of a runner') {
    const { linkingToken } = await ask();
    const { guid } = await inTransaction(database.db, (on) => link(on, linkingToken));
    if (kind === 'an unlinked page') {
      await inTransaction(database.db, (on) => unlinkPagesOf(on, { ownerId: owner.id, pageGuids: [guid] }));
    }
  }
  const { linkingToken } = await ask();
  if (kind !== 'a page of a runner') return { owner, run: (on: Db) => link(on, linkingToken) };
  const { secret } = await insertRunner(database.pool, owner.id);
  const run = (on: Db) => addPage(on, hashSecret(secret), { token: linkingToken, confirmReplace: true });
  return { owner, run };
}

describe.each(['a new page', 'an unlinked page', 'a linked page', 'a page of a runner'])(
  'the linking of %s and an erasure of the account',
  (kind) => {
    test('an erasure that waits for the linking unlinks the page and ends', async () => {
      const { owner, run } = await waitingLink(kind);
      const answer = await whileUncommitted(database.db, run, () =>
        inTransaction(database.db, (on) => erase(on, owner)),
      );
      expect(answer).toHaveLength(1);
      expect(await linkedPages(owner.id)).toEqual([]);
      await finish(owner.id);
      expect(await isFinished(owner.id)).toBe(true);
    });

    test('a linking that waits for the erasure is refused', async () => {
      const { owner, run } = await waitingLink(kind);
      const answer = await whileUncommitted(
        database.db,
        (on) => erase(on, owner),
        () => inTransaction(database.db, run),
      );
      expect(answer).toMatchObject({ status: 401, code: 'auth.invalid' });
      expect(await linkedPages(owner.id)).toEqual([]);
      await finish(owner.id);
      expect(await isFinished(owner.id)).toBe(true);
    });
  },
);

const names = async (found: string) =>
  (await database.pool.query<{ name: string }>(found)).rows.map(({ name }) => name).sort();
const described = [...new Set(PERSONAL_TABLES.map(({ table }) => table))];

test('every table is described, or has no personal data', async () => {
  const tables = await names(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  expect([...described, ...IMPERSONAL_TABLES].sort()).toEqual(tables);
});

test('no table that refers to data of a person is said to have none', async () => {
  const referring = await names(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confrelid::regclass::text = ANY ('{${described.join()}}')`,
  );
  expect(referring.filter((table) => IMPERSONAL_TABLES.includes(table))).toEqual([]);
});

test('an erasure clears every column for a text in a row that stays, but for these', async () => {
  const staying = PERSONAL_TABLES.filter(({ erased }) => typeof erased === 'object');
  const cleared = staying.flatMap(({ table, erased }) =>
    Object.keys(erased ?? {}).map((column) => `${table}.${column}`),
  );
  const texts = await names(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND udt_name NOT IN ('uuid', 'bool', 'timestamptz', 'int2', 'int4', 'int8', 'numeric')
       AND table_name = ANY ('{${staying.map(({ table }) => table).join()}}')`,
  );
  expect(texts.filter((column) => !cleared.includes(column))).toEqual([
    'assistants.pause_reason',
    'audit_events.event',
    'credit_transactions.idempotency_key',
    'credit_transactions.transaction_type',
    'page_postings.report',
    'posting_transitions.from_status',
    'posting_transitions.to_status',
    'tasks.stored_status',
  ]);
});

test('no secret is exported', () => {
  expect(PERSONAL_TABLES.filter(({ exported = '' }) => /hash|secret|token|key/.test(exported))).toEqual([]);
});
