import type { Drill } from '../bench/drills/drill.ts';
import { killDrill } from '../bench/drills/killDrill.ts';
import { postgresErrorsDrill } from '../bench/drills/postgresErrorsDrill.ts';
import { stormDrill } from '../bench/drills/stormDrill.ts';

/** The short drills about money and postings. `npm run test:long` runs all drills in full. */
jest.setTimeout(180_000);

test.each<Drill>([killDrill, stormDrill, postgresErrorsDrill])('$title: nothing is lost', async (drill) => {
  expect((await drill.run('short')).lost).toEqual([]);
});
