import { appendFile } from 'node:fs/promises';
import { randomSwitches, SWITCH_NAMES, type SwitchName } from './creatorSite/hostile/switches.ts';
import { runSet, type SetResult } from './hostileSet.ts';
import { expect, test } from './product.ts';

/** `npm run drill -- sites` sets it: how many postings each set has. */
const POSTINGS = Number(process.env.SITES_POSTINGS ?? 0);
/** Gets a line of JSON for each set. */
const LOG = process.env.DRILL_LOG ?? '';
/** Sets instead of all: 'live-504 lost-504+drafts'. */
const ONLY = (process.env.SITES_ONLY ?? '').split(' ').filter(Boolean);
const RANDOM_SETS = 12;
const SEED = Number(process.env.SITES_SEED ?? 1);

const faultsOf = ({ twice, wrong, failedThoughTaken }: SetResult) => [...twice, ...wrong, ...failedThoughTaken];

test('a site that asks for the age, keeps drafts, asks again after the press and limits posts gets each posting once', async ({
  product,
}) => {
  const switches = ['age-gate', 'drafts', 'confirm', 'composer-no-address', 'uuid-post-ids', 'rate-toast'] as const;
  const result = await runSet(product, switches, {
    postings: 3,
    settings: { rate: { posts: 1, windowMs: 600_000 } },
  });
  expect({ taken: result.taken, pauses: result.pauses, faults: faultsOf(result) }).toEqual({
    taken: 3,
    pauses: ['rate_limited'],
    faults: [],
  });
});

if (POSTINGS > 0) {
  const sets: (readonly SwitchName[])[] =
    ONLY.length > 0
      ? ONLY.map((names) => names.split('+').filter((name) => name !== 'none') as SwitchName[])
      : [
          [],
          ...SWITCH_NAMES.map((name) => [name]),
          ...Array.from({ length: RANDOM_SETS }, (_, n) => randomSwitches(SEED + n, 5)),
        ];
  for (const switches of sets) {
    test(`drill: ${switches.join('+') || 'no switch'}`, async ({ product }) => {
      test.setTimeout(300_000 + POSTINGS * 180_000);
      const result = await runSet(product, switches, { postings: POSTINGS });
      await appendFile(LOG, `${JSON.stringify(result)}\n`);
      expect(faultsOf(result)).toEqual([]);
    });
  }
}
