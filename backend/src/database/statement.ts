import { createHash } from 'node:crypto';
import { type CustomTypesConfig, type PoolClient, type QueryResultRow, types } from 'pg';
import type { EntityManager } from 'typeorm';
import { poolOf } from './pool.ts';

/** Uses the pool, or inside a transaction its connection. */
export type Db = EntityManager;

/** For features that only pg supports (COPY). */
export function clientOf(db: Db): Promise<PoolClient> {
  if (!db.queryRunner) throw new Error('This needs a transaction.');
  return db.queryRunner.connect();
}

const run =
  <Row extends QueryResultRow, Values extends readonly unknown[]>(config: {
    name?: string;
    text: string;
    types?: CustomTypesConfig;
  }) =>
  async (db: Db, values: Values): Promise<Row[]> => {
    const query = { ...config, values: values as unknown as unknown[] };
    if (db.queryRunner) return (await (await clientOf(db)).query<Row>(query)).rows;
    const client = await poolOf(db).connect();
    try {
      const { rows } = await client.query<Row>(query);
      client.release();
      return rows;
    } catch (error) {
      // Postgres reports an error before it has released the statement's locks. The empty statement ends after that.
      await client.query('').then(
        () => client.release(),
        (lost: Error) => client.release(lost),
      );
      throw error;
    }
  };

/** pg needs a name for a prepared statement, and an error would follow if two texts had the same one. */
const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Each connection parses and plans it once. TypeORM's repositories would use several times as much CPU. */
export const statement = <Row extends QueryResultRow, Values extends readonly unknown[]>(text: string) =>
  run<Row, Values>({ name: nameOf(text), text });

const TIMESTAMPTZ: number = types.builtins.TIMESTAMPTZ;
/** Postgres' text of a time in UTC with at least milliseconds. */
const UTC_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3})\d*\+00$/;

function isoTime(text: string): string {
  const [, day, time] = UTC_TIME.exec(text) ?? [];
  return day ? `${day}T${time}Z` : types.getTypeParser(TIMESTAMPTZ)(text).toISOString();
}

/** Times are texts as of Date.toISOString: a list has many, and a Date takes longer. */
export const statementWithIsoTimes = <Row extends QueryResultRow, Values extends readonly unknown[]>(text: string) =>
  run<Row, Values>({
    name: `iso ${nameOf(text)}`,
    text,
    types: {
      getTypeParser: ((oid: number, format: 'text') =>
        oid === TIMESTAMPTZ ? isoTime : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  });

/** A time within JSON that Postgres writes, in the same format. */
export const isoTimeSql = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Planned for each call and its values. For rare calls, and for values whose best plans differ. */
export const sql = <Row extends QueryResultRow = never, Values extends readonly unknown[] = []>(text: string) =>
  run<Row, Values>({ text });

/** For a statement that always returns a row, such as an aggregate. */
export async function oneRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new Error('A statement returned no row.');
  return row;
}
