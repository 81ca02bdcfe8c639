import { createHash } from 'node:crypto';
import {
  eraseAccount,
  getBalance,
  getImage,
  listAssistants,
  listAuditEvents,
  listUserPages,
  me,
  openAccountExport,
  pollDevice,
  reportFailed,
  reportPosted,
  reportSubmitting,
  requestExport,
  updateUser,
} from '@flyerdeck/contracts';
import { unzipSync } from 'fflate';
import { pino } from 'pino';
import { signUpWithEverything } from '../../../test/api/accessTests/everyCall.testing.ts';
import { databaseFingerprint } from '../../../test/api/databaseFingerprint.testing.ts';
import { type Person, signUp, signUpAdmin } from '../../../test/api/people.testing.ts';
import { signUpPosting } from '../../../test/api/postingOwner.testing.ts';
import { deviceOf, expireLease, readPosting } from '../../../test/deviceCalls.ts';
import { readLedger } from '../../../test/factories.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { createAssistant } from '../../assistants/assistants.service.ts';
import { handleUpdate } from '../../bot/inbox/handleUpdate.ts';
import { storeUpdates } from '../../bot/inbox/updates.query.ts';
import { appLinkTo } from '../../bot/outbox/outbox.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueueJob } from '../../jobs/enqueue.query.ts';
import { zipOf } from '../../server/exports/zipOf.ts';
import { findInDatabase, signUpWithCanaries, telegramUpdate } from './canaries.testing.ts';
import { eraseAccount as erase } from './erasure.ts';
import { exportEntries } from './exportAccount.ts';
import { PERSONAL_TABLES } from './personalTables.query.ts';

const logLines: string[] = [];
const server = useTestServer(
  { LOG_LEVEL: 'trace' },
  pino({ level: 'trace' }, { write: (line) => void logLines.push(line) }),
);
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await server.context.pool.query(text, values)).rows as Row[];

const eraseBy = (person: Person) => server.call(eraseAccount, { as: person.as, body: { confirm: 'DELETE' } });
const signInAgain = async ({ telegramId }: Person): Promise<Person> => {
  const as = await server.signIn(telegramId);
  const [user] = await query<{ id: string }>('SELECT id FROM users WHERE telegram_id = $1', [telegramId]);
  return { id: user?.id ?? '', telegramId, as };
};

/** Handles an update of the bot that is stored already. */
const handleOf = (updateId: number | undefined) =>
  handleUpdate({ ...server.context, appLink: appLinkTo('https://flyers.example') })(
    { update_id: String(updateId) },
    { abortSignal: new AbortController().signal },
  );

/** Runs the jobs that are waiting, as if their waiting time was over. */
async function runAllJobs(): Promise<void> {
  await query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()');
  await runJobs(server);
}

/** Runs the hourly job as if two hours had passed. */
async function deleteBytes(): Promise<void> {
  await query("UPDATE unused_blobs SET delete_after = delete_after - interval '2 hours'");
  await enqueueJob(server.context.db, 'screenshot_retention', {});
  await runAllJobs();
}

