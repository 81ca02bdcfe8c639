import { MAX_LIST_BYTES } from '@flyerdeck/contracts';

/*
 * A list that is cut where its answer would become too long. Its select has a column `list_bytes`:
 *
 *     withinListBytes(`SELECT name, ${listBytesSql(`${jsonBytesSql('name')} + 100`, 'name, id')} FROM things WHERE ...`)
 */

/** SQL of the bytes that texts take as JSON. */
export const jsonBytesSql = (...texts: readonly string[]) =>
  `octet_length(json_build_array(${texts.join(', ')})::text)`;

/** Column `list_bytes`: what the rows up to this one take in the answer. `rowBytes`: SQL of one row's, more than 0. */
export const listBytesSql = (rowBytes: string, order: string) =>
  `sum(${rowBytes}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)::float8 AS list_bytes`;

/** The rows of such a select in their order, as many as fit into `limit` bytes. */
export const withinListBytes = (select: string, limit = MAX_LIST_BYTES) =>
  `SELECT * FROM (${select}) listed WHERE list_bytes <= ${limit} ORDER BY list_bytes`;
