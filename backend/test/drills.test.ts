import { killDrill } from '../bench/drills/killDrill.ts';

/** One of the drills, in its short form. `npm run test:long` runs all in full. */
test('api, worker and Postgres are killed while devices work: nothing is lost [S2.3-1, S16.5-1]', async () => {
  expect((await killDrill.run('short')).failures).toEqual([]);
}, 600_000);
