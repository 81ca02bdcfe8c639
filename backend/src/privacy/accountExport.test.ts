import { createHash, randomBytes } from 'node:crypto';
import {
  eraseAccount,
  getAccountExport,
  getDownload,
  openAccountExport,
  requestAccountExport,
} from '@flyerdeck/contracts';
import { unzipSync } from 'fflate';
import { runJobs } from '../../test/runJobs.ts';
import { useTestServer } from '../../test/testServer.ts';
import { type Person, signUp } from '../api/people.testing.ts';
import { PART_BYTES as PIECE_BYTES } from '../files/readStored.ts';
import { signUpWithCanaries } from './canaries.testing.ts';
import { deleteExpiredExports, exportAccount, readExport } from './exportAccount.ts';
import { PERSONAL_TABLES } from './personalTables.query.ts';

const server = useTestServer();
const signal = new AbortController().signal;
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await server.context.pool.query(text, values)).rows as Row[];

const stateOf = async ({ as }: Person) => (await server.call(getAccountExport, { as })).json.state;
const parts = () => query("SELECT key FROM blobs WHERE key LIKE 'export/%'");
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
  expect(await stateOf(person)).toBe('preparing');
  expect((await server.call(openAccountExport, { as: person.as })).error.code).toBe('export.not_ready');
  await runJobs(server);
  expect(await stateOf(person)).toBe('ready');
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
  expect([data.bot_updates, data.bot_messages, data.audit_events].map((rows) => rows?.length)).toEqual([3, 2, 1]);
  const text = files.get('data.json')?.toString() ?? '';
  for (const secret of [person.as.sessionToken, person.deviceSecret]) expect(text).not.toContain(secret);
});

test("another user's data is not in the export [S14.2-7]", async () => {
  const [other, person] = [await signUpWithCanaries(server), await signUpWithCanaries(server)];
  await runJobs(server);
  const { files } = unpack(await download(person));
  const text = files.get('data.json')?.toString() ?? '';
  for (const foreign of [other.canary, other.telegramId, other.id]) expect(text).not.toContain(foreign);
});

test('an export of many parts is put together again; pictures that do not fit are left out, the oldest ones first', async () => {
  const person = await signUpWithCanaries(server);
  const [{ id } = { id: '' }] = await query<{ id: string }>('SELECT id FROM account_exports WHERE owner_id = $1', [
    person.id,
  ]);
  await exportAccount(server.context, { partBytes: 100, maxFiles: 2 })({ export_id: id }, { abortSignal: signal });
  const [row] = await query<{ parts: number }>('SELECT parts FROM account_exports WHERE id = $1', [id]);
  expect(row?.parts).toBeGreaterThan(3);
  const { files, data } = unpack(await download(person));
  expect(files.size).toBe(3);
  expect(data.files?.map(({ path }) => path !== null)).toEqual([true, true, false, false]);
  const { json } = await server.call(getAccountExport, { as: person.as });
  expect(json.files_left_out).toBe(2);
});

test('a part of an export is sent in pieces, so that a large one does not keep the event loop busy', async () => {
  const { files } = server.context;
  const part = randomBytes(3 * PIECE_BYTES);
  const key = { id: '999999', attempt: 1 };
  await files.put(`export/${key.id}/${key.attempt}/0`, part, 'application/zip');
  const pieces: Buffer[] = [];
  for await (const piece of readExport(files, { ...key, parts: 1 })) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(part)).toBe(true);
  expect(pieces.map((piece) => piece.length)).toEqual([PIECE_BYTES, PIECE_BYTES, PIECE_BYTES]);
  await files.delete([`export/${key.id}/${key.attempt}/0`]);
});

test('an address works once; a second request within the hour makes no second export', async () => {
  const person = await signUp(server);
  await server.call(requestAccountExport, { as: person.as });
  await runJobs(server);
  const first = (await server.call(getAccountExport, { as: person.as })).json;
  expect((await server.call(requestAccountExport, { as: person.as })).json).toEqual(first);
  const { json } = await server.call(openAccountExport, { as: person.as });
  const ticket = json.download_url.split('/').at(-1) ?? '';
  expect((await server.call(getDownload, { params: { ticket } })).status).toBe(200);
  expect((await server.call(getDownload, { params: { ticket } })).error.code).toBe('download.gone');
  await query("UPDATE account_exports SET requested_at = requested_at - interval '61 minutes' WHERE owner_id = $1", [
    person.id,
  ]);
  expect((await server.call(requestAccountExport, { as: person.as })).json.state).toBe('preparing');
  await runJobs(server);
  expect(await stateOf(person)).toBe('ready');
  expect(await query('SELECT key FROM blobs WHERE key LIKE $1', ['export/%'])).toEqual(
    expect.arrayContaining([{ key: expect.stringMatching(/\/2\/0$/) }]),
  );
});

test('a ticket ends with the account', async () => {
  const person = await signUp(server);
  await server.call(requestAccountExport, { as: person.as });
  await runJobs(server);
  const { json } = await server.call(openAccountExport, { as: person.as });
  await server.call(eraseAccount, { as: person.as, body: { confirm: 'DELETE' } });
  expect((await fetch(`${server.baseUrl}${json.download_url}`)).status).toBe(410);
});

test('an export that is being made ends with the account', async () => {
  const person = await signUpWithCanaries(server);
  const [{ id } = { id: '' }] = await query<{ id: string }>('SELECT id FROM account_exports WHERE owner_id = $1', [
    person.id,
  ]);
  const make = exportAccount(server.context, { partBytes: 500 })({ export_id: id }, { abortSignal: signal });
  await server.call(eraseAccount, { as: person.as, body: { confirm: 'DELETE' } });
  await Promise.all([make, runJobs(server)]);
  expect(await query('SELECT 1 FROM account_exports WHERE owner_id = $1', [person.id])).toEqual([]);
  expect(await query('SELECT key FROM blobs WHERE key LIKE $1', [`export/${id}/%`])).toEqual([]);
});

test('the file is deleted after its time', async () => {
  await query('UPDATE account_exports SET expires_at = now() WHERE ready_at IS NOT NULL');
  const person = await signUp(server);
  await server.call(requestAccountExport, { as: person.as });
  await runJobs(server);
  await query("UPDATE account_exports SET expires_at = now() - interval '1 second' WHERE owner_id = $1", [person.id]);
  expect(await stateOf(person)).toBe('none');
  await deleteExpiredExports(server.context.db, server.context.files);
  expect(await parts()).toEqual([]);
  expect(await query('SELECT 1 FROM account_exports WHERE ready_at IS NOT NULL')).toEqual([]);
});

test('two workers that make the same export: one complete file and no part of the other attempt', async () => {
  const person = await signUpWithCanaries(server);
  const [{ id } = { id: '' }] = await query<{ id: string }>('SELECT id FROM account_exports WHERE owner_id = $1', [
    person.id,
  ]);
  const make = () => exportAccount(server.context, { partBytes: 1_000 })({ export_id: id }, { abortSignal: signal });
  await Promise.all([make(), make(), make()]);
  const [row] = await query<{ parts: number; attempt: number }>(
    'SELECT parts, attempt FROM account_exports WHERE id = $1',
    [id],
  );
  expect(unpack(await download(person)).files.size).toBe(5);
  const keys = await query<{ key: string }>('SELECT key FROM blobs WHERE key LIKE $1', [`export/${id}/%`]);
  expect(keys).toHaveLength(row?.parts ?? 0);
  expect(keys.filter(({ key }) => !key.startsWith(`export/${id}/${row?.attempt}/`))).toEqual([]);
});
