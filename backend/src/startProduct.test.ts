import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { descendantsOf, processTable } from '../test/processTable.ts';
import { type SeparateProcess, startSeparateProcess } from '../test/separateProcess.ts';
import { startEmbeddedPostgres } from './database/embeddedPostgres.ts';
import { closeDatabase, openDatabase } from './dataSource.ts';

/** Runs the whole product in a separate process, which is stopped or killed and started again on the same DATA_DIR. */

/** The long lease is longer than a restart of the process takes. The short lease ends while the test waits. */
const LONG_LEASE_SECONDS = 120;
const SHORT_LEASE_SECONDS = 5;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test reads the few fields it is about.
  readonly json: any;
}

class Installation {
  private running: SeparateProcess | null = null;
  private baseUrl = '';
  session: Record<string, string> = {};

  private constructor(readonly dataDir: string) {}

  get processId(): number {
    return this.running?.child.pid ?? 0;
  }

  static async start(leaseSeconds: number): Promise<Installation> {
    const made = new Installation(await mkdtemp(join(tmpdir(), 'flyerdeck-product-')));
    await made.start(leaseSeconds);
    return made;
  }

  async start(leaseSeconds: number): Promise<void> {
    this.running = await startSeparateProcess(`import ${JSON.stringify(join(import.meta.dirname, 'main.ts'))};`, {
      AUTH_MODE: 'mock',
      PORT: '0',
      DATA_DIR: this.dataDir,
      LEASE_SECONDS: String(leaseSeconds),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_FACTOR: '1000',
    });
    this.baseUrl = /http:\/\/\S+/.exec(this.running.firstLine)?.[0] ?? '';
  }

  async killAndStart(leaseSeconds: number): Promise<void> {
    await this.running?.kill();
    await this.start(leaseSeconds);
  }

  async stop(): Promise<number | null> {
    const status = (await this.running?.stop()) ?? null;
    this.running = null;
    return status;
  }

  async remove(): Promise<void> {
    if (this.running) await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = this.session,
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.baseUrl}/api${path}`, {
      method,
      headers: { ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
  }

  async signIn(): Promise<void> {
    const { json } = await this.call('POST', '/auth/telegram', { telegram_id: '4711', username: 'owner' }, {});
    this.session = { 'X-Session-Token': json.session_token, 'X-Telegram-ID': json.telegram_id };
  }

  /** Links a page and queues a flyer for it, with posting on. Returns the page's device. */
  async queueFlyer(): Promise<Device> {
    await this.signIn();
    const { json: device } = await this.call(
      'POST',
      '/extension/link-requests',
      { page: { creator_id: 'luna', name: 'Luna', username: 'luna', avatar_url: null }, extension_version: '1.0.0' },
      {},
    );
    const { json: linked } = await this.call('POST', '/verify_linking', { token: device.linking_token });
    const { json: assistant } = await this.call('POST', '/assistants', { name: 'Promo' });
    const form = new FormData();
    const jpeg = await sharp({ create: { width: 320, height: 400, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer();
    form.append('images', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'flyer.jpg');
    await this.call('POST', `/assistants/${assistant._id}/tasks`, form);
    await this.call('PUT', `/assistants/${assistant._id}`, {
      posting_rules: {
        target_pages: [linked.page.guid],
        target_tags: [],
        start_delay_hours: 0,
        delay_between_tasks_hours: 0,
        duplication_time_hours: 0,
      },
    });
    const { status } = await this.call('POST', `/assistants/${assistant._id}/add-to-queue`);
    expect(status).toBe(200);
    await this.call('POST', '/queue/start');
    return new Device(this, device.device_secret);
  }

  async posting(): Promise<{
    status: string;
    error_code: string | null;
    retry_count: number;
    picture_file_id: string | null;
  }> {
    const { json: tasks } = await this.call('GET', '/tasks');
    const { json: task } = await this.call('GET', `/tasks/${tasks[0]._id}`);
    return task.page_postings[0];
  }

  async balance(): Promise<number> {
    return (await this.call('GET', '/credits/balance')).json.credits_balance;
  }

  async waitFor<T>(read: () => Promise<T>, wanted: (value: T) => boolean, within = 90_000): Promise<T> {
    for (const end = Date.now() + within; ; await sleep(100)) {
      const value = await read();
      if (wanted(value)) return value;
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${within} ms`);
    }
  }
}

