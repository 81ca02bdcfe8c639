import type { PostingSort, PostingStatus } from '@flyerdeck/contracts';
import { keyType } from './cursor.ts';
import type { Matching } from './matching.query.ts';
import { type Direction, directionOf, ORDERS, type Order, orderBy } from './orders.ts';
import type { Parameters } from './parameters.ts';

/** The keys of a cursor with their places in the statement. */
type After = readonly { readonly key: string; readonly value: string; readonly place: string }[];

export const placesOf = (keys: readonly string[], values: readonly string[], parameters: Parameters): After =>
  keys.map((key, index) => {
    const value = values[index] ?? '';
    return { key, value, place: `${parameters.add(value)}::${keyType(key)}` };
  });

/** The condition that a row comes after the cursor. */
const afterSql = (after: After, direction: Direction, columnOf = (key: string) => key) =>
  `(${after.map(({ key }) => columnOf(key)).join(', ')}) ${direction === 'ASC' ? '>' : '<'} (${after.map(({ place }) => place).join(', ')})`;

type Group = Order['groups'][number];

/** The condition that a row of a group comes after the cursor, on the keys that the group's parts have. */
function afterInGroup(after: After, direction: Direction, { hasEnded }: Group, columnOf: (key: string) => string) {
  const [first, ...rest] = after;
  if (hasEnded === undefined || !first) return afterSql(after, direction, columnOf);
  if (hasEnded === first.value) return afterSql(rest, direction, columnOf);
  return String(hasEnded > first.value === (direction === 'ASC'));
}

interface Ordered {
  readonly sort: PostingSort;
  readonly order: 1 | -1;
  readonly status?: PostingStatus | undefined;
}
interface Rows {
  readonly limit: string;
  readonly offset: string | null;
}

/** The postings of a group in their order, with all keys. */
function groupSql(
  { sort, order, status }: Ordered,
  { archived, conditions }: Matching,
  group: Group,
  after: After | null,
) {
  const direction = directionOf(sort, order);
  const keys = ORDERS[sort].keys.filter((key) => key !== 'has_ended');
  const parts = group.parts
    .filter(({ statuses }) => !status || statuses.includes(status))
    .map(({ condition, firstKey }) => {
      const own = keys.map((key, index) => (index === 0 && firstKey ? firstKey : key));
      const columnOf = (key: string) => own[keys.indexOf(key)] ?? key;
      const isAfter = after
        ? `AND ${afterInGroup(after, direction, group, columnOf)} AND id NOT IN (SELECT id FROM changed)`
        : '';
      return `(SELECT ${own.map((column, index) => `${column} AS ${keys[index]}`).join(', ')} FROM page_postings
        WHERE archived = ${archived} AND ${condition} ${conditions} ${isAfter} ${orderBy(own, direction)})`;
    });
  if (parts.length === 0) return null;
  const hasEnded = group.hasEnded === undefined ? '' : `${group.hasEnded} AS has_ended, `;
  return {
    text: `SELECT ${hasEnded}${keys.join(', ')} FROM (${parts.join('\n      UNION ALL ')}) merged ${orderBy(keys, direction)}`,
    count: `SELECT count(*) FROM (${parts.join('\n      UNION ALL ')}) counted`,
  };
}

const limited = ({ limit, offset }: Rows) => `LIMIT ${limit} ${offset ? `OFFSET ${offset}` : ''}`;

/**
 * The ids of the postings in their order, with the keys: all of them, or the rows of a page. With a cursor, postings that were
 * changed have the keys that they had before (the CTE `changed`).
 */
export function orderedIds(ordered: Ordered, matching: Matching, after: After | null, rows: Rows | null): string {
  const { keys, groups } = ORDERS[ordered.sort];
  const direction = directionOf(ordered.sort, ordered.order);
  const columns = keys.join(', ');
  const end = `${orderBy(keys, direction)} ${rows ? limited(rows) : ''}`;
  if (matching.found) {
    if (!after) return `SELECT ${columns} FROM ${matching.found} ${end}`;
    return `SELECT ${columns} FROM (
      SELECT * FROM matching WHERE id NOT IN (SELECT id FROM changed)
      UNION ALL SELECT * FROM changed WHERE id IN (SELECT id FROM matching)
    ) matched WHERE ${afterSql(after, direction)} ${end}`;
  }
  const sorted = (direction === 'ASC' ? groups : groups.toReversed())
    .map((group) => groupSql(ordered, matching, group, after))
    .filter((group) => group !== null);
  const [first, second] = sorted;
  if (!after && first && !second) return `${first.text} ${rows ? limited(rows) : ''}`;
  // Each group is read in its own order. The rows before the second group are counted, and the rest is the second's offset.
  const read = sorted.map(({ text }, index) => {
    if (!rows) return `(${text})`;
    const offset = rows.offset && index > 0 ? `greatest(0, ${rows.offset}::bigint - (${first?.count}))` : rows.offset;
    return `(${text} ${limited({ ...rows, offset })})`;
  });
  if (after) {
    const changed = `SELECT ${columns} FROM changed WHERE ${afterSql(after, direction)} ${end}`;
    read.push(`(${changed})`);
  }
  const all = rows ? `${orderBy(keys, direction)} LIMIT ${rows.limit}` : end;
  return `SELECT ${columns} FROM (${read.join('\n    UNION ALL ')}) pages ${all}`;
}
