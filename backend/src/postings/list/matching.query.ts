import { type PostingStatus, STUCK_MINUTES, type StuckKind } from '@flyerdeck/contracts';

/** Dates are texts of times. */
export interface PostingsFilter {
  readonly search?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly status?: PostingStatus | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly owner?: string | undefined;
  readonly guid?: string | undefined;
  readonly assistant?: string | undefined;
  readonly failed_from?: string | undefined;
  readonly failure?: string | undefined;
  readonly failed_pack?: number | undefined;
  readonly failed_extension?: string | undefined;
  readonly stuck?: StuckKind | undefined;
  readonly stuck_minutes?: number | undefined;
  readonly postings?: readonly string[] | undefined;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
/** An ILIKE pattern with escaped wildcards. */
export const containing = (search: string) => `%${escapeLike(search)}%`;

/** The expressions of the trigram indexes (`*_by_text` in structure.sql). A search text contains no line break. */
export const PAGE_TEXT = `(g.name || E'\\n' || g.username || E'\\n' || g.creator_id || E'\\n' || g.guid::text)`;
const USER_TEXT = `(u.telegram_id || E'\\n' || u.username || E'\\n' || u.first_name || ' ' || u.last_name)`;
/** `@luna` finds names that begin with `luna`: the field after a line break. */
export const namesPattern = (search: string) =>
  /^@\S/.test(search) ? `%\n${escapeLike(search.slice(1))}%` : containing(search);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
export function filterValues({ search: typed = '', owner, stuck_minutes, ...filter }: PostingsFilter) {
  const search = typed.trim();
  return {
    ...filter,
    archived: filter.archived ?? false,
    minutes: stuck_minutes ?? STUCK_MINUTES,
    pattern: containing(search),
    names: namesPattern(search),
    id: UUID.test(search) ? search : null,
    owner: owner?.startsWith('@') ? null : owner,
    ownerName: owner?.startsWith('@') ? `%\n${escapeLike(owner.slice(1))}\n%` : null,
  };
}

const KEY_COLUMNS = `id, status, updated_at, created_at, pending_ms, posting_ms, posted_ms, failed_ms, total_ms, retry_count,
      (NOT starts_with(status, 'p'))::int AS has_ended`;

const OWNERS = `SELECT u.id FROM users u WHERE u.telegram_id = :owner::text OR ${USER_TEXT} ILIKE :ownerName::text`;
const IN_LIST = '(t.archived_at IS NOT NULL) = :archived';

/** They claim the next posting within seconds. */
const UNHELD_PAGES = `SELECT g.guid FROM pages g JOIN users u ON u.id = g.owner_id CROSS JOIN LATERAL page_wait(g, NULL, false) wait
          WHERE :stuck IN ('any', 'waiting') AND NOT :archived
            AND wait.reason IS NULL AND (g.has_scheduler OR g.next_due_at <= now() - :minutes * interval '1 minute')
            AND u.posting_switched_at < now() - :minutes * interval '1 minute'
            AND NOT EXISTS (SELECT FROM claim_pause WHERE changed_at >= now() - :minutes * interval '1 minute')`;

const STUCK = `SELECT posting_id FROM in_flight
        WHERE :stuck IN ('any', 'claimed') AND submitting_at IS NULL AND claimed_at < now() - :minutes * interval '1 minute'
        UNION ALL SELECT posting_id FROM in_flight
        WHERE :stuck IN ('any', 'submitting') AND submitting_at < now() - :minutes * interval '1 minute'
        UNION ALL SELECT id FROM page_postings
        WHERE :stuck IN ('any', 'screenshot') AND archived = :archived AND left(status, 1) = 'p' AND status = 'posted'
          AND updated_at < now() - :minutes * interval '1 minute'
        UNION ALL SELECT id FROM page_postings
        WHERE :stuck IN ('any', 'unconfirmed') AND archived = :archived AND status = 'failed'
          AND error_code = 'unconfirmed'
        UNION ALL SELECT p.id FROM (${UNHELD_PAGES}) g CROSS JOIN LATERAL first_claimable(g.guid) first JOIN page_postings p ON p.id = first.id
        WHERE p.status_since < now() - :minutes * interval '1 minute' AND NOT EXISTS (
          SELECT FROM page_postings q
          WHERE q.page_guid = g.guid AND q.publish_at IS NOT NULL AND q.claimed_at >= now() - :minutes * interval '1 minute')`;

const failedWith = (condition: string) => `id = ANY (ARRAY(
      SELECT f.posting_id FROM posting_transitions f
      WHERE f.to_status = 'failed' AND f.at >= coalesce(:failed_from::timestamptz, '-infinity') AND ${condition}))`;

type Conditions = Readonly<Partial<Record<keyof PostingsFilter, string>>>;
const conditionsOf = (filter: PostingsFilter, conditions: Conditions): string[] =>
  Object.entries(conditions).flatMap(([name, sql]) => (filter[name as keyof PostingsFilter] === undefined ? [] : sql));

/** With an array of ids, Postgres uses their index; with a join, it may scan the whole table. */
const filterSql = (filter: PostingsFilter): string =>
  conditionsOf(filter, {
    status: 'status = :status',
    created_from: 'created_at >= :created_from',
    created_to: 'created_at < :created_to',
    guid: 'page_guid = :guid',
    assistant: 'assistant_id = :assistant',
    postings: 'id = ANY (:postings::uuid[])',
    owner: `owner_id = ANY (ARRAY(${OWNERS}))`,
    failed_from: failedWith('true'),
    failure: failedWith('f.error_message = :failure'),
    failed_pack: failedWith('f.site_pack_version = :failed_pack'),
    failed_extension: failedWith('f.extension_version = :failed_extension'),
    stuck: `id = ANY (ARRAY(${STUCK}))`,
  }).join(' AND ') || 'true';

/** By their tasks. */
function filtered(filter: PostingsFilter): string {
  const ofTasks = conditionsOf(filter, {
    owner: `t.owner_id = ANY (ARRAY(${OWNERS}))`,
    assistant: 't.assistant_id = :assistant',
    guid: 't.owner_id = (SELECT g.owner_id FROM pages g WHERE g.guid = :guid)',
  });
  const tasks = `SELECT t.id FROM tasks t WHERE ${[IN_LIST, ...ofTasks].join(' AND ')}`;
  return `SELECT ${KEY_COLUMNS} FROM page_postings
    WHERE archived = :archived AND ${filterSql(filter)} ${ofTasks.length > 0 ? `AND task_id = ANY (ARRAY(${tasks}))` : ''}`;
}

/** By tasks, pages, errors and ids: one scan that compares with hashes. Without CTEs, Postgres can scan in parallel. OFFSET 0: in the order of an index, a scan takes longer. */
const searched = (conditions: string) => `SELECT ${KEY_COLUMNS} FROM page_postings
    WHERE ${conditions} AND (
      task_id IN (
        SELECT t.id FROM tasks t WHERE (t.description ILIKE :pattern OR t.file_id = :id::uuid) AND ${IN_LIST}
        UNION ALL SELECT t.id FROM assistants a JOIN tasks t ON t.assistant_id = a.id WHERE a.name ILIKE :pattern AND ${IN_LIST}
        UNION ALL SELECT t.id FROM users u JOIN tasks t ON t.owner_id = u.id WHERE ${USER_TEXT} ILIKE :names AND ${IN_LIST})
      OR archived = :archived AND (error_message ILIKE :pattern OR id = :id::uuid
        OR page_guid IN (SELECT g.guid FROM pages g WHERE ${PAGE_TEXT} ILIKE :names)))
    OFFSET 0`;

/** Its parameters are `filterValues`. */
export const matching = (filter: PostingsFilter): string =>
  filter.search?.trim() ? searched(filterSql(filter)) : filtered(filter);

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** `:status` is a name. Postgres refuses values that a statement does not use. */
export function withNames(named: string, byName: Readonly<Record<string, unknown>>): Statement {
  const names: string[] = [];
  const text = named.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, values: names.map((name) => byName[name] ?? null) };
}
