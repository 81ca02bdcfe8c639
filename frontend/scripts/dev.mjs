import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { withBuildFlags } from './buildFlagValues.mjs';

/**
 * `npm run dev`: the backend from its TypeScript sources, restarted when one of them changes, and Vite with hot reload
 * in front of it. Ctrl-C stops both. Not `node --watch`: ended during a restart it leaves the new process behind.
 */
const frontend = path.dirname(import.meta.dirname);
const root = path.dirname(frontend);
const loader = pathToFileURL(path.join(root, 'backend/test/typescriptLoader.mjs'));

/** Files that change within this time, as with a checkout, lead to one restart. */
const ONE_EDIT_MS = 100;

Object.assign(process.env, withBuildFlags(process.env));
const vite = await createServer({ root: frontend, server: { host: '127.0.0.1' } });

let startedAtMs = 0;

function startBackend() {
  startedAtMs = Date.now();
  return spawn(process.execPath, ['backend/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    // In the environment and not an argument, because the backend starts processes of its own from TypeScript files.
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${loader}`.trim() },
  });
}

async function stopBackend() {
  if (backend.exitCode !== null || backend.signalCode !== null) return;
  backend.kill('SIGTERM');
  await once(backend, 'exit');
}

let backend = startBackend();
let restarting = null;
let stopping = false;

async function stop() {
  stopping = true;
  await Promise.all([restarting, vite.close()]);
  await stopBackend();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);

async function restartBackend() {
  await Promise.all([stopBackend(), sleep(ONE_EDIT_MS)]);
  if (!stopping) backend = startBackend();
  restarting = null;
}

const sources = ['backend/src', 'backend/demo', 'contracts/src'].map((folder) => path.join(root, folder));
vite.watcher.add(sources);
vite.watcher.on('all', (_event, file) => {
  if (stopping || !sources.some((folder) => file.startsWith(folder)) || file.endsWith('.test.ts')) return;
  // One edit can lead to several events, and the first ones name every file. What was written before the start has been read.
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || stat.mtimeMs > startedAtMs) restarting ??= restartBackend();
});

await vite.listen();
vite.printUrls();
