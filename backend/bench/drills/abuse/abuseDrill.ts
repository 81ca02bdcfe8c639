import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { BOT_TOKEN } from '../../../src/auth/proofs.fixture.ts';
import { withNginx } from '../../../test/nginx.ts';
import { fillDevices } from '../../fillDevices.ts';
import { createHonestUsers, whileHonestUsersCall } from '../../honestUsers.ts';
import { Installation } from '../../installation.ts';
import { sessionOf } from '../../people.ts';
import { residentMb, treeProcessorMs } from '../../processorTime.ts';
import { ENDING, LOADER, type ServerProcess } from '../../serverProcess.ts';
import { createAssistant, noisyJpeg, uploadFlyers } from '../../uploadFlyers.ts';
import type { Drill, DrillOutcome, DrillSize } from '../drill.ts';
import { ATTACKS } from './attackList.ts';
import { fillForecasts } from './calls.ts';
import type { Target } from './target.ts';

/** With fewer users, each device would exceed the rate limit of polls. */
const USERS = 100;
const SIZES = {
  full: { quietSeconds: 15, seconds: 20, limitedPages: 500 },
  short: { quietSeconds: 1, seconds: 1, limitedPages: 50 },
} as const;
const P99_GROWTH = 5;
const MAX_RSS_MB = 700;

/** Creates an admin's account with a ready export of 40 MB and one assistant, whose only flyer has this image. */
async function attackerOf(pool: Pool, { baseUrl }: ServerProcess, image: Buffer, seconds: number): Promise<Target> {
  const [page] = await fillDevices(pool, { users: 1, pagesEach: 1, flyers: 1, credits: 1 });
  const headers = await sessionOf(pool, page?.ownerId ?? '');
  await pool.query(
    `WITH admin AS (UPDATE users SET is_admin = true WHERE id = $1 RETURNING id), export AS (
       INSERT INTO account_exports (owner_id, attempt, parts, byte_size, ready_at, expires_at)
       SELECT id, 1, 10, 10 * octet_length($2::bytea), now(), now() + interval '1 day' FROM admin RETURNING id
     )
     INSERT INTO blobs (key, content_type, bytes)
     SELECT 'export/' || id || '/1/' || part, 'application/zip', $2::bytea FROM export, generate_series(0, 9) part`,
    [page?.ownerId, Buffer.alloc(4 * 1024 * 1024)],
  );
  const assistantId = await createAssistant(baseUrl, headers);
  const [task] = await uploadFlyers(baseUrl, headers, assistantId, [image]);
  const { guid: pageGuid = '', deviceSecret = '' } = page ?? {};
  return { baseUrl, headers, assistantId, pageGuid, deviceSecret, fileId: task?.file_id ?? '', seconds };
}

/**
 * Records the largest resident memory, in MB, of a process together with its child processes. Call the result to stop.
 */
function watchMemory({ pid }: ServerProcess): () => number {
  let most = 0;
  const look = () => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
      most = Math.max(
        most,
        children.map(residentMb).reduce((sum, mb) => sum + mb, residentMb(pid)),
      );
    } catch {
      // A process has ended. The drill reports that elsewhere.
    }
  };
  look();
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

async function attack(name: string, target: Target): Promise<string> {
  const script = join(import.meta.dirname, `attacker${ENDING}`);
  const child = spawn(process.execPath, [script, name, JSON.stringify(target)], {
    env: { ...process.env, NODE_OPTIONS: LOADER },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  process.off('exit', killOnExit);
  if (!said) throw new Error(`The attacker of ${name} ended without output.`);
  return said;
}

/** Number of 5xx answers other than 503 since the server started. */
async function serverErrors({ baseUrl }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  let errors = 0;
  for (const [, status, count] of metrics.matchAll(/_count\{[^}]*status="(5\d\d)"[^}]*\} (\d+)/g))
    if (status !== '503') errors += Number(count);
  return errors;
}

/** Runs each attack in turn, while honest users and devices call the same process. */
async function run(size: DrillSize): Promise<DrillOutcome> {
  const { quietSeconds, seconds, limitedPages } = SIZES[size];
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const start = () =>
      installation.startApi({
        AUTH_MODE: 'telegram',
        BOT_TOKEN,
        PUBLIC_URL: 'https://flyers.example',
        RATE_LIMIT_FACTOR: '1',
      });
    let api = await start();
    await installation.startWorker();
    const honest = await createHonestUsers(pool, USERS);
    const image = await noisyJpeg(3_600, 3_600);
    const results: string[] = [];
    const failures: string[] = [];
    const working = <T>(work: () => Promise<T>, baseUrl = api.baseUrl) => whileHonestUsersCall(baseUrl, honest, work);

    await working(() => sleep(quietSeconds * 300));
    const quiet = (await working(() => sleep(quietSeconds * 1_000))).p99;
    results.push(`honest calls without an attack: p99 ${quiet.toFixed(1)} ms`);
    for (const name of Object.keys(ATTACKS)) {
      // Each attack uses a new account, because limits count by user.
      const target = await attackerOf(pool, api, image, seconds);
      if (name === 'forecasts') await fillForecasts(pool, target, limitedPages);
      const memory = watchMemory(api);
      const cpuMs = treeProcessorMs(api.pid);
      const attackOn = (baseUrl: string) => working(() => attack(name, { ...target, baseUrl }), baseUrl);
      const { done, p99, problems } = name.endsWith('ThroughProxy')
        ? await withNginx([Number(new URL(api.baseUrl).port)], ({ baseUrl }) => attackOn(baseUrl))
        : await attackOn(api.baseUrl);
      const share = (treeProcessorMs(api.pid) - cpuMs) / (seconds * 10);
      const rss = memory();
      results.push(`${name}: ${done}`);
      results.push(
        `${name}: honest p99 ${p99.toFixed(1)} ms (${(p99 / quiet).toFixed(1)}x), ${share.toFixed(0)} % of a processor, ${rss.toFixed(0)} MB`,
      );
      failures.push(...problems.map((problem) => `${name}: ${problem}`));
      if (api.hasEnded()) {
        failures.push(`${name}: the process ended`);
        api = await start();
        continue;
      }
      const errors = await serverErrors(api);
      if (errors > 0) {
        failures.push(`${name}: ${errors} answers 5xx other than 503`);
        await api.stop();
        api = await start();
      }
      // A run of a few seconds beside other tests says nothing about times and sizes.
      if (size === 'full') {
        if (!(p99 <= quiet * P99_GROWTH)) failures.push(`${name}: honest p99 grew ${(p99 / quiet).toFixed(1)}x`);
        if (!(rss <= MAX_RSS_MB)) failures.push(`${name}: ${rss.toFixed(0)} MB of memory`);
      }
    }
    return { results, failures };
  });
}

export const abuseDrill: Drill = { title: 'attacks with and without an account, while honest users work', run };
