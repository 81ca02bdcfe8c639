import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';

const ROUNDS = { full: 20, short: 1 } as const;
const STEPS = 3;
const VICTIMS = 3;

/** What frontend/e2e/extensionProof.spec.ts says about each kill. */
interface Kill {
  readonly feed: 'usual' | 'changed';
  readonly isWrong: boolean;
  readonly isUnconfirmed: boolean;
  readonly isDoubtExpected: boolean;
  /** How often the post is on the site at the end. */
  readonly times: number;
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
      '--workers=1',
      '--reporter=line',
    ],
    {
      cwd: join(import.meta.dirname, '../../../..'),
      env: { ...process.env, PROOF_ROUNDS: String(rounds), PROOF_LOG: log },
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
    const planned = rounds * STEPS * VICTIMS;
    const add = (count: number, what: string) => {
      if (count > 0) lost.push(`${count} ${what}`);
    };
    for (const feed of ['usual', 'changed'] as const) {
      const name = feed === 'usual' ? 'a readable feed' : 'an unreadable feed';
      const own = kills.filter((kill) => kill.feed === feed);
      const count = (is: (kill: Kill) => boolean) => own.filter(is).length;
      const doubts = count(({ isDoubtExpected }) => isDoubtExpected);
      const open = count(({ isUnconfirmed }) => isUnconfirmed);
      const wrong = count(({ isWrong }) => isWrong);
      const twice = count(({ times }) => times > 1);
      tried.push(
        `${own.length} kills of worker, browser and server with ${name}: ${doubts} postings in doubt, ${open} stayed unconfirmed, ${wrong} wrong verdicts, ${twice} posted twice`,
      );
      add(planned - own.length, `kills with ${name} are missing`);
      add(wrong, `wrong verdicts with ${name}`);
      add(twice, `postings posted twice with ${name}`);
      add(feed === 'usual' ? open : Math.abs(open - doubts), `postings differ from what is expected with ${name}`);
    }
    return { tried, lost };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const proofDrill: Drill = {
  title: 'worker, browser and server are killed around the press; the feed settles what is in doubt',
  run,
};
