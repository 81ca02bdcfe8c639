import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { BOT_TOKEN } from '../../../src/accounts/auth/proofs.fixture.ts';
import { withNginx } from '../../../test/nginx.ts';
import { residentMb, treeProcessorMs } from '../../figure.ts';
import { createAssistant, noisyJpeg, uploadFlyer } from '../../fillAccount.ts';
import { fillDevices, sessionOf } from '../../fillDevices.ts';
import { createHonestUsers, whileHonestUsersCall } from '../../honestUsers.ts';
import { Installation } from '../../installation.ts';
import type { ServerProcess } from '../../serverProcess.ts';
import type { Drill, DrillOutcome, DrillSize } from '../drill.ts';
import { ATTACKS } from './attacker.ts';
import { fillForecasts } from './calls.ts';
import type { Target } from './target.ts';

/** With fewer users, each device would exceed the rate limit of polls. */
const USERS = 100;
const SECONDS = { full: { quiet: 15, attack: 20 }, short: { quiet: 1, attack: 1 } } as const;
const P99_GROWTH = 5;
const MAX_RSS_MB = 700;
const NAMES = process.env.ABUSE_ATTACKS?.split(' ') ?? Object.keys(ATTACKS);

async function attackerOf(pool: Pool, baseUrl: string, image: Buffer, seconds: number): Promise<Target> {
  const [page] = await fillDevices(pool, { users: 1, pagesEach: 1, flyers: 1, credits: 1 });
  const { ownerId = '', guid: pageGuid = '', deviceSecret = '' } = page ?? {};
  const headers = await sessionOf(pool, ownerId);
  await pool.query(
    `WITH admin AS (UPDATE users SET is_admin = true WHERE id = $1 RETURNING id), flyer AS (
       INSERT INTO files (owner_id, sha256, content_type, byte_size, width, height)
       SELECT id, 'large', 'image/png', octet_length($2::bytea), 1, 1 FROM admin RETURNING sha256
     )
     INSERT INTO blobs (key, content_type, bytes) SELECT 'original/' || sha256, 'image/png', $2::bytea FROM flyer`,
    [ownerId, Buffer.alloc(40 * 1024 * 1024)],
  );
  const assistantId = await createAssistant(baseUrl, headers);
  const [task] = await uploadFlyer(baseUrl, headers, assistantId, image);
  return { baseUrl, headers, assistantId, pageGuid, deviceSecret, fileId: task?.file_id ?? '', seconds };
}

function watchMemory({ pid }: ServerProcess): () => number {
  let most = 0;
  const look = () => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
      most = Math.max(
        most,
        [pid, ...children].map(residentMb).reduce((sum, mb) => sum + mb),
      );
    } catch {
      // A process has ended. The drill reports that elsewhere.
    }
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

async function attack(name: string, target: Target): Promise<string> {
  const options = [join(import.meta.dirname, 'attacker.js'), name, JSON.stringify(target)];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  if (!stdout) throw new Error(`The attacker of ${name} ended without output.`);
  return stdout;
}

async function serverErrors(baseUrl: string): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  const counts = [...metrics.matchAll(/_count\{[^}]*status="(5\d\d)"[^}]*\} (\d+)/g)];
  return counts.reduce((sum, [, status, count]) => sum + (status === '503' ? 0 : Number(count)), 0);
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const seconds = SECONDS[size].attack;
  const settings = { AUTH_MODE: 'telegram', BOT_TOKEN, PUBLIC_URL: 'https://flyers.example', RATE_LIMIT_FACTOR: '1' };
  return Installation.with(async (installation) => {
    const { pool } = installation;
    let api = await installation.startApi(settings);
    await installation.startWorker();
    const honest = await createHonestUsers(pool, USERS);
    const image = await noisyJpeg(3_600, 3_600);
    const results: string[] = [];
    const failures: string[] = [];
    const working = <T>(work: () => Promise<T>, baseUrl = api.baseUrl) => whileHonestUsersCall(baseUrl, honest, work);

    await working(() => sleep(SECONDS[size].quiet * 300));
    const quiet = (await working(() => sleep(SECONDS[size].quiet * 1_000))).p99;
    results.push(`honest calls without an attack: p99 ${quiet.toFixed(1)} ms`);
    for (const name of NAMES) {
      // Each attack uses a new account, because limits count by user.
      const target = await attackerOf(pool, api.baseUrl, image, seconds);
      if (name === 'forecasts') await fillForecasts(pool, target);
      const memory = watchMemory(api);
      const cpuMs = treeProcessorMs(api.pid);
      const attackOn = (baseUrl: string) => working(() => attack(name, { ...target, baseUrl }), baseUrl);
      const { done, p99, problems } = name.endsWith('ThroughProxy')
        ? await withNginx([Number(new URL(api.baseUrl).port)], ({ baseUrl }) => attackOn(baseUrl))
        : await attackOn(api.baseUrl);
      const share = (treeProcessorMs(api.pid) - cpuMs) / (seconds * 10);
      const rss = memory();
      const growth = `honest p99 ${p99.toFixed(1)} ms (${(p99 / quiet).toFixed(1)}x)`;
      results.push(`${name}: ${done}`);
      results.push(`${name}: ${growth}, ${share.toFixed(0)} % of a processor, ${rss.toFixed(0)} MB`);
      failures.push(...problems.map((problem) => `${name}: ${problem}`));
      // A run of a few seconds beside other work says nothing about times and sizes.
      if (size === 'full' && !(p99 <= quiet * P99_GROWTH)) failures.push(`${name}: ${growth}`);
      if (size === 'full' && !(rss <= MAX_RSS_MB)) failures.push(`${name}: ${rss.toFixed(0)} MB of memory`);
      const errors = api.hasEnded() ? 'the process ended' : await serverErrors(api.baseUrl);
      if (errors !== 0) {
        failures.push(`${name}: ${errors} (answers 5xx other than 503)`);
        await api.stop();
        api = await installation.startApi(settings);
      }
    }
    return { results, failures };
  });
}

export const abuseDrill: Drill = { title: 'attacks with and without an account, while honest users work', run };
