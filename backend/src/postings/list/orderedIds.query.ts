import type { PostingSort } from '@flyerdeck/contracts';
import { filterSql, isNarrow, matching, type PostingsFilter } from './matching.query.ts';
import { ENDED_STATUSES, OPEN_STATUSES, ORDERS, type Order } from './orders.ts';

type Direction = 'ASC' | 'DESC';
const inOrder = (columns: readonly string[], direction: Direction) =>
  columns.map((column) => `${column} ${direction}`).join(', ');

/** A FROM item with the keys of the postings in these parts. Postgres reads each part in its order, and merges them. */
function partsOf({ keys, parts }: Order, direction: Direction, conditions: string): string {
  const [firstKey = 'id', ...otherKeys] = keys;
  const selects = parts.map((part) => {
    const columns = [part.firstKey ?? firstKey, ...otherKeys];
    return `(SELECT ${columns.map((column, index) => `${column} AS ${keys[index]}`).join(', ')} FROM page_postings
      WHERE archived = :archived AND ${part.condition} AND ${conditions} ORDER BY ${inOrder(columns, direction)})`;
  });
  return `(${selects.join('\n    UNION ALL ')}) parts`;
}

const withStatuses = ({ keys, parts }: Order, wanted: readonly string[]): Order => ({
  keys,
  parts: parts.filter(({ statuses }) => statuses.some((status) => wanted.includes(status))),
});

/**
 * The order `unchanged` of all postings: those that can still change, the longest unchanged first, then those that have ended.
 * Postgres does not merge indexes by a constant, so the rows of the first group are counted for the offset of the second.
 */
function unchangedIds(direction: Direction, conditions: string): string {
  const open = partsOf(withStatuses(ORDERS.updatedAt, OPEN_STATUSES), direction, conditions);
  const ended = partsOf(withStatuses(ORDERS.updatedAt, ENDED_STATUSES), direction, conditions);
  const [first, second] = direction === 'ASC' ? [open, ended] : [ended, open];
  const order = inOrder(ORDERS.updatedAt.keys, direction);
  return `SELECT id FROM (
      (SELECT 1 AS place, updated_at, id FROM ${first} ORDER BY ${order} LIMIT :limit OFFSET :offset)
      UNION ALL
      (SELECT 2, updated_at, id FROM ${second} ORDER BY ${order} LIMIT :limit
        OFFSET CASE WHEN :offset = 0 THEN 0 ELSE greatest(0, :offset - (SELECT count(*) FROM ${first})) END)
    ) both_groups ORDER BY place, ${order} LIMIT :limit`;
}

/** A SELECT of the ids of the postings that match, in their order: a page of `:limit` rows after `:offset`, or all without a limit. */
export function orderedIds(filter: PostingsFilter, sort: PostingSort, order: 1 | -1): string {
  const { status } = filter;
  // The longest unchanged posting is the one that changed first.
  const direction = (order === 1) === (sort === 'unchanged') ? 'DESC' : 'ASC';
  if (!isNarrow(filter) && sort === 'unchanged' && !status) return unchangedIds(direction, filterSql(filter));
  const sorted = sort === 'unchanged' && status ? ORDERS.updatedAt : ORDERS[sort];
  const found = isNarrow(filter)
    ? `(${matching(filter)}) found`
    : partsOf(status ? withStatuses(sorted, [status]) : sorted, direction, filterSql(filter));
  const by = inOrder(sorted.keys, direction);
  // With all keys inside, Postgres does not take the id out of each row that it skips.
  return `SELECT id FROM (
      SELECT ${sorted.keys.join(', ')} FROM ${found} ORDER BY ${by} LIMIT :limit OFFSET :offset
    ) page ORDER BY ${by}`;
}
