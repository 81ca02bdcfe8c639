import { buildRepeat } from '../../../../test/builders.ts';
import { repeatSentence } from './repeatSentence.ts';

test.each([
  [{}, 'Every day at 18:00 (Europe/Berlin), next: Mon, Mar 2, 2026, 18:00'],
  [{ every_days: 3 }, 'Every 3 days at 18:00 (Europe/Berlin), next: Mon, Mar 2, 2026, 18:00'],
  [
    { every_days: null, weekdays: [1, 5], ends_on: '2026-12-31' },
    'Every Monday and Friday at 18:00 (Europe/Berlin), until Dec 31, 2026, next: Mon, Mar 2, 2026, 18:00',
  ],
  [
    { every_days: null, weekdays: [1, 2, 3], max_runs: 10, runs: 3, is_paused: true },
    'Every Monday, Tuesday and Wednesday at 18:00 (Europe/Berlin), 3 of 10 runs done, paused',
  ],
  [
    { every_days: null, weekdays: [1, 2, 3, 4, 5, 6, 7], time_zone: 'Asia/Tokyo' },
    'Every day at 18:00 (Asia/Tokyo), next: Tue, Mar 3, 2026, 02:00',
  ],
  [{ max_runs: 2, runs: 2, next_at: null }, 'Every day at 18:00 (Europe/Berlin), 2 of 2 runs done, ended'],
])('%j', (changes, sentence) => {
  expect(repeatSentence(buildRepeat(changes))).toBe(sentence);
});
