import { createHash } from 'node:crypto';
import { eraseAccount, openAccountExport } from '@flyerdeck/contracts';
import { unzipSync } from 'fflate';
import { type Person, signUp } from '../../../test/api/people.testing.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { zipOf } from '../../server/exports/zipOf.ts';
import { signUpWithCanaries } from './canaries.testing.ts';
import { exportEntries } from './exportAccount.ts';
import { PERSONAL_TABLES } from './personalTables.query.ts';

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
