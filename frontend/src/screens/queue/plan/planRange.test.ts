import type { CalendarPosting } from '@flyerdeck/contracts/types';
import { uuid } from '../../../../test/builders.ts';
import { bySlot, dayOf, planRange, slotIndexOf, slotsOf } from './planRange.ts';
import { addDays, PLAN_SPANS } from './planView.ts';

/** In test/jsdomWithNetwork.mjs. */
declare function setTimeZone(zone: string): void;

const HOUR_MS = 3_600_000;
const STEP_MS = 17 * 60_000;

/** A day on which the zone changes its clocks, and its hours. In Cairo at midnight. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29', 23],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Africa/Cairo', '2026-04-24', 23],
  ['Africa/Cairo', '2026-10-29', 25],
] as const;

const postingsBetween = (fromMs: number, untilMs: number): CalendarPosting[] => {
  const postings: CalendarPosting[] = [];
  for (let atMs = fromMs; atMs < untilMs; atMs += STEP_MS) {
    postings.push({
      id: uuid(postings.length),
      task_id: uuid(1),
      at: new Date(atMs).toISOString(),
      status: 'pending',
      is_duplicate: false,
    });
  }
  return postings;
};

describe.each(CHANGES)('in %s around %s', (zone, day, hours) => {
  beforeEach(() => setTimeZone(zone));

  it('the day has its hours', () => {
    const { from, until } = planRange('day', day);
    expect((Date.parse(until) - Date.parse(from)) / HOUR_MS).toBe(hours);
    expect(dayOf(from)).toBe(day);
    expect(dayOf(Date.parse(from) - 1)).toBe(addDays(day, -1));
  });

  it.each(PLAN_SPANS)('the columns of a %s hold each posting of the list once, and no other one', (span) => {
    const range = planRange(span, day);
    const [fromMs, untilMs] = [Date.parse(range.from), Date.parse(range.until)];
    const list = postingsBetween(fromMs, untilMs);
    const around = [
      ...postingsBetween(fromMs - 5 * HOUR_MS, fromMs),
      ...postingsBetween(untilMs, untilMs + 5 * HOUR_MS),
    ];
    const columns = bySlot([...list, ...around], range);
    const inOrder = [...columns].sort(([a], [b]) => a - b).flatMap(([, postings]) => postings);
    expect(new Set(inOrder)).toEqual(new Set(list));
    expect(inOrder).toHaveLength(list.length);
    expect(Math.max(...columns.keys())).toBeLessThan(slotsOf(range).length);
    expect(slotIndexOf(range.from, range)).not.toBeNull();
    expect(slotIndexOf(range.until, range)).toBeNull();
  });
});

it('a week begins with its day, which is today at first', () => {
  expect(planRange('week', '2026-11-25')).toMatchObject({ firstDay: '2026-11-25', lastDay: '2026-12-01' });
});

it('a day without a midnight begins with its first moment', () => {
  setTimeZone('Africa/Cairo');
  expect(planRange('day', '2026-04-24').from).toBe('2026-04-23T22:00:00.000Z');
});
