import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnv } from 'vite';
import { BUILD_FLAGS_FILE, readBuildFlags } from './buildFlagValues.mjs';
import { newestChangeMs } from './newestChange.mjs';

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
const sources = [
  'src',
  'public',
  'extension',
  'runner',
  'index.html',
  'vite.config.ts',
  'scripts',
  '../contracts/src',
  '../package-lock.json',
];
const flagsFile = join(frontend, 'dist', BUILD_FLAGS_FILE);

/** The reason why the last build cannot be used; null when it can. */
function reasonToBuild() {
  const built = statSync(flagsFile, { throwIfNoEntry: false });
  if (!built) return 'there is no build yet';
  for (const zip of ['extension.zip', 'runner.zip']) {
    if (!statSync(join(frontend, 'dist', zip), { throwIfNoEntry: false })) return `${zip} is not built`;
  }
  const flags = JSON.stringify(readBuildFlags(loadEnv('production', frontend, 'VITE_')));
  if (readFileSync(flagsFile, 'utf8') !== flags) return 'the build flags changed';
  const changed = sources.find((source) => newestChangeMs(join(frontend, source)) > built.mtimeMs);
  return changed ? `${changed} changed` : null;
}

const reason = reasonToBuild();
if (reason) {
  const startedAt = new Date();
  process.stdout.write(`Building the web app: ${reason}.\n`);
  const { status } = spawnSync(process.execPath, [viteCommand(), 'build', '--logLevel', 'warn'], {
    cwd: frontend,
    stdio: 'inherit',
  });
  const zips = ['scripts/buildExtension.mjs', 'scripts/buildRunner.mjs'].map(
    (script) => spawnSync(process.execPath, [script], { cwd: frontend, stdio: 'inherit' }).status,
  );
  process.exitCode = status || zips.find(Boolean);
  // The build may have read files before they were edited, so it counts as old as its start.
  if (status === 0) utimesSync(flagsFile, startedAt, startedAt);
}

function viteCommand() {
  return join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js');
}
