import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freeLoopbackPort } from '../src/database/embedded/loopbackPort.ts';
import { answers } from './replica.ts';

let running: { readonly process: ChildProcess; readonly folder: string } | undefined;

/** Starts PgBouncer in transaction mode in front of all databases of a Postgres. Returns its address. It has few connections, so that calls share them. */
export async function startTestPooler(postgresUrl: string): Promise<string> {
  const { hostname, port: postgresPort, username, password } = new URL(postgresUrl);
  const port = await freeLoopbackPort();
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-pooler-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  const target = `host=${hostname} port=${postgresPort} user=${username} password=${decodeURIComponent(password)}`;
  await writeFile(
    file,
    `[databases]
* = ${target} connect_query='SET lock_timeout = 10000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 12
max_client_conn = 1000
`,
  );
  const isRoot = process.getuid?.() === 0;
  const pooler = spawn('pgbouncer', ['-q', ...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: 'inherit' });
  running = { process: pooler, folder };
  const url = Object.assign(new URL(postgresUrl), { port: String(port) }).href;
  // Without a listener, a missing program would end the process.
  const failed = once(pooler, 'error').then(([error]) => Promise.reject(error));
  while (!(await Promise.race([answers(url), failed]))) await sleep(20);
  return url;
}

export async function stopTestPooler(): Promise<void> {
  if (!running) return;
  const { process, folder } = running;
  process.kill('SIGKILL');
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
  await rm(folder, { recursive: true, force: true });
}
