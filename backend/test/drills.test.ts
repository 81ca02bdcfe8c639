import type { Drill } from '../bench/drills/drill.ts';
import { killDrill } from '../bench/drills/killDrill.ts';
import { postgresErrorsDrill } from '../bench/drills/postgresErrorsDrill.ts';
import { screenshotsDrill } from '../bench/drills/screenshotsDrill.ts';
import { stormDrill } from '../bench/drills/stormDrill.ts';

/** The short drills about money, postings and screenshots. `npm run test:long` runs all drills in full. */
jest.setTimeout(600_000);

test.each<Drill>([killDrill, stormDrill, postgresErrorsDrill, screenshotsDrill])(
  '$title: nothing is lost [S2.3-1, S14.2-2, S16.5-1]',
  async (drill) => {
    expect((await drill.run('short')).failures).toEqual([]);
  },
);