test('no table, blob or log contains a text, a picture or the Telegram id of an erased account; others keep all theirs [S14.2-5]', async () => {
  const other = await signUpWithEverything(server);
  const erased = await signUpWithCanaries(server);
  await runAllJobs();
  const texts = [erased.canary, erased.telegramId];
  const hashes = [...erased.flyers, erased.screenshot].map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  const planted = await findInDatabase(server.context.pool, [...texts, ...hashes]);
  expect(planted.length).toBeGreaterThan(25);
  const own = await query<{ id: string }>(
    `SELECT id::text FROM users WHERE id = $1 UNION ALL SELECT guid::text FROM pages WHERE owner_id = $1
     UNION ALL SELECT id::text FROM assistants WHERE owner_id = $1 UNION ALL SELECT id::text FROM tasks WHERE owner_id = $1
     UNION ALL SELECT id::text FROM page_postings WHERE owner_id = $1
     UNION ALL SELECT update_id::text FROM bot_updates WHERE coalesce(body #>> '{message,from,id}', body #>> '{callback_query,from,id}') = $2`,
    [erased.id, erased.telegramId],
  );
  const except = [...own.map(({ id }) => id), ...texts, ...hashes];
  const before = await databaseFingerprint(server.context.pool, except);
  const ledger = await query('SELECT sum(amount), count(*), max(seq) FROM credit_transactions');
  const ownLedger = await readLedger(server.context.db, erased.id);

  expect((await eraseBy(erased)).status).toBe(204);
  await runAllJobs();
  await deleteBytes();

  expect(await findInDatabase(server.context.pool, [...texts, ...hashes])).toEqual([]);
  expect(logLines.filter((line) => texts.some((text) => line.includes(text)))).toEqual([]);
  for (const file_id of erased.fileIds) expect((await server.call(getImage, { params: { file_id } })).status).toBe(404);
  expect(await query('SELECT sum(amount), count(*), max(seq) FROM credit_transactions')).toEqual(ledger);
  expect(await readLedger(server.context.db, erased.id)).toEqual(ownLedger);
  expect(ownLedger.balance).toBe(ownLedger.ledgerSum);
  const { 'public.erasures': _, ...after } = await databaseFingerprint(server.context.pool, except);
  const { 'public.erasures': __, ...expected } = before;
  expect(after).toEqual(expected);
  expect((await server.call(me, { as: other.owner.as })).status).toBe(200);
});

test('the account ends with the call, before the job has run [S14.2-6]', async () => {
  const erased = await signUpWithCanaries(server);
  await eraseBy(erased);
  expect((await server.call(me, { as: erased.as })).error.code).toBe('auth.invalid');
  const poll = await server.call(pollDevice, { as: erased.deviceSecret, body: { extension_version: '1.0.0' } });
  expect(poll.json?.page?.linked).not.toBe(true);
  for (const file_id of erased.fileIds) expect((await server.call(getImage, { params: { file_id } })).status).toBe(404);
  const again = await signInAgain(erased);
  expect(again.id).not.toBe(erased.id);
  expect((await server.call(listUserPages, { as: again.as })).json.pages).toEqual([]);
  expect((await server.call(listAssistants, { as: again.as, query: {} })).json).toMatchObject([]);
  await runAllJobs();
  expect((await server.call(me, { as: again.as })).json).toMatchObject({ telegram_id: erased.telegramId });
});

test('a later sign-in starts anew without a second welcome bonus, also after a second erasure [S14.2-6]', async () => {
  let person = await signUp(server);
  for (let time = 0; time < 2; time++) {
    await eraseBy(person);
    await runAllJobs();
    const again = await signInAgain(person);
    expect(again.id).not.toBe(person.id);
    expect((await server.call(getBalance, { as: again.as })).json.credits_balance).toBe(0);
    person = again;
  }
});

test('sign-ins and a second erasure at the same moment: one welcome bonus, and no session of the erased account', async () => {
  const person = await signUp(server);
  const bonuses = async () =>
    (await query("SELECT 1 FROM credit_transactions WHERE description = 'Welcome bonus'")).length;
  const before = await bonuses();
  const calls = [eraseBy(person), ...[1, 2, 3, 4].map(() => server.signIn(person.telegramId)), eraseBy(person)];
  await Promise.all(calls);
  expect(await bonuses()).toBe(before);
  expect(await query('SELECT 1 FROM sessions WHERE user_id = $1', [person.id])).toEqual([]);
  const accounts = await query('SELECT 1 FROM users WHERE telegram_id = $1', [person.telegramId]);
  expect(accounts.length).toBeLessThanOrEqual(1);
});

