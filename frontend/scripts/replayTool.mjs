import { spawnSync } from 'node:child_process';
import { statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newestChangeMs } from './newestChange.mjs';

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
/** Beside the built app, not in it: it is for Node, and nobody's browser is to be served it. */
const built = join(frontend, 'dist-replay');
const SOURCES = ['src', 'bench', 'vite.config.ts', 'scripts', '../contracts/src', '../package-lock.json'];
const TOOLS = { replay: 'src/replay/cli/replay.ts', measure: 'bench/measureReplay.ts' };

/** Builds the tools that fold logs in Node, from the app's own reducers, where the sources changed since. */
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
      manifest: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(TOOLS).map(([name, file]) => [name, join(frontend, file)])),
      },
    },
  });
  // What was edited while the build ran may have been read before the edit: count it as newer.
  utimesSync(join(built, 'replay.js'), startedAt, startedAt);
}

const [tool, ...args] = process.argv.slice(2);
if (!(tool in TOOLS)) throw new Error(`There is no tool ${tool}.`);
await buildIfStale();
const { status } = spawnSync(process.execPath, [join(built, `${tool}.js`), ...args], {
  // npm runs in the folder of the package.json; the paths are meant from where the command was typed.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  env: { ...process.env, NODE_ENV: 'production' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
