import type { PoolClient } from 'pg';

/** Limits of a page as columns. */
export interface LimitColumns {
  readonly maxPosts: number | null;
  readonly gapMinutes: number | null;
  readonly hours: { readonly from: string; readonly until: string; readonly zone: string } | null;
}

/**
 * Gives these connections a clock that the test sets. now() of their statements and functions returns its time, because the
 * schema with the other now() is searched before pg_catalog. They must not return to their pool.
 */
export async function useFakeClock(clients: readonly PoolClient[]): Promise<(at: Date) => Promise<void>> {
  await clients[0]?.query(
    `CREATE SCHEMA fake_clock;
     CREATE FUNCTION fake_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
     $$ SELECT current_setting('fake_clock.now')::timestamptz $$`,
  );
  const onAll = (text: string, values: string[] = []) =>
    Promise.all(clients.map((client) => client.query(text, values)));
  await onAll('SET search_path = fake_clock, pg_catalog, public');
  return async (at) => {
    await onAll(`SELECT set_config('fake_clock.now', $1, false)`, [at.toISOString()]);
  };
}

export const setLimits = (client: PoolClient, pageGuid: string, { maxPosts, gapMinutes, hours }: LimitColumns) =>
  client.query(
    `UPDATE pages SET max_posts_in_24_hours = $2, min_gap_minutes = $3, posting_hours_from = $4, posting_hours_until = $5,
       posting_hours_zone = $6, limited_until = NULL WHERE guid = $1`,
    [pageGuid, maxPosts, gapMinutes, hours?.from ?? null, hours?.until ?? null, hours?.zone ?? null],
  );

/** A formatter takes longer to construct than to use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone in minutes of the day, computed without the database. */
export function minuteOfDay(at: Date, zone: string): number {
  const known = formatters.get(zone);
  const formatter =
    known ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (!known) formatters.set(zone, formatter);
  return toMinutes(formatter.format(at));
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

export function isInHours(at: Date, { from, until, zone }: NonNullable<LimitColumns['hours']>): boolean {
  const [now, opens, closes] = [minuteOfDay(at, zone), toMinutes(from), toMinutes(until)];
  return opens < closes ? now >= opens && now < closes : now >= opens || now < closes;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What these times of posts of a page violate. Computed without the database. */
export function violations(times: readonly Date[], { maxPosts, gapMinutes, hours }: LimitColumns): string[] {
  const sorted = times.map((at) => at.getTime()).sort((a, b) => a - b);
  return sorted.flatMap((at, n) => {
    const found: string[] = [];
    const show = new Date(at).toISOString();
    const next = sorted[n + 1];
    if (gapMinutes !== null && next !== undefined && next - at < gapMinutes * MINUTE_MS) found.push(`${show}: gap`);
    const over = maxPosts === null ? undefined : sorted[n + maxPosts];
    if (over !== undefined && over - at < DAY_MS) found.push(`${show}: more than ${maxPosts} in 24 hours`);
    if (hours && !isInHours(new Date(at), hours)) found.push(`${show}: outside the hours`);
    return found;
  });
}