describe('a posting in flight', () => {
  async function claimed() {
    const owner = await signUpPosting(server);
    const [page] = owner.pages;
    if (!page) throw new Error('no page');
    const posting = await deviceOf(server.context.db, page).claim();
    const params = { id: posting.id };
    const body = { claim_token: posting.claimToken };
    const ledger = () => readLedger(server.context.db, owner.id);
    return { owner, page, posting, params, body, as: page.deviceSecret, ledger };
  }
  const isFinished = async (userId: string) =>
    (await query('SELECT 1 FROM erasures WHERE user_id = $1', [userId])).length === 0;

  test('before submitting is refunded, and its device may not press the button', async () => {
    const { owner, params, body, as, ledger } = await claimed();
    expect((await ledger()).balance).toBe(140);
    await eraseBy(owner);
    expect((await server.call(reportSubmitting, { as, params, body })).status).not.toBe(200);
    await runAllJobs();
    expect(await ledger()).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
    expect(await isFinished(owner.id)).toBe(true);
  });

  test.each([
    ['posted', 140],
    ['refused', 150],
    ['failed without a proof', 140],
    ['never reported', 140],
    ['kept by heartbeats', 140],
  ] as const)('after submitting is %s: the erasure waits, and the balance is %d', async (outcome, balance) => {
    const { owner, posting, params, body, as, ledger } = await claimed();
    await server.call(reportSubmitting, { as, params, body });
    await eraseBy(owner);
    await runAllJobs();
    expect(await isFinished(owner.id)).toBe(false);
    if (outcome === 'posted') expect((await server.call(reportPosted, { as, params, body })).status).toBe(200);
    if (outcome === 'refused' || outcome === 'failed without a proof') {
      const report = { ...body, message: 'No.', ...(outcome === 'refused' && { code: 'content' }) };
      expect((await server.call(reportFailed, { as, params, body: report })).status).toBe(200);
    }
    if (outcome === 'never reported') await expireLease(server.context.db, posting.id);
    if (outcome === 'kept by heartbeats') {
      await query("UPDATE erasures SET requested_at = now() - interval '11 minutes' WHERE user_id = $1", [owner.id]);
    }
    await runAllJobs();
    expect(await isFinished(owner.id)).toBe(true);
    expect(await ledger()).toEqual({ balance, ledgerSum: balance, lastBalanceAfter: balance });
    expect((await readPosting(server.context.db, posting.id)).status).toBe(
      outcome === 'posted' ? 'completed' : 'failed',
    );
    expect(await query('SELECT 1 FROM in_flight WHERE owner_id = $1', [owner.id])).toEqual([]);
    // A late report finds no device.
    expect((await server.call(reportPosted, { as, params, body })).status).toBe(401);
    expect((await ledger()).balance).toBe(balance);
  });
});

test('a call that began before the erasure adds nothing to the account after it', async () => {
  const person = await signUp(server);
  const { db, config } = server.context;
  await inTransaction(db, (db) => erase(db, config, { id: person.id, telegramId: person.telegramId }));
  await expect(inTransaction(db, (db) => createAssistant(db, person.id, 'Late'))).rejects.toMatchObject({
    status: 401,
  });
});

test('an erased account cannot be changed or activated by an admin', async () => {
  const [admin, person] = [await signUpAdmin(server), await signUp(server)];
  await eraseBy(person);
  const [row] = await query<{ telegram_id: string }>('SELECT telegram_id FROM users WHERE id = $1', [person.id]);
  const params = { telegramId: row?.telegram_id ?? '' };
  const answer = await server.call(updateUser, { as: admin.as, params, body: { is_active: true } });
  expect([answer.status, answer.error.code]).toEqual([404, 'user.not_found']);
  await expect(query('UPDATE users SET is_active = true WHERE id = $1', [person.id])).rejects.toThrow('users_erased');
});

test('ledger and audit events of others cannot be changed, and those of an erased account only lose their texts [S14.2-5]', async () => {
  const [kept, person] = [await signUp(server), await signUp(server)];
  await eraseBy(person);
  const update = (what: string, id: string) => query(`UPDATE credit_transactions SET ${what} WHERE user_id = $1`, [id]);
  await expect(update("description = 'bonus'", kept.id)).rejects.toThrow('append-only');
  await expect(update("description = 'Other'", person.id)).rejects.toThrow('append-only');
  await expect(update('amount = amount + 1', person.id)).rejects.toThrow('append-only');
  await expect(query('DELETE FROM credit_transactions WHERE user_id = $1', [person.id])).rejects.toThrow('append-only');
});

