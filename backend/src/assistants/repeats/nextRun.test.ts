import { listCalendar, setLimitsOfPages, startQueue } from '@flyerdeck/contracts';
import fc from 'fast-check';
import { goOnline } from '../../../test/api/postingOwner.testing.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { createLocalClock, dueAndNextRun, nextRunAt, type Schedule } from './nextRun.ts';
import { repeatsOn } from './repeats.testing.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

const daily: Schedule = {
  everyDays: 1,
  weekdays: [],
  localTime: '18:00',
  timeZone: 'Europe/Berlin',
  startsOn: '2026-01-01',
  endsOn: null,
};
const next = (schedule: Partial<Schedule>, after: string) =>
  nextRunAt({ ...daily, ...schedule }, new Date(after))?.toISOString() ?? null;

/** Zones with all kinds of clock changes: none, half an hour, at midnight, in the south, in whole and in quarter hours. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

describe('the next run', () => {
  test.each([
    ['on the next day at the time itself', '2026-06-01T16:00:00Z', '2026-06-02T16:00:00.000Z'],
    ['at the same local time after clocks are set forward', '2026-03-28T18:00:00Z', '2026-03-29T16:00:00.000Z'],
    ['at the same local time after clocks are set back', '2026-10-24T18:00:00Z', '2026-10-25T17:00:00.000Z'],
  ])('is %s', (_, after, expected) => {
    expect(next({}, after)).toBe(expected);
  });

  test.each([
    // The day of UTC is the one before, and the one after.
    ['Pacific/Kiritimati', '00:30', '2026-05-31T10:30:00.000Z'],
    ['America/Los_Angeles', '23:30', '2026-06-02T06:30:00.000Z'],
    // The last day has a skipped hour, and a doubled one.
    ['Europe/Berlin', '02:30', '2026-03-29T01:00:00.000Z', '2026-03-29'],
    ['Europe/Berlin', '02:30', '2026-10-25T00:30:00.000Z', '2026-10-25'],
  ])('of the last day is that of the zone %s at %s', (timeZone, localTime, expected, endsOn = '2026-06-01') => {
    const schedule = { timeZone, localTime, endsOn };
    const before = new Date(Date.parse(expected) - 1).toISOString();
    expect(next(schedule, before)).toBe(expected);
    expect(next(schedule, expected)).toBeNull();
  });
});

const zone = fc.constantFrom(...ZONES);
const minuteOf = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / MINUTE_MS, max: Date.parse(to) / MINUTE_MS })
    .map((minute) => minute * MINUTE_MS);
const moment = minuteOf('2020-01-01', '2036-01-01');

const localTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const date = moment.map((ms) => new Date(ms).toISOString().slice(0, 10));
const pattern = fc.oneof(
  fc.record({ everyDays: fc.integer({ min: 1, max: 365 }), weekdays: fc.constant([]) }),
  fc.record({
    everyDays: fc.constant(null),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  }),
);
const schedule: fc.Arbitrary<Schedule> = fc
  .record({ pattern, localTime, timeZone: zone, startsOn: date, endsOn: fc.option(date) })
  .map(({ pattern, ...rest }) => ({ ...pattern, ...rest }));

/** The days of a schedule, found without its code: every day is looked at. */
function isRunDay({ everyDays, weekdays, startsOn, endsOn }: Schedule, day: string): boolean {
  if (day < startsOn || (endsOn !== null && day > endsOn)) return false;
  if (everyDays !== null) return ((Date.parse(day) - Date.parse(startsOn)) / DAY_MS) % everyDays === 0;
  return weekdays.includes(new Date(day).getUTCDay() || 7);
}

test('the runs of a schedule are its days, each once and in order, in every zone and over clock changes', () => {
  fc.assert(
    fc.property(schedule, moment, (schedule, from) => {
      const clock = createLocalClock(schedule.timeZone);
      const until = from + 30 * DAY_MS;
      const runs: number[] = [];
      for (let at = nextRunAt(schedule, new Date(from)); at && at.getTime() <= until; at = nextRunAt(schedule, at)) {
        runs.push(at.getTime());
      }
      const expected = new Set<number>();
      for (let ms = from - 2 * DAY_MS; ms <= until + 2 * DAY_MS; ms += DAY_MS) {
        const day = new Date(ms).toISOString().slice(0, 10);
        const at = clock.instantMs(Date.parse(`${day}T${schedule.localTime}Z`));
        if (isRunDay(schedule, day) && at > from && at <= until) expected.add(at);
      }
      expect(runs).toEqual([...expected].sort((a, b) => a - b));
    }),
    { numRuns: 100 },
  );
});

test('after an outage of any length at most one run is due, the latest one, and it is at most a day late', () => {
  fc.assert(
    fc.property(schedule, moment, fc.integer({ min: 0, max: 20 * 24 * 60 }), (schedule, from, outageMinutes) => {
      const nextAt = nextRunAt(schedule, new Date(from));
      if (!nextAt) return;
      const now = new Date(nextAt.getTime() + outageMinutes * MINUTE_MS);
      const { due, next } = dueAndNextRun(schedule, nextAt, now);
      expect(next).toEqual(nextRunAt(schedule, now));
      if (due) {
        expect(now.getTime() - due.getTime()).toBeLessThanOrEqual(DAY_MS);
        const following = nextRunAt(schedule, due);
        expect(following === null || following > now).toBe(true);
      } else {
        expect(outageMinutes).toBeGreaterThan(24 * 60);
        const following = nextRunAt(schedule, new Date(now.getTime() - DAY_MS));
        expect(following === null || following > now).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

const server = useTestServer();
const { dueRepeat, run } = repeatsOn(server);
/** A repeat on a page that may post once in 24 hours: each run needs two days. */
async function limitedRepeat() {
  const repeat = await dueRepeat();
  const { as } = repeat.call;
  await server.call(startQueue, { as });
  await goOnline(server, repeat.owner);
  const limits = { max_posts_in_24_hours: 1, min_gap_minutes: null, hours: null };
  await server.call(setLimitsOfPages, { as, body: { guids: [repeat.page.guid], limits } });
  const planned = async () => {
    // One time for both: the calendar refuses a millisecond more than eight days.
    const now = Date.now();
    const [from, until] = [-1, 8 * 24 - 1].map((hours) => new Date(now + hours * HOUR_MS).toISOString());
    const query = { from: from as string, until: until as string };
    const { pages, tasks } = (await server.call(listCalendar, { as, query })).json;
    return (pages.find(({ page_guid }) => page_guid === repeat.page.guid)?.postings ?? []).map(
      ({ at, task_id, status }) => {
        const task = tasks.find(({ id }) => id === task_id);
        return { at: Date.parse(at), status, assistant: task?.assistant_id, text: task?.description };
      },
    );
  };
  return { ...repeat, planned };
}

test('runs wait in the queue when the limits of the page put their posts after the next run', async () => {
  const repeat = await limitedRepeat();
  for (let time = 0; time < 3; time++) {
    await run();
    await repeat.becomeDue();
  }
  const copies = (await repeat.copies()).map(({ _id }) => _id).reverse();
  const planned = await repeat.planned();
  expect(planned.map(({ assistant, text }) => [assistant, text])).toEqual(
    copies.flatMap((copy) => [
      [copy, 'One'],
      [copy, 'Two'],
    ]),
  );
  const gaps = planned.slice(1).map(({ at }, index) => at - (planned[index]?.at ?? 0));
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(24 * HOUR_MS);
  // A posting with a delay is scheduled at a whole minute.
  for (const gap of gaps) expect(gap).toBeLessThan(24 * HOUR_MS + 60_000);
});
