import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, POSTING_STATUSES, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import * as words from './vocabulary.ts';

export interface SeedOrder {
  readonly postings: number;
  readonly users: number;
  /** The rows are the same for the same seed and time. */
  readonly seed: number;
  /** All generated times are earlier. */
  readonly now: Date;
}

/** The tables that are filled. */
export const SEED_TABLES = [
  'users',
  'pages',
  'assistants',
  'tasks',
  'page_postings',
  'in_flight',
  'pending_screenshots',
  'posting_transitions',
  'credit_transactions',
] as const;

const array = (texts: readonly string[]) => `ARRAY[${texts.map((text) => `'${text}'`).join(', ')}]`;
const pick = (texts: readonly string[]) => `pg_temp.pick(${array(texts)})`;
/** A word in its share of the texts. */
const term = ({ word, share }: { word: string; share: number }, before: string) =>
  `CASE WHEN random() < ${share} THEN ' ${before} ${word}' ELSE '' END`;
const { rare, uncommon, common } = words.SEED_TERMS;
const FLYER_TEXT = `CASE WHEN random() < 0.02 THEN '' ELSE
  ${pick(words.OPENINGS)} || ' ' || ${pick(words.THINGS)} || ' ' || ${pick(words.PLACES)} || ${term(common, 'at')}
  || ${term(uncommon, 'until')} || ${term(rare, 'with')} || ': ' || ${pick(words.OFFERS)} || ', '
  || floor(5 + 90 * random()) || ' pieces. ' || ${pick(words.ENDINGS)} || '!' END`;
const FAILURE_CODES = Object.keys(words.FAILURES).filter((code) => code !== 'unconfirmed');
const msIn = (status: string) => `coalesce(sum(duration_ms) FILTER (WHERE from_status = '${status}'), 0)`;
const visitsOf = (status: string) => `count(*) FILTER (WHERE to_status = '${status}')`;

