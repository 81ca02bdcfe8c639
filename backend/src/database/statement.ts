import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import { poolOf } from './pool.ts';

/** The one handle of the database: any connection of a pool, or inside a transaction the transaction's own. */
export type Db = EntityManager;

const connectionOf = (db: Db): Pool | Promise<PoolClient> => db.queryRunner?.connect() ?? poolOf(db);

/** A transaction's own connection, for what only pg can do (COPY). */
export function clientOf(db: Db): Promise<PoolClient> {
  if (!db.queryRunner) throw new Error('This needs a transaction.');
  return db.queryRunner.connect();
}

const run =
  <Row extends QueryResultRow, Values extends readonly unknown[]>(config: { name?: string; text: string }) =>
  async (db: Db, values: Values): Promise<Row[]> => {
    const connection = await connectionOf(db);
    return (await connection.query<Row>({ ...config, values: values as unknown as unknown[] })).rows;
  };

/**
 * A hot call as a named prepared statement: parsed and planned once a connection, where TypeORM's repositories
 * would cost several times the CPU (design: stack decisions).
 */
export const statement = <Row extends QueryResultRow, Values extends readonly unknown[]>(name: string, text: string) =>
  run<Row, Values>({ name, text });

/** A statement that is planned for the values of each call: for rare calls, and for lists of very different lengths. */
export const sql = <Row extends QueryResultRow = never, Values extends readonly unknown[] = []>(text: string) =>
  run<Row, Values>({ text });

/** The row of a statement that always returns one, such as an aggregate. */
export async function oneRow<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new Error('A statement returned no row.');
  return row;
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

/** Properties of an entity under the names of their columns, as SQL returns them. */
export type ColumnsOf<Entity, Property extends keyof Entity & string> = {
  [Name in Property as SnakeCase<Name>]: Entity[Name];
};
