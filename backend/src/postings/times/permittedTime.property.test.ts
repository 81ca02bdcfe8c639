import fc from 'fast-check';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../../test/tryStories.ts';
import { isInHours, type LimitColumns, violations } from './limitedPage.testing.ts';
import { limitsAroundClockChange } from './limitsOf.testing.ts';

const database = useTestDatabase();
jest.setTimeout(STORIES_TIMEOUT_MS);
const MINUTE_MS = 60_000;

async function permittedTime(
  earliest: Date,
  times: Date[],
  of: LimitColumns,
  { wholeMinutes = false, marginMinutes = 0 } = {},
): Promise<Date> {
  const { rows } = await database.pool.query(
    "SELECT permitted_time($1, $2, $3, $4, $5, $6, $7, $8, $9 * interval '1 minute') AS at",
    [
      earliest,
      times,
      of.maxPosts,
      of.gapMinutes,
      of.hours?.from ?? null,
      of.hours?.until ?? null,
      of.hours?.zone ?? null,
      wholeMinutes,
      marginMinutes,
    ],
  );
  return rows[0].at;
}

/** Posts that obey the limits, except the hours, as a page has them. */
function obeying(of: LimitColumns, candidates: readonly Date[]): Date[] {
  const posts: Date[] = [];
  for (const at of candidates) {
    if (violations([...posts, at], { ...of, hours: null }).length === 0) posts.push(at);
  }
  return posts;
}

test('the permitted time is the earliest at which a further post violates no limit, to the millisecond', async () => {
  const given = fc.record({
    around: limitsAroundClockChange({ min: 1, max: 1 }),
    /** Minutes after the earliest time, or a limit before it. */
    posts: fc.array(fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.constantFrom('a day', 'the gap')), {
      maxLength: 8,
    }),
    offsetMs: fc.constantFrom(0, 1, -1),
    wholeMinutes: fc.boolean(),
    marginMinutes: fc.constantFrom(0, 5),
  });
  await tryStories(given, async ({ around, posts, offsetMs, ...options }) => {
    const { start: earliest, limits } = around;
    const of = limits[0] as LimitColumns;
    const minutesOf = (post: number | string) =>
      typeof post === 'number' ? post : post === 'a day' ? -24 * 60 : -(of.gapMinutes ?? 0);
    const at = (post: number | string) => new Date(earliest.getTime() + minutesOf(post) * MINUTE_MS + offsetMs);
    const times = obeying(of, posts.map(at)).sort((a, b) => a.getTime() - b.getTime());
    const obeys = (candidate: Date) => violations([...times, candidate], { ...of, hours: null }).length === 0;
    /** From the candidate until the end of the margin, and at the posts between, around which the limits forbid it. */
    const withinMargin = (candidate: Date) => {
      const end = new Date(candidate.getTime() + options.marginMinutes * MINUTE_MS);
      return [candidate, end, ...times.filter((time) => time > candidate && time < end)];
    };
    const isPermitted = (candidate: Date) =>
      withinMargin(candidate).every(obeys) &&
      (!of.hours || isInHours(candidate, of.hours)) &&
      (!options.wholeMinutes || candidate.getTime() % MINUTE_MS === 0);
    const permitted = await permittedTime(earliest, times, of, options);
    expect(isPermitted(permitted)).toBe(true);
    // Each limit begins to permit at a whole minute, or a whole number of minutes after another post or after earliest.
    const before = [permitted.getTime() - 1, earliest.getTime()];
    for (let ms = earliest.getTime(); ms < permitted.getTime(); ms += MINUTE_MS) before.push(ms, ms + offsetMs);
    for (let ms = Math.ceil(earliest.getTime() / MINUTE_MS) * MINUTE_MS; ms < permitted.getTime(); ms += MINUTE_MS)
      before.push(ms);
    const earlier = before.filter((ms) => ms >= earliest.getTime() && ms < permitted.getTime());
    expect(earlier.filter((ms) => isPermitted(new Date(ms))).map((ms) => new Date(ms).toISOString())).toEqual([]);
  });
});

describe('when the clocks change', () => {
  const berlin = (from: string, until: string): LimitColumns => ({
    maxPosts: null,
    gapMinutes: null,
    hours: { from, until, zone: 'Europe/Berlin' },
  });
  it.each([
    ['hours that begin in the skipped hour begin after it', '02:30', '05:00', '2026-03-28T12:00', '2026-03-29T01:00'],
    ['hours inside the skipped hour begin on the next day', '02:10', '02:50', '2026-03-28T12:00', '2026-03-30T00:10'],
    [
      'hours that begin in the doubled hour begin in its first pass',
      '02:30',
      '05:00',
      '2026-10-24T12:00',
      '2026-10-25T00:30',
    ],
    ['and begin again in its second pass', '02:30', '02:40', '2026-10-25T00:40', '2026-10-25T01:30'],
    [
      'hours that end in the doubled hour open again in its second pass',
      '20:00',
      '02:30',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
    ],
  ])('%s', async (_what, from, until, earliest, expected) => {
    const permitted = await permittedTime(new Date(`${earliest}:00Z`), [], berlin(from, until));
    expect(permitted.toISOString()).toBe(`${expected}:00.000Z`);
  });
});