/** Statements that fill the tables, for one connection and in one transaction. */
export function seedStatements({ postings, users, seed, now }: SeedOrder): string {
  const NOW = `timestamptz '${now.toISOString()}'`;
  return `
  SELECT setseed(1.0 / (1 + ${seed}));
  SET LOCAL work_mem = '256MB';

  CREATE FUNCTION pg_temp.pick(texts text[]) RETURNS text LANGUAGE sql AS
    'SELECT texts[1 + floor(random() * cardinality(texts))::int]';
  -- Near the median, sometimes several times as large.
  CREATE FUNCTION pg_temp.around(median float8) RETURNS float8 LANGUAGE sql AS
    'SELECT median * exp((random() + random() + random() - 1.5) * 1.4)';

  -- A tenth of the users post, the first of them most. The first campaigns are an old one, one whose posting is off, and two that
  -- are being posted, so that even few rows have every status.
  CREATE TEMP TABLE campaigns ON COMMIT DROP AS
  SELECT *, share < 0.035 AS is_held, share >= 0.035 AND share < 0.06 AS is_live,
    ${NOW} - CASE WHEN share < 0.06 THEN interval '10 minutes' + random() * interval '36 hours'
      ELSE interval '2 days' + random() ^ 0.8 * interval '238 days' END AS queued_at
  FROM (
    SELECT *, sum(flyers * pages * copies) OVER (ORDER BY n) - flyers * pages * copies AS before FROM (
      SELECT n, 1 + floor(${Math.ceil(users / 10)} * random() ^ 1.5)::int AS owner, 1 + floor(10 * random() ^ 2)::int AS flyers,
        1 + floor(40 * random() ^ 3)::int AS pages, CASE WHEN random() < 0.1 THEN 2 ELSE 1 END AS copies,
        coalesce((ARRAY[0.5, 0.01, 0.05, 0.05])[n], random()) AS share
      FROM generate_series(1, 10 + ${Math.ceil(postings / 10)}) n
    ) sizes
  ) counted WHERE before < ${postings};

  CREATE TEMP TABLE people ON COMMIT DROP AS
  SELECT n, md5('user ' || n)::uuid AS id, ${pick(words.FIRST_NAMES)} AS first, ${pick(words.LAST_NAMES)} AS last,
    coalesce(first_use - interval '1 day' - random() * interval '20 days',
      ${NOW} - random() * interval '260 days') AS created_at, first_use, has_live, most_pages
  FROM generate_series(1, ${users}) n LEFT JOIN (
    SELECT owner, min(queued_at) AS first_use, bool_or(is_live) AS has_live, max(pages) AS most_pages FROM campaigns GROUP BY owner
  ) c ON c.owner = n;

  INSERT INTO pages (guid, owner_id, creator_id, name, username, tags, linked_at, last_polled_at)
  SELECT md5('page ' || n || ' ' || i)::uuid, id, 'creator-' || n || '-' || i, first || ' ' || last,
    lower(first || '.' || last) || '.' || n || '.' || i, ARRAY[${pick(['promo', 'vip'])}, 'tag ' || floor(1 + 24 * random())],
    created_at + random() * (first_use - created_at),
    CASE WHEN random() < 0.9 THEN ${NOW} - random() ^ 4 * interval '30 days' END
  FROM (SELECT n, id, created_at, first_use, i, ${pick(words.FIRST_NAMES)} AS first, ${pick(words.LAST_NAMES)} AS last
    FROM people, generate_series(0, most_pages - 1) i) p;

  INSERT INTO assistants (id, owner_id, name, posting_rules, queued_at, created_at, updated_at)
  SELECT md5('assistant ' || c.n)::uuid, p.id, ${pick(words.CAMPAIGNS)} || ' campaign ' || row_number() OVER (PARTITION BY c.owner ORDER BY c.n),
    jsonb_build_object('target_pages', (SELECT array_agg(md5('page ' || owner || ' ' || i)::uuid) FROM generate_series(0, pages - 1) i),
      'target_tags', '{}'::text[], 'start_delay_hours', 0, 'delay_between_tasks_hours', 1, 'duplication_time_hours', 12 * (copies - 1)),
    queued_at, queued_at - interval '30 seconds', queued_at
  FROM campaigns c JOIN people p ON p.n = c.owner;

  CREATE TEMP TABLE flyers ON COMMIT DROP AS
  SELECT c.*, md5('task ' || c.n || ' ' || position)::uuid AS task_id, position, ${FLYER_TEXT} AS text,
    random() < 0.1 AND NOT is_held AND share >= 0.06 AND queued_at < ${NOW} - interval '14 days' AS is_archived
  FROM campaigns c, generate_series(0, flyers - 1) position;

  -- The path of each posting: it is claimed, may be interrupted up to four times, and ends.
  CREATE TEMP TABLE histories ON COMMIT DROP AS
  SELECT *, md5('posting ' || task_id || page_guid || is_duplicate)::uuid AS id,
    CASE WHEN is_held THEN '{}' ELSE '{posting}' || CASE
      WHEN luck < 0.45 THEN '{}'
      WHEN luck < 0.75 THEN '{pending,posting}'
      WHEN luck < 0.9 THEN '{pending,posting,pending,posting}'
      WHEN luck < 0.97 THEN '{pending,posting,failed,pending,posting}'
      ELSE '{pending,posting,failed,pending,posting,failed,pending,posting}' END::text[]
      || CASE WHEN random() < 0.08 THEN '{failed}' ELSE '{posted,completed}' END::text[] END AS path
  FROM (
    SELECT f.*, md5('page ' || owner || ' ' || page)::uuid AS page_guid, copy = 2 AS is_duplicate, random() AS luck
    FROM flyers f, generate_series(0, pages - 1) page, generate_series(1, copies) copy
    ORDER BY n, position, page, copy LIMIT ${postings}
  ) planned;

  CREATE TEMP TABLE steps ON COMMIT DROP AS
  SELECT *, coalesce(lead(at) OVER (PARTITION BY id ORDER BY place) > ${NOW}, true) AS is_last
  FROM (
    SELECT id, page_guid, place, from_status, to_status, duration_ms,
      queued_at + sum(duration_ms) OVER (PARTITION BY id ORDER BY place) * interval '1 millisecond' AS at
    FROM (
      SELECT h.id, page_guid, queued_at, place, to_status, coalesce(path[place::int - 1], 'pending') AS from_status,
        ceil(1000 * CASE
          WHEN place = 1 AND is_live THEN
            extract(epoch FROM ${NOW} - queued_at) + position * 60 - random() * 90
          WHEN place = 1 THEN position * 3600 + pg_temp.around(60)
          WHEN to_status = 'completed' THEN pg_temp.around(9)
          WHEN path[place::int - 1] = 'failed' THEN pg_temp.around(1200)
          WHEN path[place::int - 1] = 'posting' AND to_status = 'pending' THEN 120
          ELSE pg_temp.around(30) END)::bigint AS duration_ms
      FROM histories h, unnest(path) WITH ORDINALITY s(to_status, place)
    ) timed
  ) summed WHERE at <= ${NOW};
  -- A page has one claim at most.
  DELETE FROM steps WHERE id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY page_guid ORDER BY id) AS nth FROM steps
      WHERE is_last AND to_status = 'posting') claims WHERE nth > 1);
  CREATE INDEX ON steps (id);
  ANALYZE histories, steps;

  INSERT INTO page_postings (id, owner_id, assistant_id, task_id, page_guid, queued_at, created_at, sequence_order, is_duplicate,
    duplicate_of, run_index, delay_hours, gap_hours, archived, status, status_since, updated_at, claimed_at, publish_at, posted_at,
    report, external_post_id, retry_count, error_message, error_code, pending_ms, posting_ms, posted_ms, failed_ms, total_ms,
    pending_visits, posting_visits, posted_visits, completed_visits, failed_visits, transitions_count)
  SELECT h.id, md5('user ' || owner)::uuid, md5('assistant ' || n)::uuid, task_id, page_guid, queued_at, queued_at, position, is_duplicate,
    CASE WHEN is_duplicate THEN md5('posting ' || task_id || page_guid || false)::uuid END, 0,
    position + CASE WHEN is_duplicate THEN 12 ELSE 0 END, 1, is_archived, status, since, since, claimed_at, claimed_at, posted_at,
    CASE WHEN posted_at IS NOT NULL THEN 'posted' WHEN code <> 'unconfirmed' THEN 'failed' END,
    CASE WHEN posted_at IS NOT NULL THEN 'post-' || left(h.id::text, 8) END, pending_visits,
    '${JSON.stringify(words.FAILURES)}'::jsonb ->> code, code, pending_ms, posting_ms, posted_ms, failed_ms,
    pending_ms + posting_ms + posted_ms + failed_ms, 1 + pending_visits, posting_visits, posted_visits, completed_visits, failed_visits,
    pending_visits + posting_visits + posted_visits + completed_visits + failed_visits
  FROM histories h CROSS JOIN LATERAL (
    SELECT coalesce(max(to_status) FILTER (WHERE is_last), 'pending') AS status, coalesce(max(at), h.queued_at) AS since,
      max(at) FILTER (WHERE to_status = 'posting') AS claimed_at, max(at) FILTER (WHERE to_status = 'posted') AS posted_at,
      CASE WHEN bool_or(is_last AND to_status = 'failed') THEN
        CASE WHEN random() < 0.1 THEN 'unconfirmed' ELSE ${pick(FAILURE_CODES)} END END AS code,
      ${['pending', 'posting', 'posted', 'failed'].map((status) => `${msIn(status)} AS ${status}_ms`).join(', ')},
      ${POSTING_STATUSES.map((status) => `${visitsOf(status)} AS ${status}_visits`).join(', ')}
    FROM steps s WHERE s.id = h.id
  ) done;

  INSERT INTO posting_transitions (posting_id, from_status, to_status, duration_ms, at)
  SELECT id, from_status, to_status, duration_ms, at FROM steps ORDER BY id, place;

  INSERT INTO in_flight (page_guid, posting_id, owner_id, claim_token_hash, claimed_at, lease_expires_at)
  SELECT page_guid, id, owner_id, decode(md5('claim ' || id), 'hex'), claimed_at, claimed_at + interval '2 minutes'
  FROM page_postings WHERE status = 'posting';

  INSERT INTO pending_screenshots (posting_id, try_after, owner_id, turn)
  SELECT id, posted_at, owner_id, 0 FROM page_postings WHERE status = 'posted';

  INSERT INTO tasks (id, owner_id, assistant_id, sequence_order, description, created_at, updated_at, archived_at,
    pending_count, posting_count, posted_count, completed_count, failed_count)
  SELECT task_id, md5('user ' || owner)::uuid, md5('assistant ' || n)::uuid, position,
    CASE WHEN n = 1 AND position = 0 THEN '${rare.word} ' ELSE '' END || text, queued_at - interval '20 seconds',
    changed_at, CASE WHEN is_archived THEN changed_at + interval '1 day' END, pending, posting, posted, completed, failed
  FROM flyers JOIN (
    SELECT task_id, max(updated_at) AS changed_at,
      ${POSTING_STATUSES.map((status) => `count(*) FILTER (WHERE status = '${status}' AND NOT is_duplicate) AS ${status}`).join(', ')}
    FROM page_postings GROUP BY task_id
  ) counted USING (task_id);

  -- A fee for the first post of a page, and for its first post after the hours of the last fee. A purchase before covers all fees.
  CREATE TEMP TABLE posts ON COMMIT DROP AS
  SELECT owner_id, page_guid, id AS posting_id, claimed_at AS at FROM page_postings WHERE posted_at IS NOT NULL;
  CREATE INDEX ON posts (page_guid, at);
  ANALYZE posts;
  CREATE TEMP TABLE fees ON COMMIT DROP AS
  WITH RECURSIVE fee AS (
    (SELECT DISTINCT ON (page_guid) * FROM posts ORDER BY page_guid, at)
    UNION ALL SELECT next.* FROM fee CROSS JOIN LATERAL (
      SELECT * FROM posts p WHERE p.page_guid = fee.page_guid AND p.at >= fee.at + interval '${PAGE_DAY_HOURS} hours' ORDER BY p.at LIMIT 1) next
  )
  SELECT * FROM fee;
  INSERT INTO credit_transactions (user_id, page_guid, posting_id, transaction_type, amount, created_at, description, idempotency_key, balance_after)
  SELECT *, sum(amount) OVER (PARTITION BY user_id ORDER BY at, page_guid) FROM (
    SELECT id AS user_id, NULL::uuid AS page_guid, NULL::uuid AS posting_id, 'bonus', ${WELCOME_BONUS_CREDITS} AS amount, created_at AS at, 'Welcome bonus', 'welcome:' || id FROM people
    UNION ALL SELECT owner_id, NULL, NULL, 'purchase', 500 * ceil(count(*) * ${PAGE_DAY_CREDITS} / 500.0)::int, min(at) - interval '1 minute', 'Credits', NULL
      FROM fees GROUP BY owner_id
    UNION ALL SELECT owner_id, page_guid, posting_id, 'spending', -${PAGE_DAY_CREDITS}, at, 'Posting fee for a page', NULL FROM fees
    ORDER BY 1, at, page_guid
  ) entries;

  -- The first three are admins, for signing in by mock mode.
  INSERT INTO users (id, telegram_id, username, first_name, last_name, is_active, is_admin, is_posting_active, posting_switched_at,
    last_login_at, created_at, credits_balance, credits_purchased, credits_spent)
  SELECT id, 200000000 + n, lower(first || '_' || last || n), first, last, n <= 3 OR random() > 0.03, n <= 3, coalesce(has_live, false),
    CASE WHEN has_live THEN created_at END, CASE WHEN random() < 0.9 THEN created_at + random() ^ 2 * (${NOW} - created_at) END,
    created_at, balance, purchased, spent
  FROM people JOIN (
    SELECT user_id AS id, sum(amount) AS balance, coalesce(sum(amount) FILTER (WHERE transaction_type = 'purchase'), 0) AS purchased,
      coalesce(-sum(amount) FILTER (WHERE transaction_type = 'spending'), 0) AS spent
    FROM credit_transactions GROUP BY user_id
  ) money USING (id)`;
}
