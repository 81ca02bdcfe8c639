import { parseArgs } from 'node:util';
import { withQueue } from '../claims/withQueue.ts';
import { limitsOf, POLL_INTERVALS, POSTINGS_PER_PAGE_PER_DAY, SCREENSHOT, SERVER, transactionIdsOf } from './demand.ts';
import { addIdlePages } from './idlePages.ts';
import { CONNECTIONS, type Costs, measureCosts } from './measureCosts.ts';

const USAGE = 'npm run simulate -- --pages 1000000\n';
const PAGES_WITH_WORK = 60_000;

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const say = (line: string) => process.stdout.write(`${line}\n`);

const measure = (pages: number): Promise<Costs> =>
  withQueue(PAGES_WITH_WORK, async (pool) => {
    await addIdlePages(pool, { from: PAGES_WITH_WORK, to: pages });
    return measureCosts(pool, { idleFrom: PAGES_WITH_WORK, pages });
  });

const { values } = parseArgs({ options: { pages: { type: 'string' } } });
const pages = Number(values.pages ?? 1_000_000);
if (!Number.isInteger(pages) || pages < 2 * PAGES_WITH_WORK) {
  process.stderr.write(`${USAGE}At least ${whole(2 * PAGES_WITH_WORK)}.\n`);
  process.exit(1);
}
const costs = await measure(pages);
const ms = (cost: number | null) => (cost === null ? 'unknown' : `${cost.toFixed(3)} ms`);
say(`${whole(pages)} pages in the database, the product's own statements over ${CONNECTIONS} connections:`);
say(
  `  an idle poll takes ${ms(costs.poll.postgresMs)} of Postgres' processor time and ${whole(costs.poll.walBytes)} bytes of WAL; ${whole(costs.poll.perSecondHere)} per second here, ${Math.round(costs.hotShare * 100)} % as HOT updates`,
);
say(
  `  the lifecycle of a posting takes ${ms(costs.lifecycle.postgresMs)} and ${whole(costs.lifecycle.walBytes)} bytes of WAL; ${whole(costs.lifecycle.perSecondHere)} per second here; ${whole(costs.bytesPerPosting)} bytes remain on disk`,
);
say(
  `  a screenshot of ${SCREENSHOT.kilobytes} KB takes ${whole(costs.screenshot.storedBytes)} bytes on Postgres' disk and ${whole(costs.screenshot.walBytes)} bytes of WAL, or none of both with S3`,
);
say(
  `A page posts ${POSTINGS_PER_PAGE_PER_DAY} times per day. One server with ${SERVER.cores} cores, as assumed in demand.ts:`,
);
for (const interval of POLL_INTERVALS) {
  const limits = limitsOf(costs, interval, pages);
  const { billionsPerDay, horizonHours } = transactionIdsOf(interval, pages);
  say(`\npolls ${interval.name}: ${whole(interval.pollsPerSecond * pages)} per second`);
  say(
    `  ${billionsPerDay.toFixed(2)} billion transaction ids per day: every table must be frozen within ${whole(horizonHours)} hours`,
  );
  for (const { resource, needed, pages: most } of limits) {
    say(`  ${resource.padEnd(30)} ${needed.padEnd(24)} is exhausted at ${whole(most)} pages`);
  }
  if (limits[0]) say(`  exhausted first: ${limits[0].resource}, at ${whole(limits[0].pages)} pages`);
}
say(
  '\nMore api processes can be added, because they hold no state. For the other resources see .github/docs/scaling.md',
);
