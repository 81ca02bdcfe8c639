import { abuseDrill } from '../bench/drills/abuse/abuseDrill.ts';
import { deadDeviceDrill } from '../bench/drills/deadDeviceDrill.ts';
import type { Drill } from '../bench/drills/drill.ts';
import { killDrill } from '../bench/drills/killDrill.ts';
import { manyNodesDrill } from '../bench/drills/manyNodesDrill.ts';
import { mutantDrill } from '../bench/drills/mutantDrill.ts';
import { outsideDrill } from '../bench/drills/outsideDrill.ts';
import { postgresErrorsDrill } from '../bench/drills/postgresErrorsDrill.ts';
import { soakDrill } from '../bench/drills/soak/soakDrill.ts';
import { stormDrill } from '../bench/drills/stormDrill.ts';

/** The drills of `npm run drill` in short. */
jest.setTimeout(180_000);

test.each<Drill>([
  killDrill,
  manyNodesDrill,
  stormDrill,
  mutantDrill,
  deadDeviceDrill,
  outsideDrill,
  postgresErrorsDrill,
  soakDrill,
  abuseDrill,
])('$title: nothing is lost', async (drill) => {
  expect((await drill.run('short')).lost).toEqual([]);
});