test('a button that is pressed after the erasure does not create the account again [S14.2-6]', async () => {
  const person = await signUp(server);
  await eraseBy(person);
  await runJobs(server);
  const { from, chat } = telegramUpdate(person.telegramId, '').message;
  const message = { message_id: 1, date: 1, chat };
  const press = { id: '5', from, chat_instance: '1', message, data: `resume:${person.id}:1` };
  await storeUpdates(server.context.db, [{ update_id: 905, callback_query: press } as never]);
  await handleOf(905);
  expect(await query('SELECT 1 FROM users WHERE telegram_id = $1', [person.telegramId])).toEqual([]);
  const answers = await query('SELECT payload FROM bot_messages WHERE chat_id = $1 ORDER BY id', [person.telegramId]);
  expect(answers).toEqual([
    { payload: { kind: 'pressed', callbackQueryId: '5' } },
    { payload: { kind: 'text', text: 'You have no account. Send /start to begin.' } },
  ]);
});

test("an admin's exports name an erased person no longer, and keep everything else", async () => {
  const [admin, person, other] = [await signUpAdmin(server), await signUpPosting(server), await signUp(server)];
  await query("UPDATE users SET username = 'anna_o', first_name = 'Anna', last_name = 'Orlova' WHERE id = $1", [
    person.id,
  ]);
  await query("UPDATE pages SET name = 'Annas garden' WHERE owner_id = $1", [person.id]);
  const { as } = admin;
  for (const user_id of [person.telegramId, other.telegramId]) {
    await server.call(requestExport, { as, body: { list: 'ledger', user_id } });
    await server.call(requestExport, { as, body: { list: 'audit', user_id, act: 'exported' } });
  }
  for (const search of ['@anna_o', 'anna orl', 'garden', 'Somebody'])
    await server.call(requestExport, { as, body: { list: 'users', search, time_zone: 'UTC' } });
  const parameters = async () =>
    (
      await query<{ p: object }>(
        "SELECT details -> 'parameters' AS p FROM audit_events WHERE event = 'exported' AND admin_id = $1 ORDER BY seq",
        [admin.id],
      )
    ).map(({ p }) => p);
  expect(await parameters()).toHaveLength(8);

  await eraseBy(person);
  await runJobs(server);
  expect(await parameters()).toEqual([
    {},
    { act: 'exported' },
    { user_id: other.telegramId },
    { user_id: other.telegramId, act: 'exported' },
    { time_zone: 'UTC' },
    { time_zone: 'UTC' },
    { time_zone: 'UTC' },
    { time_zone: 'UTC', search: 'Somebody' },
  ]);
  expect(JSON.stringify((await server.call(listAuditEvents, { as, query: {} })).json)).not.toMatch(/anna|garden/i);
  expect(
    await query('SELECT 1 FROM download_tickets WHERE parameters::text LIKE $1', [`%${person.telegramId}%`]),
  ).toEqual([]);
  const change = "UPDATE audit_events SET details = details - 'parameters' WHERE event = 'exported'";
  await expect(query(change)).rejects.toThrow('append-only');
});

