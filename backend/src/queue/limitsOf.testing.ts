import fc from 'fast-check';
import type { LimitColumns } from './limitedPage.testing.ts';

const MINUTE_MS = 60_000;

/** Zones that change their clocks by an hour, by half an hour, at midnight, never, and the other way round in winter. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Europe/Dublin',
];
/** The nights of 2026 in which clocks change, and one in which none does. */
const NIGHTS = [
  '2026-03-28',
  '2026-03-08',
  '2026-10-24',
  '2026-11-01',
  '2026-04-04',
  '2026-09-05',
  '2026-04-23',
  '2026-06-15',
];

const clockTime = fc
  .nat(24 * 12 - 1)
  .map((n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`);
const hours = fc
  .record({ from: clockTime, until: clockTime, zone: fc.constantFrom(...ZONES) })
  .filter(({ from, until }) => from !== until);
export const limitsOf = (): fc.Arbitrary<LimitColumns> =>
  fc.record({
    maxPosts: fc.option(fc.integer({ min: 1, max: 4 })),
    gapMinutes: fc.option(fc.integer({ min: 1, max: 2_000 })),
    hours: fc.option(hours, { freq: 4 }),
  });
/** Around the changes of the clocks. */
export const startTime = fc
  .record({ night: fc.constantFrom(...NIGHTS), minute: fc.nat(2 * 24 * 60), ms: fc.constantFrom(0, -1, 1, 30_000) })
  .map(({ night, minute, ms }) => new Date(Date.parse(`${night}T12:00:00Z`) + minute * MINUTE_MS + ms));
