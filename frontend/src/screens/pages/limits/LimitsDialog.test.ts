import type { PageLimits } from '@flyerdeck/contracts/types';
import { buildPage, uuid } from '../../../../test/builders.ts';
import { limitsText } from '../../../lib/pages.ts';
import { draftOf, limitsOf } from './LimitsDialog.tsx';

const hours = { from: '18:00', until: '02:00', time_zone: 'Europe/Berlin' };
const limits: PageLimits = { max_posts_in_24_hours: 3, min_gap_minutes: 90, hours };
const page = (n: number, of: PageLimits | null) => buildPage({ guid: uuid(n), limits: of, time_zone: 'Asia/Tokyo' });
const empty = { posts: '', gapHours: '', gapMinutes: '', from: '', until: '', timeZone: 'UTC' };

it('shows the limits that all pages have, and stores them again', () => {
  const draft = draftOf([page(1, limits), page(2, { ...limits })]);
  expect(draft).toEqual({
    posts: '3',
    gapHours: '1',
    gapMinutes: '30',
    from: '18:00',
    until: '02:00',
    timeZone: 'Europe/Berlin',
  });
  expect(limitsOf(draft)).toEqual(limits);
});

it("is empty for pages with different limits, in the zone of the first page's browser", () => {
  expect(draftOf([page(1, limits), page(2, null)])).toEqual({ ...empty, timeZone: 'Asia/Tokyo' });
});

it('an empty form is no limits', () => {
  expect(limitsOf(empty)).toBeNull();
  expect(limitsOf({ ...empty, posts: '0', gapHours: '0' })).toBeNull();
});

it.each([
  [{ posts: '1.5' }, 'Use whole numbers.'],
  [{ posts: '1001' }, 'At most 1,000 posts can be set.'],
  [{ gapHours: '168', gapMinutes: '1' }, 'At most 7 days between posts can be set.'],
  [{ from: '09:00' }, 'Set both the start and the end of the posting hours.'],
  [{ from: '09:00', until: '09:00' }, 'The posting hours must not begin and end at the same time.'],
])('refuses %j', (change, sentence) => {
  expect(limitsOf({ ...empty, ...change })).toBe(sentence);
});

it.each([
  [limits, 'At most 3 posts in 24 hours · 1 hour 30 minutes between posts · 18:00 to 02:00, Europe/Berlin'],
  [{ ...limits, hours: null, min_gap_minutes: 120, max_posts_in_24_hours: null }, '2 hours between posts'],
])('describes limits in words', (of, words) => {
  expect(limitsText(of)).toBe(words);
});
