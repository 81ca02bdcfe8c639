import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { freeLoopbackPort } from '../src/database/embedded/loopbackPort.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';
import { type ProcessModule, type ServerProcess, startProcess } from './serverProcess.ts';

export class Installation {
  private postgres: EmbeddedPostgres;
  private readonly running = new Set<ServerProcess>();
  private started = 0;
  /** The pool survives a killed Postgres, because each query reconnects when necessary. */
  readonly pool: Pool;

  private constructor(
    readonly folder: string,
    postgres: EmbeddedPostgres,
  ) {
    this.postgres = postgres;
    this.pool = new Pool({ connectionString: postgres.url, max: 4 });
    this.pool.on('error', () => undefined);
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get postgresPid(): number {
    return this.postgres.pid ?? 0;
  }

  /** Runs `work` on a new installation, then stops its processes and deletes its folder. */
  static async with<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-bench-'));
    // As root, Postgres runs as another user, who must be able to enter this folder.
    await chmod(folder, 0o711);
    try {
      const installation = new Installation(folder, await startEmbeddedPostgres({ dataDir: folder, settings: {} }));
      return await work(installation).finally(() => installation.stop());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** `env` adds to the common settings: mock sign-in, no rate limits. A process without PORT is a worker. */
  async start(module: ProcessModule, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    this.started += 1;
    const base = { DATABASE_URL: this.databaseUrl, AUTH_MODE: 'mock', RATE_LIMIT_FACTOR: '1000000' };
    const log = join(this.folder, `process-${this.started}.log`);
    const server = await startProcess(module, { ...base, DATA_DIR: this.folder, ...env }, log);
    this.running.add(server);
    return server;
  }

  async startApi(
    env: Readonly<Record<string, string>> = {},
    module: ProcessModule = 'src/main',
  ): Promise<ServerProcess> {
    return this.start(module, { ROLE: 'api', PORT: String(await freeLoopbackPort()), ...env });
  }

  startProduct(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    return this.startApi({ ROLE: 'all', LOG_LEVEL: 'info', ...env });
  }

  /** Starts a worker that runs all jobs. Its screenshots are a fixed picture, except in drills about Chromium. */
  startWorker(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    return this.start('bench/drills/standInWorker', { PUBLIC_URL: 'http://127.0.0.1:1', ROLE: 'worker', ...env });
  }

  /** Kills the postmaster with SIGKILL, which also ends its backends, and starts Postgres again on the same data. */
  async killPostgres(): Promise<void> {
    if (this.postgres.pid) process.kill(this.postgres.pid, 'SIGKILL');
    await this.postgres.exited;
    const before = this.postgres.url;
    this.postgres = await startEmbeddedPostgres({ dataDir: this.folder, settings: {} });
    if (this.postgres.url !== before) throw new Error('Postgres came back at another address.');
  }

  private async stop(): Promise<void> {
    await Promise.all([...this.running].map((server) => (server.hasEnded() ? undefined : server.stop())));
    await this.pool.end();
    await this.postgres.stop();
  }
}
