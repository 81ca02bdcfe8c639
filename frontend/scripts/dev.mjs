import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';

/**
 * `npm run dev`: runs the backend from its TypeScript sources and restarts it after a change, with Vite and its hot
 * reload in front. Ctrl-C stops both. `node --watch` is not used, because it leaves the new process running when it is
 * ended during a restart.
 */
const frontend = path.dirname(import.meta.dirname);
const root = path.dirname(frontend);
const loader = pathToFileURL(path.join(root, 'backend/test/typescriptLoader.mjs'));

/** Changes within this time, as in a checkout, cause one restart. */
const ONE_EDIT_MS = 100;

/** The demo uses mock sign-in. It runs when nothing else is set. */
const { AUTH_MODE, BOT_TOKEN, BOT_USERNAME } = process.env;
const isDemo = AUTH_MODE === 'mock' || (!AUTH_MODE && !BOT_TOKEN);
// Vite serves index.html without the server's settings.
process.env.VITE_MOCK_AUTH ??= isDemo ? '1' : '';
process.env.VITE_BOT_USERNAME ??= BOT_USERNAME ?? '';
const vite = await createServer({ root: frontend, server: { host: '127.0.0.1' } });

let startedAtMs = 0;

function startBackend() {
  startedAtMs = Date.now();
  return spawn(process.execPath, ['backend/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    // Set in the environment, because the backend also starts TypeScript files as processes.
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
  // One edit can cause several events, and after the start there is one event for every file. Only files that
  // changed after the start of the backend matter.
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || stat.mtimeMs > startedAtMs) restarting ??= restartBackend();
});

await vite.listen();
vite.printUrls();
