import { MAX_LIST_BYTES } from '@flyerdeck/contracts';

/*
 * SQL for lists that are cut before their answer becomes too long. The select has a column `list_bytes`:
 *
 *     withinListBytes(`SELECT name, ${listBytesSql(`${jsonBytesSql('name')} + 100`, 'name, id')} FROM things WHERE ...`)
 */

/** SQL: the bytes of the given texts as JSON. */
export const jsonBytesSql = (...texts: readonly string[]) =>
  `octet_length(json_build_array(${texts.join(', ')})::text)`;

/** SQL: the column `list_bytes`, the bytes of the rows up to this one in the answer. `rowBytes`: SQL for one row, more than 0. */
export const listBytesSql = (rowBytes: string, order: string) =>
  `sum(${rowBytes}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)::float8 AS list_bytes`;

/**
 * SQL: the first rows of such a select that together have at most `limit` bytes. With the select's own `order` in place of the
 * default, Postgres sorts once.
 */
export const withinListBytes = (select: string, limit = MAX_LIST_BYTES, order = 'list_bytes') =>
  `SELECT * FROM (${select}) listed WHERE list_bytes <= ${limit} ORDER BY ${order}`;
