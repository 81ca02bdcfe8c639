import { spawnSync } from 'node:child_process';
import { statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestChangeMs } from './newestChange.mjs';

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
/** Built beside the web app, because it is for Node and must not be served. */
const built = join(frontend, 'dist-replay');
const SOURCES = ['src', 'vite.config.ts', 'scripts', '../contracts/src', '../package-lock.json'];

/** Builds the Node program from the app's reducers when a source file changed. */
async function buildIfStale() {
  const flag = statSync(join(built, 'replay.js'), { throwIfNoEntry: false });
  if (flag && !SOURCES.some((source) => newestChangeMs(join(frontend, source)) > flag.mtimeMs)) return;
  const startedAt = new Date();
  const { build } = await import('vite');
  await build({
    root: frontend,
    configFile: join(frontend, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: built,
      emptyOutDir: true,
      copyPublicDir: false,
      rollupOptions: { input: { replay: join(frontend, 'src/replay/cli/replay.ts') } },
    },
  });
  // The build may have read files before they were edited, so it counts as old as its start.
  utimesSync(join(built, 'replay.js'), startedAt, startedAt);
}

await buildIfStale();
const { status } = spawnSync(process.execPath, [join(built, 'replay.js'), ...process.argv.slice(2)], {
  // npm runs scripts in the package's folder. Paths are relative to the folder of the caller.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
