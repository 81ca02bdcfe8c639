import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run shots -w frontend -- FOLDER [PART OF A SCREEN'S NAME]` saves pictures of the screens in a folder. */
const [folder, only = ''] = process.argv.slice(2);
if (!folder) {
  process.stderr.write(
    "Say which folder the pictures go to: npm run shots -w frontend -- FOLDER [part of a screen's name]\n",
  );
  process.exit(1);
}

const frontend = dirname(dirname(fileURLToPath(import.meta.url)));
const playwright = join(dirname(fileURLToPath(import.meta.resolve('@playwright/test/package.json'))), 'cli.js');
const { status } = spawnSync(process.execPath, [playwright, 'test', '-c', 'e2e/shots.config.ts', '--workers=1'], {
  cwd: frontend,
  // npm runs scripts in the package's folder. The path is relative to the folder of the caller.
  env: { ...process.env, SHOTS_DIR: resolve(process.env.INIT_CWD ?? process.cwd(), folder), SHOTS_ONLY: only },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