class Device {
  constructor(
    private readonly installation: Installation,
    private readonly secret: string,
  ) {}

  private send(path: string, body: unknown) {
    return this.installation.call('POST', `/extension${path}`, body, { Authorization: `Bearer ${this.secret}` });
  }
  async claim(): Promise<{ id: string; claim_token: string; attempt: number }> {
    const { json } = await this.installation.waitFor(
      () => this.send('/poll', { health: 'ok', time_zone: 'Europe/Riga' }),
      (answer) => answer.status === 200 && answer.json.posting !== null,
    );
    return json.posting;
  }
  poll = () => this.send('/poll', {});
  report = (kind: string, claim: { id: string; claim_token: string }) =>
    this.send(`/postings/${claim.id}/${kind}`, { claim_token: claim.claim_token });
}

/** The second test uses the installation of the first, because a first start takes much longer than a test. */
let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start(LONG_LEASE_SECONDS);
});
afterAll(() => installation.remove());

test('after the server process was killed, the device gets the same posting again; killed after submitting, it is unconfirmed when the lease ends, and a late report is accepted', async () => {
  const device = await installation.queueFlyer();
  const first = await device.claim();
  await installation.killAndStart(SHORT_LEASE_SECONDS);
  const second = await device.claim();
  expect(second).toMatchObject({ id: first.id, attempt: 1 });
  expect((await device.report('posted', first)).status).toBe(409);
  expect((await installation.posting()).retry_count).toBe(0);
  expect((await device.report('submitting', second)).status).toBe(200);

  await installation.killAndStart(SHORT_LEASE_SECONDS);
  const posting = await installation.waitFor(
    () => installation.posting(),
    ({ status }) => status === 'failed',
  );
  expect(posting.error_code).toBe('unconfirmed');
  expect((await device.poll()).json.posting).toBeNull();
  expect((await device.report('posted', second)).status).toBe(200);
  expect((await device.report('posted', second)).status).toBe(200);
  expect(['posted', 'completed']).toContain((await installation.posting()).status);
  expect(await installation.balance()).toBe(140);
});

test('a graceful shutdown ends all processes within 5 s and keeps the data', async () => {
  // The screenshot's Chromium is running by then.
  const { picture_file_id } = await installation.waitFor(
    () => installation.posting(),
    ({ status }) => status === 'completed',
  );
  expect(picture_file_id).not.toBeNull();
  const started = await descendantsOf(installation.processId);
  const names = started.map(({ name }) => name).join(' ');
  expect(names).toMatch(/postgres/);
  expect(names).toMatch(/chrom/);

  const stoppedAt = Date.now();
  expect(await installation.stop()).toBe(0);
  const remaining = async () =>
    (await processTable()).filter((entry) =>
      started.some(({ id, startedAt }) => id === entry.id && startedAt === entry.startedAt),
    );
  // Chromium's child processes end a moment after the browser process.
  await installation.waitFor(remaining, (processes) => processes.length === 0, 5_000 - (Date.now() - stoppedAt));

  const postgres = await startEmbeddedPostgres({ dataDir: installation.dataDir });
  const db = await openDatabase(postgres.url);
  const stored = await db.query(
    'SELECT p.status, p.picture_file_id, u.credits_balance FROM page_postings p JOIN users u ON u.id = p.owner_id',
  );
  await closeDatabase(db);
  await postgres.stop();
  expect(stored).toEqual([{ status: 'completed', picture_file_id, credits_balance: 140 }]);
});
