import { spawnSync } from 'node:child_process';
import { statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestChangeMs } from './newestChange.mjs';

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
/** Built beside the web app, because it is for Node and must not be served. */
const built = join(frontend, 'dist-replay');
const SOURCES = ['src', 'bench', 'vite.config.ts', 'scripts', '../contracts/src', '../package-lock.json'];
const TOOLS = { replay: 'src/replay/cli/replay.ts', measure: 'bench/measureReplay.ts' };

/** Builds the Node programs from the app's reducers when a source file changed. */
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
      rollupOptions: {
        input: Object.fromEntries(Object.entries(TOOLS).map(([name, file]) => [name, join(frontend, file)])),
      },
    },
  });
  // The build may have read files before they were edited, so it counts as old as its start.
  utimesSync(join(built, 'replay.js'), startedAt, startedAt);
}

const [tool, ...args] = process.argv.slice(2);
if (!(tool in TOOLS)) throw new Error(`There is no tool ${tool}.`);
await buildIfStale();
const { status } = spawnSync(process.execPath, [join(built, `${tool}.js`), ...args], {
  // npm runs scripts in the package's folder. Paths are relative to the folder of the caller.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
