import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/**
 * Runs the tests of a file in frontend/e2e whose titles begin with "drill:". They need the real extension in Chromium, so they are
 * tests of Playwright. Each writes a line of JSON to the file that `variables[logVariable]` names.
 */
export async function runBrowserDrill<Line>(
  file: string,
  logVariable: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ lines: Line[]; failures: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-drill-'));
  try {
    const log = join(folder, 'log.jsonl');
    const tests = spawn(
      'npx',
      ['playwright', 'test', '-c', 'frontend', file, '--grep', 'drill:', '--workers=3', '--reporter=line'],
      {
        cwd: REPOSITORY,
        env: { ...process.env, EXTENSION_WORKERS: '3', ...variables, [logVariable]: log },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const [status] = await once(tests, 'exit');
    const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    return {
      lines: lines.map((line) => JSON.parse(line) as Line),
      failures: status === 0 ? [] : ['a test of the drill failed'],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
