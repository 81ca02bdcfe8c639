import { type PostingStatus, STUCK_MINUTES, type StuckKind } from '@flyerdeck/contracts';
import { KEY_COLUMNS } from './orders.ts';
import type { Parameters } from './parameters.ts';

/** What the list, its total, its export and the bulk retry select. Dates are texts of times. */
export interface PostingsFilter {
  readonly search?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly status?: PostingStatus | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly owner?: string | undefined;
  readonly guid?: string | undefined;
  readonly assistant?: string | undefined;
  readonly stuck?: StuckKind | undefined;
  readonly stuck_minutes?: number | undefined;
  /** The whole error message. */
  readonly error?: string | undefined;
  /** The id of one posting. */
  readonly posting?: string | undefined;
}

export interface Matching {
  /** The place of `archived`. */
  readonly archived: string;
  readonly ctes: readonly string[];
  /** A FROM item with KEY_COLUMNS of the postings that match. Null: all postings that meet the conditions. */
  readonly found: string | null;
  /** Conditions on columns of page_postings, each beginning with AND. */
  readonly conditions: string;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
/** The ILIKE pattern of texts that contain `search`. The wildcards of ILIKE are escaped. */
export const containing = (search: string) => `%${escapeLike(search)}%`;

/**
 * The expressions of the trigram indexes (`*_by_text` in database/structure.sql). The fields are separated by a line
 * break, because a search text contains none.
 */
const PAGE_TEXT = `(g.name || E'\\n' || g.username || E'\\n' || g.creator_id || E'\\n' || g.guid::text)`;
const USER_TEXT = `(u.telegram_id || E'\\n' || u.username || E'\\n' || u.first_name || ' ' || u.last_name)`;
/** `@luna` finds users and pages with a name that begins with `luna`: the field after a line break. */
const atNamePattern = (search: string) =>
  /^@\S/.test(search) ? `%\n${escapeLike(search.slice(1))}%` : containing(search);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The ids of the users with this Telegram id or @name. */
function ownersSql(owner: string, parameters: Parameters): string {
  const isName = owner.startsWith('@');
  const value = parameters.add(isName ? `%\n${escapeLike(owner.slice(1))}\n%` : owner);
  return `SELECT u.id FROM users u WHERE ${isName ? `${USER_TEXT} ILIKE ${value}` : `u.telegram_id = ${value}`}`;
}

function stuckSql(kind: StuckKind, minutes: number, archived: string, parameters: Parameters): string {
  // A parameter that a statement does not use is an error.
  const before = kind === 'unconfirmed' ? '' : `now() - ${parameters.add(minutes)}::int * interval '1 minute'`;
  const parts: Readonly<Record<Exclude<StuckKind, 'any'>, string>> = {
    claimed: `SELECT posting_id AS id FROM in_flight WHERE submitting_at IS NULL AND claimed_at < ${before}`,
    submitting: `SELECT posting_id AS id FROM in_flight WHERE submitting_at < ${before}`,
    screenshot: `SELECT id FROM page_postings WHERE archived = ${archived} AND status = 'posted' AND updated_at < ${before}`,
    unconfirmed: `SELECT id FROM page_postings
      WHERE archived = ${archived} AND status = 'failed' AND starts_with(error_code, 'unconfirmed')`,
  };
  return kind === 'any' ? Object.values(parts).join('\n    UNION ALL ') : parts[kind];
}

/** Without it, no trigram index finds the text. */
const hasTrigram = (search: string) => /[\p{L}\p{N}]{3}/u.test(search);

/**
 * A search that finds more tasks, or pairs of a page and a task, than this scans the postings once. Others read the postings
 * that they have found by index.
 */
const MANY_FOUND = `(SELECT greatest(reltuples, 0)::bigint / 50 FROM pg_class WHERE oid = 'page_postings'::regclass)`;

interface Search {
  readonly ctes: readonly string[];
  readonly found: string;
}

/**
 * The postings that a search finds, each once: by their tasks (text, file, assistant, owner), by their pages, by their errors, and
 * by their ids. `conditions` are on columns of page_postings.
 */
function searchPostings(search: string, archived: string, conditions: string, parameters: Parameters): Search {
  const pattern = parameters.add(containing(search));
  const names = parameters.add(atNamePattern(search));
  const id = UUID.test(search) ? parameters.add(search) : null;
  const inList = `(t.archived_at IS NOT NULL) = ${archived}`;
  const foundPages = `SELECT g.guid, g.owner_id FROM pages g WHERE ${PAGE_TEXT} ILIKE ${names}`;
  // Each row is compared with hashes of the found ids.
  const scan = (tasks: string, pages: string, extra: string) => `
      SELECT ${KEY_COLUMNS} FROM page_postings
      WHERE (task_id IN (${tasks})
        OR archived = ${archived} AND (page_guid IN (SELECT guid FROM ${pages}) OR error_message ILIKE ${pattern}
          ${id ? `OR id = ${id}::uuid` : ''})) ${extra}`;

  if (!hasTrigram(search)) {
    // Without CTEs, Postgres can scan in parallel.
    const foundTasks = `SELECT t.id FROM tasks t
        WHERE ${inList} AND (t.owner_id IN (SELECT u.id FROM users u WHERE ${USER_TEXT} ILIKE ${names})
          OR t.assistant_id IN (SELECT a.id FROM assistants a WHERE a.name ILIKE ${pattern}) OR t.description ILIKE ${pattern})`;
    return { ctes: [], found: `(${scan(foundTasks, `(${foundPages}) f`, conditions)}) found` };
  }
  const ctes = [
    `found_tasks AS MATERIALIZED (
    SELECT t.id FROM tasks t WHERE t.description ILIKE ${pattern} AND ${inList}
    UNION
    SELECT t.id FROM assistants a JOIN tasks t ON t.assistant_id = a.id WHERE a.name ILIKE ${pattern} AND ${inList}
    UNION
    SELECT t.id FROM users u JOIN tasks t ON t.owner_id = u.id WHERE ${USER_TEXT} ILIKE ${names} AND ${inList}
    ${id ? `UNION SELECT t.id FROM tasks t WHERE t.file_id = ${id}::uuid AND ${inList}` : ''}
  )`,
    `found_pages AS MATERIALIZED (${foundPages})`,
    `found_ids AS MATERIALIZED (
    SELECT p.id FROM page_postings p WHERE p.error_message ILIKE ${pattern} AND p.archived = ${archived}
    ${id ? `UNION SELECT p.id FROM page_postings p WHERE p.id = ${id}::uuid AND p.archived = ${archived}` : ''}
  )`,
    `found AS MATERIALIZED (
    SELECT count(*) > ${MANY_FOUND} AS is_much FROM (
      SELECT FROM found_tasks UNION ALL SELECT FROM found_pages g JOIN tasks t ON t.owner_id = g.owner_id
      LIMIT ${MANY_FOUND} + 1
    ) each
  )`,
  ];
  // Postgres evaluates the condition once, and runs only one of the two ways.
  const isMuch = '(SELECT is_much FROM found)';
  const few = `AND NOT ${isMuch} ${conditions}`;
  const found = `(${scan('SELECT id FROM found_tasks', 'found_pages', `AND ${isMuch} ${conditions}`)}
      UNION ALL
      ${postingsIn('task_id', 'found_tasks', few)}
      UNION ALL
      SELECT p.* FROM found_pages g
      CROSS JOIN LATERAL (
        SELECT t.id FROM tasks t
        WHERE t.owner_id = g.owner_id AND ${inList} AND t.id NOT IN (SELECT id FROM found_tasks) AND NOT ${isMuch}
        OFFSET 0
      ) t
      -- OFFSET 0: an index finds the few postings of each page and task.
      CROSS JOIN LATERAL (
        SELECT ${KEY_COLUMNS} FROM page_postings WHERE task_id = t.id AND page_guid = g.guid ${conditions} OFFSET 0
      ) p
      UNION ALL
      ${postingsIn(
        'id',
        'found_ids',
        `AND task_id NOT IN (SELECT id FROM found_tasks)
        AND page_guid NOT IN (SELECT guid FROM found_pages) ${few}`,
      )}
    ) found`;
  return { ctes, found };
}

/**
 * The postings whose `key` is in a CTE of ids, each once. With an array, Postgres expects few ids, uses the index, and reads
 * the rows in the order of the table; with a join, it may scan the whole table, or read it once for each id.
 */
const postingsIn = (key: 'id' | 'task_id', ids: string, conditions: string) =>
  `SELECT ${KEY_COLUMNS} FROM page_postings WHERE ${key} = ANY (ARRAY(SELECT id FROM ${ids})) ${conditions}`;

/**
 * How the postings that match a filter are found: by what is stuck, by the search, by the tasks of an owner, page or
 * assistant, or, with none of them, by the indexes of the orders and of the creation time.
 */
export function matchingPostings(filter: PostingsFilter, parameters: Parameters): Matching {
  const {
    status,
    created_from,
    created_to,
    owner,
    guid,
    assistant,
    stuck,
    stuck_minutes = STUCK_MINUTES,
    error,
    posting,
  } = filter;
  const search = filter.search?.trim() ?? '';
  const archived = parameters.add(filter.archived ?? false);
  const ctes: string[] = [];
  const conditions: string[] = [];
  if (status) conditions.push(`AND status = ${parameters.add(status)}`);
  if (created_from) conditions.push(`AND created_at >= ${parameters.add(created_from)}::timestamptz`);
  if (created_to) conditions.push(`AND created_at < ${parameters.add(created_to)}::timestamptz`);
  if (guid) conditions.push(`AND page_guid = ${parameters.add(guid)}::uuid`);
  if (assistant) conditions.push(`AND assistant_id = ${parameters.add(assistant)}::uuid`);
  if (error !== undefined) conditions.push(`AND error_message = ${parameters.add(error)}`);
  if (posting) conditions.push(`AND id = ${parameters.add(posting)}::uuid`);
  if (owner) {
    ctes.push(`owners AS MATERIALIZED (${ownersSql(owner, parameters)})`);
    conditions.push('AND owner_id IN (SELECT id FROM owners)');
  }
  if (stuck) ctes.push(`stuck AS MATERIALIZED (${stuckSql(stuck, stuck_minutes, archived, parameters)})`);
  const all = conditions.join(' ');

  if (search) {
    const wanted = stuck ? `${all} AND id IN (SELECT id FROM stuck)` : all;
    const { ctes: searchCtes, found } = searchPostings(search, archived, wanted, parameters);
    return { archived, ctes: [...ctes, ...searchCtes], found, conditions: all };
  }
  if (stuck) {
    const found = `(${postingsIn('id', 'stuck', `AND archived = ${archived} ${all}`)}) found`;
    return { archived, ctes, found, conditions: all };
  }
  if (owner || guid || assistant) {
    const task = [
      `(t.archived_at IS NOT NULL) = ${archived}`,
      ...(owner ? ['t.owner_id IN (SELECT id FROM owners)'] : []),
      ...(assistant ? [`t.assistant_id = ${parameters.add(assistant)}::uuid`] : []),
      ...(guid ? [`t.owner_id = (SELECT g.owner_id FROM pages g WHERE g.guid = ${parameters.add(guid)}::uuid)`] : []),
    ];
    ctes.push(`chosen_tasks AS MATERIALIZED (SELECT t.id FROM tasks t WHERE ${task.join(' AND ')})`);
    const found = `(${postingsIn('task_id', 'chosen_tasks', all)}) found`;
    return { archived, ctes, found, conditions: all };
  }
  return { archived, ctes, found: null, conditions: all };
}
