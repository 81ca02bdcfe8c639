import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';

const ROUNDS = { full: 5, short: 1 } as const;
const STEPS = ['claimed', 'prepared', 'submitting', 'pressing', 'reporting'];
const VICTIMS = ['worker', 'browser', 'server'];

/** What frontend/e2e/extensionProof.spec.ts says about each kill. */
interface Kill {
  readonly victim: string;
  readonly step: string;
  /** How often the post is on the site at the end. */
  readonly times: number;
  readonly isPosted: boolean;
  readonly isUnconfirmed: boolean;
  readonly doubts: number;
  readonly absences: number;
  readonly wrong: number;
}

/** Its browser tests need the real extension in Chromium, so they run as tests of Playwright. */
async function runTests(rounds: number, log: string): Promise<number> {
  const tests = spawn(
    'npx',
    [
      'playwright',
      'test',
      '-c',
      'frontend',
      'extensionProof.spec.ts',
      '--grep',
      'drill:',
      '--workers=3',
      '--reporter=line',
    ],
    {
      cwd: join(import.meta.dirname, '../../../..'),
      env: { ...process.env, EXTENSION_WORKERS: '3', PROOF_ROUNDS: String(rounds), PROOF_LOG: log },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [status] = (await once(tests, 'exit')) as [number | null];
  return status ?? 1;
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-proof-'));
  try {
    const log = join(folder, 'kills.jsonl');
    const rounds = ROUNDS[size];
    const status = await runTests(rounds, log);
    const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const kills = lines.map((line) => JSON.parse(line) as Kill);
    const lost: string[] = status === 0 ? [] : ['a test of the drill failed'];
    const tried: string[] = [];
    for (const victim of VICTIMS) {
      for (const step of STEPS) {
        const own = kills.filter((kill) => kill.victim === victim && kill.step === step);
        const sum = (count: (kill: Kill) => number | boolean) =>
          own.reduce((total, kill) => total + Number(count(kill)), 0);
        const faults = {
          'posted twice': sum(({ times }) => times > 1),
          lost: sum(({ isPosted, isUnconfirmed, times }) => times === 0 || !(isPosted || isUnconfirmed)),
          'still in doubt': sum(({ isUnconfirmed }) => isUnconfirmed),
          'wrong verdicts': sum(({ wrong }) => wrong),
        };
        const counts = Object.entries(faults).map(([what, count]) => `${count} ${what}`);
        const settled = `${sum(({ doubts }) => doubts)} doubts settled, ${sum(({ absences }) => absences)} of them posted again`;
        tried.push(`${victim} at ${step}: ${own.length} kills, ${settled}; ${counts.join(', ')}`);
        lost.push(
          ...counts.filter((count) => !count.startsWith('0 ')).map((count) => `${victim} at ${step}: ${count}`),
        );
        if (own.length !== rounds) lost.push(`${victim} at ${step}: ${rounds - own.length} kills are missing`);
      }
    }
    return { tried, lost };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const proofDrill: Drill = {
  title:
    'worker, browser and server are killed at each step of a posting, with 504s and drafts; the feed settles what is in doubt',
  run,
};
