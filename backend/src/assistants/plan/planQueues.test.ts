import { createPermittedTimes } from './permittedTime.ts';
import type { PageQueue, QueuedPostingRow } from './plan.query.ts';
import { planQueues } from './planQueues.ts';

const at = (time: string) => Date.parse(`2026-06-01T${time}Z`) * 1000;
const NO_LIMITS = { maxPosts: null, gapMinutes: null, hours: null };

describe('limits are exact to the millisecond', () => {
  const earliest = at('12:00');
  test.each([-1, 0, 1])('a post 24 hours and %i ms before', (ms) => {
    const permittedTime = createPermittedTimes()({ ...NO_LIMITS, maxPosts: 1 });
    const other = earliest - 24 * 3_600_000_000 - ms * 1000;
    expect(permittedTime(earliest, [other], { wholeMinutes: false, margin: 0 }) - earliest).toBe(
      ms < 0 ? -ms * 1000 : 0,
    );
  });
  test.each([-1, 0, 1])('a post a gap and %i ms before', (ms) => {
    const permittedTime = createPermittedTimes()({ ...NO_LIMITS, gapMinutes: 30 });
    const other = earliest - 30 * 60_000_000 - ms * 1000;
    expect(permittedTime(earliest, [other], { wholeMinutes: false, margin: 0 }) - earliest).toBe(
      ms < 0 ? -ms * 1000 : 0,
    );
  });
  test.each([-1, 0, 1])('the end of the hours and %i ms', (ms) => {
    const hours = { from: '09:00', until: '12:00', zone: 'UTC' };
    const permitted = createPermittedTimes()({ ...NO_LIMITS, hours })(earliest + ms * 1000, [], {
      wholeMinutes: false,
      margin: 0,
    });
    expect(permitted).toBe(ms < 0 ? earliest + ms * 1000 : at('09:00') + 24 * 3_600_000_000);
  });
});

/** A page that opens at a time, at 08:00. */
const pageOf = (
  guid: string,
  opens: string,
  queue: readonly QueuedPostingRow[],
  gap_minutes: number | null,
): PageQueue => ({
  guid,
  is_target: false,
  is_limited: true,
  has_scheduler: true,
  max_posts: null,
  gap_minutes,
  hours_from: opens,
  hours_until: '23:00',
  zone: 'UTC',
  plan: {
    now: at('08:00'),
    post_time: 0,
    post_spread: 0,
    busy_until: null,
    is_online: true,
    paused_until: null,
    times: null,
    queue,
  },
});
const posting = (
  assistant: string,
  task: string,
  delayHours: number,
  startedAt: number | null = null,
): QueuedPostingRow => [assistant, 0, 0, delayHours, 0, startedAt, null, task, task, 0, 0, null];

test.each([
  ['first', false],
  ['last', true],
])('assistants start in the order of their first claims, the page that claims later being %s', (_, isLast) => {
  const begun = at('07:00');
  const pages = [
    // Claims for Y at 15:00.
    pageOf('B', '15:00', [posting('W', 'first', 0, begun), posting('Y', 'y', 2)], null),
    // Claims for X at 10:00, and then, 50 minutes later, for Y.
    pageOf(
      'A',
      '10:00',
      [posting('W', 'first', 0, begun), posting('X', 'x', 2), posting('W', 'second', 0, begun), posting('Y', 'y', 2)],
      50,
    ),
  ];
  const planned: string[] = [];
  planQueues(isLast ? pages.reverse() : pages, [], new Map(), ({ page, posting, publishAt }) => {
    planned.push(`${page.guid} ${posting.id} ${new Date(publishAt / 1000).toISOString().slice(11, 16)}`);
  });
  // Y has started at 10:50, so on page B its delay is over at 15:00.
  expect(planned.sort()).toEqual([
    'A first 10:00',
    'A second 10:50',
    'A x 12:00',
    'A y 12:50',
    'B first 15:00',
    'B y 15:00',
  ]);
});
