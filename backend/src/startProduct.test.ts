import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../test/eventually.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../test/factories.ts';
import { descendantsOf, processTable } from '../test/processTable.ts';
import { type SeparateProcess, startSeparateProcess } from '../test/separateProcess.ts';
import { startEmbeddedPostgres, urlOfRunningPostgres } from './database/embeddedPostgres.ts';
import type { Db } from './database/statement.ts';
import { closeDatabase, openDatabase } from './dataSource.ts';

/** Runs the whole product in a separate process, which is stopped or killed and started again on the same DATA_DIR. */

/** The long lease is longer than a restart of the process takes. The short lease ends while the test waits. */
const LONG_LEASE_SECONDS = 120;
const SHORT_LEASE_SECONDS = 5;

let dataDir: string;
let running: SeparateProcess | null = null;
let page: BuiltPage;
let db: Db;

async function start(leaseSeconds: number): Promise<void> {
  running = await startSeparateProcess(`import ${JSON.stringify(join(import.meta.dirname, 'main.ts'))};`, {
    AUTH_MODE: 'mock',
    PORT: '0',
    DATA_DIR: dataDir,
    LEASE_SECONDS: String(leaseSeconds),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
  });
  db = await openDatabase(await urlOfRunningPostgres(dataDir));
}
async function killAndStart(leaseSeconds: number): Promise<void> {
  await running?.kill();
  await closeDatabase(db);
  await start(leaseSeconds);
}

/** The only posting. */
async function read() {
  const [posting] = await db.query(
    `SELECT status, error_code, retry_count, picture_file_id, credits_balance
     FROM page_postings JOIN users ON users.id = owner_id`,
  );
  return posting;
}

/** A call of the page's device. */
async function call(path: string, body: object) {
  const response = await fetch(`${/http:\/\/\S+/.exec(running?.firstLine ?? '')?.[0]}/api/extension${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${page.deviceSecret}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as { posting: Claim | null } };
}
type Claim = { id: string; claim_token: string; attempt: number };
const poll = async (): Promise<Claim | null> => (await call('/poll', {})).json.posting;
const claim = async () => (await eventually(poll, (posting) => posting !== null)) as Claim;
const report = async (kind: string, { id, claim_token }: Claim) =>
  (await call(`/postings/${id}/${kind}`, { claim_token })).status;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'flyerdeck-product-'));
  await start(LONG_LEASE_SECONDS);
  const { id } = await buildUser(db, { posting: true });
  page = await buildPage(db, id);
  await buildQueuedAssistant(db, id, { pages: [page] });
});
afterAll(async () => {
  await running?.stop();
  await closeDatabase(db);
  await rm(dataDir, { recursive: true, force: true });
});

/** The second test uses the posting of the first, because a first start takes much longer than a test. */
test('after the server process was killed, the device gets the same posting again; killed after submitting, it is unconfirmed when the lease ends, and a late report is accepted', async () => {
  const first = await claim();
  await killAndStart(SHORT_LEASE_SECONDS);
  const posting = await claim();
  expect(posting).toMatchObject({ id: first.id, attempt: 1 });
  expect(await report('posted', first)).toBe(409);
  expect((await read()).retry_count).toBe(0);
  expect(await report('submitting', posting)).toBe(200);

  await killAndStart(SHORT_LEASE_SECONDS);
  const { error_code } = await eventually(read, ({ status }) => status === 'failed');
  expect(error_code).toBe('unconfirmed');
  expect(await poll()).toBeNull();
  expect(await report('posted', posting)).toBe(200);
  expect(await report('posted', posting)).toBe(200);
  const { status, credits_balance } = await read();
  expect(['posted', 'completed']).toContain(status);
  expect(credits_balance).toBe(140);
});

test('a graceful shutdown ends all processes, and keeps the data', async () => {
  // The screenshot's Chromium is running by then.
  const before = await eventually(read, ({ status }) => status === 'completed');
  expect(before.picture_file_id).not.toBeNull();
  const started = await descendantsOf(running?.child.pid ?? 0);
  const names = started.map(({ name }) => name).join(' ');
  expect(names).toMatch(/postgres/);
  expect(names).toMatch(/chrom/);

  expect(await running?.stop()).toBe(0);
  const remaining = async () =>
    (await processTable()).filter((entry) =>
      started.some(({ id, startedAt }) => id === entry.id && startedAt === entry.startedAt),
    );
  // Chromium's child processes end a moment after the browser process.
  await eventually(remaining, (processes) => processes.length === 0);

  await closeDatabase(db);
  const postgres = await startEmbeddedPostgres({ dataDir });
  db = await openDatabase(postgres.url);
  expect(await read().finally(() => postgres.stop())).toEqual(before);
});
