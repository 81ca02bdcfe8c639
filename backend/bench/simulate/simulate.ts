import { parseArgs } from 'node:util';
import { withLine } from '../claims/withLine.ts';
import { limitsOf, POSTINGS_A_PAGE_A_DAY, RHYTHMS, SCREENSHOT, SERVER, transactionIdsOf } from './demand.ts';
import { addIdlePages } from './idlePages.ts';
import { CONNECTIONS, type Costs, measureCosts } from './measureCosts.ts';

const USAGE = 'npm run simulate -- --pages 1000000\n';
const PAGES_WITH_WORK = 60_000;

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const say = (line: string) => process.stdout.write(`${line}\n`);

const measure = (pages: number): Promise<Costs> =>
  withLine(PAGES_WITH_WORK, async (pool) => {
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
  `  an idle poll takes ${ms(costs.poll.postgresMs)} of Postgres and ${whole(costs.poll.logBytes)} bytes of its log; ${whole(costs.poll.aSecondHere)}/s here, ${Math.round(costs.hotShare * 100)} % without touching an index`,
);
say(
  `  a posting's life takes ${ms(costs.life.postgresMs)} and ${whole(costs.life.logBytes)} bytes; ${whole(costs.life.aSecondHere)}/s here; ${whole(costs.bytesAPosting)} bytes stay`,
);
say(
  `  a screenshot of ${SCREENSHOT.kilobytes} KB takes ${whole(costs.screenshot.storedBytes)} bytes of Postgres's disk and ${whole(costs.screenshot.logBytes)} of its log, and none of either in S3`,
);
say(
  `A page posts ${POSTINGS_A_PAGE_A_DAY} times a day. One server with ${SERVER.cores} cores, as assumed in demand.ts:`,
);
for (const rhythm of RHYTHMS) {
  const limits = limitsOf(costs, rhythm, pages);
  const { billionsADay, horizonHours } = transactionIdsOf(rhythm, pages);
  say(`\npolls ${rhythm.name}: ${whole(rhythm.pollsASecond * pages)} a second`);
  say(
    `  ${billionsADay.toFixed(2)} billion transaction ids a day: every table is frozen again within ${whole(horizonHours)} hours`,
  );
  for (const { resource, needed, pages: most } of limits) {
    say(`  ${resource.padEnd(30)} ${needed.padEnd(24)} is used up at ${whole(most)} pages`);
  }
  if (limits[0]) say(`  first to run out: ${limits[0].resource}, at ${whole(limits[0].pages)} pages`);
}
say('\nThe api holds no state and grows by processes. What is done about the rest: .github/docs/scaling.md');
