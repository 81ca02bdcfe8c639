import type { Pool, PoolClient, QueryResultRow } from 'pg';

/** Whatever runs a query: the pool, or one of its clients inside a transaction. */
export type Queryable = Pool | PoolClient;

/**
 * A hot call as a named prepared statement: parsed and planned once a connection, where TypeORM's repositories
 * would cost several times the CPU (design: stack decisions).
 */
export function statement<Row extends QueryResultRow, Values extends readonly unknown[]>(name: string, text: string) {
  return async (on: Queryable, values: Values): Promise<Row[]> => {
    const result = await on.query<Row>({ name, text, values: values as unknown as unknown[] });
    return result.rows;
  };
}
