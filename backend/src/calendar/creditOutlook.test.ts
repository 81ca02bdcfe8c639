import { HOUR } from '../assistants/plan/permittedTime.ts';
import { feeTimes } from './creditOutlook.ts';

const page = (paid_until: number | null = null, is_prepaid = false) => ({
  guid: 'page',
  has_queue: true,
  paid_until,
  is_prepaid,
});
const hours = (...of: number[]) => of.map((hour) => hour * HOUR);

test.each([
  [
    'an unpaid page pays with its first claim, and again after 24 hours',
    page(),
    hours(0, 1, 23.9, 24, 47, 49),
    hours(0, 24, 49),
  ],
  ['a paid page pays when its time is over', page(5 * HOUR), hours(0, 5, 6), hours(5)],
  ['a charge without a post pays for 24 hours more', page(2 * HOUR, true), hours(3, 20, 27), hours(27)],
  ['a charge is used by a post within its time', page(2 * HOUR, true), hours(1, 3), hours(3)],
  ['nothing is paid without a claim', page(), [], []],
])('%s', (_title, of, claims, fees) => {
  expect(feeTimes(of, claims)).toEqual(fees);
});
