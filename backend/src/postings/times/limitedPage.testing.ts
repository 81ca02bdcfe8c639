import type { PoolClient } from 'pg';
import type { Db } from '../../database/statement.ts';

/** Limits of a page as columns. */
export interface LimitColumns {
  readonly maxPosts: number | null;
  readonly gapMinutes: number | null;
  readonly hours: { readonly from: string; readonly until: string; readonly zone: string } | null;
}

/** Connections whose clock the test sets. */
export interface ClockedConnections {
  readonly clients: readonly PoolClient[];
  /** Handles of the same connections. */
  readonly dbs: readonly Db[];
  setClock(at: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * now() and clock_timestamp() of their statements and functions return the time that the test has set, because the schema with
 * the other functions is searched before pg_catalog.
 */
export async function openClockedConnections(db: Db, count: number): Promise<ClockedConnections> {
  const runners = Array.from({ length: count }, () => db.dataSource.createQueryRunner());
  const clients: PoolClient[] = await Promise.all(runners.map((runner) => runner.connect()));
  const onAll = (text: string, values: string[] = []) =>
    Promise.all(clients.map((client) => client.query(text, values)));
  await clients[0]?.query(
    `CREATE SCHEMA fake_clock;
     CREATE FUNCTION fake_clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
     $$ SELECT current_setting('fake_clock.now')::timestamptz $$;
     CREATE FUNCTION fake_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'`,
  );
  await onAll('SET search_path = fake_clock, pg_catalog, public');
  return {
    clients,
    dbs: runners.map(({ manager }) => manager),
    setClock: async (at) => void (await onAll(`SELECT set_config('fake_clock.now', $1, false)`, [at.toISOString()])),
    async close() {
      await onAll('RESET search_path');
      await Promise.all(runners.map((runner) => runner.release()));
    },
  };
}

export const setLimits = (db: Db, pageGuid: string, { maxPosts, gapMinutes, hours }: LimitColumns) =>
  db.query(
    `UPDATE pages SET max_posts_in_24_hours = $2, min_gap_minutes = $3, posting_hours_from = $4, posting_hours_until = $5,
       posting_hours_zone = $6, limited_until = NULL WHERE guid = $1`,
    [pageGuid, maxPosts, gapMinutes, hours?.from ?? null, hours?.until ?? null, hours?.zone ?? null],
  );

/** A formatter takes longer to construct than to use. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone in minutes of the day, computed without the database. */
function minuteOfDay(at: Date, zone: string): number {
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
