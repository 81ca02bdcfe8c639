import fc from 'fast-check';
import type { LimitColumns } from './limitedPage.testing.ts';

const MINUTE_MS = 60_000;

/** When zones change their clocks: by an hour, by half an hour, at midnight, the other way round in winter, and never. */
const CLOCK_CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['Europe/Dublin', '2026-03-29T01:00Z'],
  ['Europe/Dublin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
  ['Africa/Cairo', '2026-10-29T21:00Z'],
] as const;
const NO_CHANGES = [
  ['UTC', '2026-06-15T12:00Z'],
  ['Asia/Kathmandu', '2026-06-15T12:00Z'],
] as const;

const changes = fc.constantFrom(...CLOCK_CHANGES, ...NO_CHANGES);
export const anyZone = changes.map(([zone]) => zone);

const clockTime = fc
  .nat(24 * 12 - 1)
  .map((n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`);
const limitsIn = (zone: string): fc.Arbitrary<LimitColumns> =>
  fc.record({
    maxPosts: fc.option(fc.integer({ min: 1, max: 4 })),
    gapMinutes: fc.option(fc.integer({ min: 1, max: 2_000 })),
    hours: fc.option(
      fc
        .record({ from: clockTime, until: clockTime, zone: fc.oneof(fc.constant(zone), fc.constant(zone), anyZone) })
        .filter(({ from, until }) => from !== until),
      { freq: 4 },
    ),
  });
/** Mostly before the change, because what is planned comes later. */
const startBefore = (change: string) =>
  fc
    .record({ minutes: fc.integer({ min: -36 * 60, max: 4 * 60 }), ms: fc.constantFrom(0, -1, 1, 30_000) })
    .map(({ minutes, ms }) => new Date(Date.parse(change) + minutes * MINUTE_MS + ms));

/** A start near a change of the clocks, and limits whose hours are mostly of the zone that changes them. */
export const limitsAroundClockChange = (pages: { readonly min: number; readonly max: number }) =>
  changes.chain(([zone, change]) =>
    fc.record({
      limits: fc.array(limitsIn(zone), { minLength: pages.min, maxLength: pages.max }),
      start: startBefore(change),
    }),
  );