describe('export', () => {
  const server = useTestServer();
  async function download({ as }: Person): Promise<Buffer> {
    const { json } = await server.call(openAccountExport, { as });
    const response = await fetch(`${server.baseUrl}${json.download_url}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    return Buffer.from(await response.arrayBuffer());
  }

  /** The files of a ZIP, without its folders. */
  function unpack(zip: Buffer) {
    const entries = Object.entries(unzipSync(zip)).filter(([name]) => !name.endsWith('/'));
    const files = new Map(entries.map(([name, bytes]) => [name, Buffer.from(bytes)]));
    // biome-ignore lint/suspicious/noExplicitAny: rows of any table.
    const data: Record<string, any[]> = JSON.parse(files.get('data.json')?.toString() ?? '');
    return { files, data };
  }

  test('the export contains every table, and every flyer and screenshot byte for byte [S14.2-7]', async () => {
    const person = await signUpWithCanaries(server);
    const zip = await download(person);
    const { files, data } = unpack(zip);
    const names = PERSONAL_TABLES.filter(({ exported }) => exported).map(({ table }) => table);
    expect(Object.keys(data)).toEqual(['format', 'exported_at', ...names]);
    expect(names.filter((name) => data[name]?.length === 0)).toEqual([]);
    const pictures = [...person.flyers, person.screenshot];
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const exported = [...files].filter(([name]) => name !== 'data.json').map(([, bytes]) => hashOf(bytes));
    expect(exported.sort()).toEqual(pictures.map(hashOf).sort());
    for (const { path, sha256 } of data.files as { path: string | null; sha256: string }[])
      expect(hashOf(files.get(path ?? '') ?? Buffer.alloc(0))).toBe(sha256);
    const { canary } = person;
    expect(data.users).toMatchObject([{ telegram_id: person.telegramId, first_name: `First ${canary}` }]);
    expect(data.pages).toMatchObject([{ guid: person.pageGuid, name: `Polled ${canary}`, tags: [`tag-${canary}`] }]);
    expect(data.runners).toMatchObject([{ host_name: `Host ${canary}` }]);
    expect(data.presets).toMatchObject([{ name: `Preset ${canary}` }]);
    expect(data.users).toMatchObject([
      { quiet_from: null, quiet_until: null, digest_at: '09:00:00', bot_time_zone: 'UTC' },
    ]);
    expect(data.assistants?.map(({ name }) => name).sort()).toEqual([`Assistant ${canary}`, `Named ${canary}`]);
    expect(data.repeats).toMatchObject([{ local_time: '18:00', starts_on: '2026-01-01', ends_on: null }]);
    expect(data.repeat_runs).toMatchObject([{ problem: canary }]);
    expect(data.tasks?.map(({ description }) => description).sort()).toEqual(
      [0, 1, 2].map((index) => `Flyer ${index} ${canary}`),
    );
    expect(data.page_postings?.map(({ status }) => status).sort()).toEqual(['completed', 'failed', 'pending']);
    expect(data.credit_transactions?.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(
      data.users?.[0]?.credits_balance,
    );
    expect(data.star_payments).toMatchObject([{ package_id: 'mini', stars: 500, refunded_at: null }]);
    expect([data.bot_updates, data.bot_messages, data.audit_events].map((rows) => rows?.length)).toEqual([3, 2, 1]);
    const text = files.get('data.json')?.toString() ?? '';
    for (const secret of [person.as.sessionToken, person.deviceSecret]) expect(text).not.toContain(secret);
  });

  test("another user's data is not in the export [S14.2-7]", async () => {
    const [other, person] = [await signUpWithCanaries(server), await signUpWithCanaries(server)];
    const { files, data } = unpack(await download(person));
    expect(data.star_payments).toHaveLength(1);
    const text = files.get('data.json')?.toString() ?? '';
    for (const foreign of [other.canary, other.telegramId, other.id]) expect(text).not.toContain(foreign);
  });

  test('pictures that do not fit are left out, the oldest ones first', async () => {
    const person = await signUpWithCanaries(server);
    const limits = { maxBytes: 1_000_000, maxFiles: 2 };
    const pieces: Uint8Array[] = [];
    for await (const piece of zipOf(exportEntries(server.context, person.id, limits))) pieces.push(piece);
    const { files, data } = unpack(Buffer.concat(pieces));
    expect(files.size).toBe(3);
    expect(data.files?.map(({ path }) => path !== null)).toEqual([true, true, false, false]);
  });

  test('a ticket ends with the account', async () => {
    const person = await signUp(server);
    const { json } = await server.call(openAccountExport, { as: person.as });
    await server.call(eraseAccount, { as: person.as, body: { confirm: 'DELETE' } });
    expect((await fetch(`${server.baseUrl}${json.download_url}`)).status).toBe(410);
  });
});
