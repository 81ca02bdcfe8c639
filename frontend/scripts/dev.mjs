import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
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

Object.assign(process.env, withBuildFlags(process.env));
const vite = await createServer({ root: frontend, server: { host: '127.0.0.1' } });

function startBackend() {
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
  await stopBackend();
  if (!stopping) backend = startBackend();
  restarting = null;
}

const sources = ['backend/src', 'backend/demo', 'contracts/src'].map((folder) => path.join(root, folder));
vite.watcher.add(sources);
vite.watcher.on('change', (file) => {
  const isSource = sources.some((folder) => file.startsWith(folder)) && !file.endsWith('.test.ts');
  // Changes during a restart are read by the process that it starts.
  if (isSource && !stopping) restarting ??= restartBackend();
});

await vite.listen();
vite.printUrls();
