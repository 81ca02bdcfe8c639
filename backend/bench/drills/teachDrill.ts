import { runBrowserDrill } from './browserDrill.ts';
import type { Drill, DrillOutcome } from './drill.ts';

/** What frontend/e2e/extensionTeach.spec.ts says about each redesign. */
interface Redesign {
  readonly title: string;
  readonly questions: number;
  readonly clicks: number;
  /** Of a person who needs six seconds for each click. */
  readonly minutes: number;
}

const MAX_MEDIAN_MINUTES = 10;

async function run(): Promise<DrillOutcome> {
  const { lines, failures } = await runBrowserDrill<Redesign>('extensionTeach.spec.ts', 'TEACH_LOG', {});
  const results = lines.map(
    ({ title, questions, clicks, minutes }) => `${title}: ${questions} questions, ${clicks} clicks, ${minutes} min`,
  );
  const minutes = lines.map((line) => line.minutes).sort((a, b) => a - b);
  const median = minutes[Math.floor(minutes.length / 2)] ?? Infinity;
  results.push(`median of ${lines.length} redesigns: ${median} min`);
  if (median >= MAX_MEDIAN_MINUTES) failures.push(`the median is ${median} min, not below ${MAX_MEDIAN_MINUTES}`);
  return { results, failures };
}

export const teachDrill: Drill = {
  title: 'after a redesign of the site a person repairs the pack with Teach alone, and the repaired pack posts',
  run,
};
