import { runBrowserDrill } from './browserDrill.ts';
import type { Drill, DrillOutcome, DrillSize } from './drill.ts';

const ROUNDS = { full: 2, short: 1 } as const;
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

async function run(size: DrillSize): Promise<DrillOutcome> {
  const rounds = ROUNDS[size];
  const { lines: kills, failures } = await runBrowserDrill<Kill>('extensionProof.spec.ts', 'PROOF_LOG', {
    PROOF_ROUNDS: String(rounds),
  });
  const results: string[] = [];
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
      results.push(`${victim} at ${step}: ${own.length} kills, ${settled}; ${counts.join(', ')}`);
      failures.push(
        ...counts.filter((count) => !count.startsWith('0 ')).map((count) => `${victim} at ${step}: ${count}`),
      );
      if (own.length !== rounds) failures.push(`${victim} at ${step}: ${rounds - own.length} kills are missing`);
    }
  }
  return { results, failures };
}

export const proofDrill: Drill = {
  title:
    'worker, browser and server are killed at each step of a posting, with 504s and drafts; the feed settles what is in doubt',
  run,
};
