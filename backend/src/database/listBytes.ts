import { MAX_LIST_BYTES } from '@flyerdeck/contracts';

/* For lists that are cut before their answer becomes too long: withinListBytes(`SELECT name, ${listBytesSql(`${jsonBytesSql('name')} + 100`, 'name, id')} FROM things`) */

export const jsonBytesSql = (...texts: readonly string[]) =>
  `octet_length(json_build_array(${texts.join(', ')})::text)`;

/** The column `list_bytes`: the bytes of the rows up to this one. `rowBytes`: SQL for one row, more than 0. */
export const listBytesSql = (rowBytes: string, order: string) =>
  `sum(${rowBytes}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)::float8 AS list_bytes`;

/** With the select's own `order` in place of the default, Postgres sorts once. */
export const withinListBytes = (select: string, limit = MAX_LIST_BYTES, order = 'list_bytes') =>
  `SELECT * FROM (${select}) listed WHERE list_bytes <= ${limit} ORDER BY ${order}`;
