import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abuseDrill } from './abuse/abuseDrill.ts';
import type { Drill, DrillSize } from './drill.ts';
import { killDrill, liveDrill } from './killDrill.ts';
import { outageDrill } from './outageDrill.ts';
import { soakDrill } from './soakDrill.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');

interface BrowserTests {
  readonly title: string;
  readonly file: string;
  variables(size: DrillSize): Readonly<Record<string, string>>;
}

/**
 * A drill that needs the real extension in Chromium, so it is the tests of a file whose titles begin with "drill:". Each adds lines of
 * JSON about what it did to the file that DRILL_LOG names, and fails if something went wrong.
 */
const browserDrill = ({ title, file, variables }: BrowserTests): Drill => ({
  title,
  async run(size) {
    const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-drill-'));
    try {
      const log = join(folder, 'log.jsonl');
      const options = ['-c', 'frontend', file, '--grep', 'drill:', '--workers=3', '--reporter=line'];
      const tests = spawn('npx', ['playwright', 'test', ...options], {
        cwd: REPOSITORY,
        env: { ...process.env, EXTENSION_WORKERS: '3', ...variables(size), DRILL_LOG: log },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [status] = await once(tests, 'exit');
      const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      const printed = lines.map((line) =>
        Object.entries(JSON.parse(line))
          .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join('+') || '-' : value}`)
          .join(', '),
      );
      return { results: printed, failures: status === 0 ? [] : ['a test of the drill failed'] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

const proofDrill = browserDrill({
  title:
    'worker, browser and server are killed at each step of a posting, with 504s; sites claim what is not so; the feed settles what is in doubt',
  file: 'extensionProof.spec.ts',
  variables: (size) => ({
    PROOF_ROUNDS: process.env.PROOF_ROUNDS ?? (size === 'full' ? '2' : '1'),
    PROOF_POSTINGS: process.env.PROOF_POSTINGS ?? (size === 'full' ? '20' : '2'),
  }),
});

/** `npm run drill` runs all drills, `npm run drill -- kill soak` the named ones. With `--short` they are small. */
const DRILLS: Readonly<Record<string, Drill>> = {
  kill: killDrill,
  live: liveDrill,
  outages: outageDrill,
  proof: proofDrill,
  soak: soakDrill,
  abuse: abuseDrill,
};

const asked = process.argv.slice(2).filter((word) => word !== '--short');
const size = process.argv.includes('--short') ? 'short' : 'full';
for (const name of asked.length > 0 ? asked : Object.keys(DRILLS)) {
  const drill = DRILLS[name];
  if (!drill) throw new Error(`There is no drill ${name}; there are ${Object.keys(DRILLS).join(', ')}.`);
  const startedAt = performance.now();
  const { results, failures } = await drill.run(size);
  const lines = [
    `${name}: ${drill.title}`,
    ...results.map((line) => `  did      ${line}`),
    ...failures.map((line) => `  failure  ${line}`),
    `  verdict  ${failures.length > 0 ? 'FAILS' : 'holds'} (${Math.round((performance.now() - startedAt) / 1_000)} s)`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
process.exit();
