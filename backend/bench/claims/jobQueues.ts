import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { Pool } from 'pg';
import PgBoss from 'pg-boss';
import { CONNECTIONS } from './productWork.ts';

const JOBS = 10_000;
/** Without it graphile-worker writes log lines for every job, which would slow it down. */
const SILENT = new Logger(() => () => undefined);
const SECONDS = 4;

/** Empty jobs per second that graphile-worker finishes with its default settings, ten at once. */
export async function graphileRate(connectionString: string): Promise<number> {
  const pool = new Pool({ connectionString, max: CONNECTIONS + 2 });
  pool.on('error', () => undefined);
  try {
    const utils = await makeWorkerUtils({ pgPool: pool, logger: SILENT });
    await pool.query(
      `SELECT graphile_worker.add_job('nothing', json_build_object('n', n), max_attempts := 1) FROM generate_series(1, ${JOBS}) n`,
    );
    await utils.release();
    await pool.query('VACUUM ANALYZE');
    let done = 0;
    let startedAt = 0;
    let finish: (rate: number) => void = () => undefined;
    const rate = new Promise<number>((resolve) => {
      finish = resolve;
    });
    const nothing = async () => {
      if (done === 0) startedAt = performance.now();
      done += 1;
      if (done === JOBS) finish(JOBS / ((performance.now() - startedAt) / 1_000));
    };
    const taskList = { nothing };
    const runner = await run({
      pgPool: pool,
      taskList,
      concurrency: CONNECTIONS,
      noHandleSignals: true,
      logger: SILENT,
    });
    const result = await rate;
    await runner.stop();
    return result;
  } finally {
    await pool.end().catch(() => undefined);
  }
}

/** Empty jobs per second that pg-boss fetches and completes one by one, in ten loops. */
export async function pgBossRate(connectionString: string): Promise<number> {
  const boss = new PgBoss({ connectionString, max: CONNECTIONS, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue('nothing');
    await boss.insert(Array.from({ length: JOBS }, () => ({ name: 'nothing', data: {} })));
    let done = 0;
    const startedAt = performance.now();
    const until = startedAt + SECONDS * 1_000;
    const go = async () => {
      while (performance.now() < until) {
        const [job] = await boss.fetch('nothing');
        if (!job) return;
        await boss.complete('nothing', job.id);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, go));
    return done / ((performance.now() - startedAt) / 1_000);
  } finally {
    await boss.stop({ graceful: false, wait: true });
  }
}
