import type { Pool } from 'pg';
import { readBooks } from '../../src/operation/books/books.query.ts';
import { dbOn } from '../../test/dbOn.ts';
import type { Fleet } from '../fleet.ts';

const RULES: Readonly<Record<string, string>> = {
  'postings that never ended': `SELECT count(*) FROM page_postings WHERE status NOT IN ('completed', 'failed')`,
  'postings that failed without a fault': `SELECT count(*) FROM page_postings WHERE status = 'failed'`,
  'pages that posted without being charged': `SELECT count(*) FROM (
    SELECT DISTINCT page_guid FROM page_postings JOIN devices USING (page_guid) WHERE status = 'completed') p
    WHERE NOT EXISTS (SELECT FROM credit_transactions c WHERE c.page_guid = p.page_guid AND c.transaction_type = 'spending')`,
  'ledger entries that do not follow from the previous one': `SELECT count(*) FROM (
    SELECT balance_after - amount - lag(balance_after, 1, 0) OVER (PARTITION BY user_id ORDER BY seq) AS gap
    FROM credit_transactions) x WHERE gap <> 0`,
  'postings posted or completed more than once': `SELECT count(*) FROM (
    SELECT posting_id FROM posting_transitions WHERE to_status IN ('posted', 'completed')
    GROUP BY posting_id, to_status HAVING count(*) > 1) x`,
  'postings whose transitions have a gap': `SELECT count(*) FROM (
    SELECT from_status <> lag(to_status, 1, 'pending') OVER (PARTITION BY posting_id ORDER BY id) AS gap
    FROM posting_transitions) x WHERE gap`,
  'claims that never ended': 'SELECT count(*) FROM in_flight',
  'screenshots that were not taken': 'SELECT count(*) FROM pending_screenshots',
};

/** The product refuses changes of the ledger, and `endSomeWindow` makes charges older. */
export const prepareAccounts = (pool: Pool) =>
  pool.query('ALTER TABLE credit_transactions DISABLE TRIGGER credit_transactions_append_only');

/** As if the page's last charge had been made a day earlier. */
export async function endSomeWindow(pool: Pool): Promise<void> {
  await pool.query(
    `WITH chosen AS (
       SELECT guid FROM pages WHERE paid_until > now() AND unused_charge_id IS NULL ORDER BY random() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
     ), ended AS (
       UPDATE pages p SET paid_until = p.paid_until - page_day() FROM chosen
       WHERE p.guid = chosen.guid AND p.paid_until > now() AND p.unused_charge_id IS NULL RETURNING p.guid
     )
     UPDATE credit_transactions c SET created_at = created_at - page_day()
     FROM ended WHERE c.page_guid = ended.guid AND transaction_type = 'spending'`,
  );
}

export async function brokenRules(pool: Pool, except: readonly string[] = []): Promise<string[]> {
  const { deviations, deviations_count } = await readBooks(dbOn(pool));
  const broken =
    deviations_count > 0 ? [`${deviations_count} deviations in the books: ${JSON.stringify(deviations)}`] : [];
  for (const [what, sql] of Object.entries(RULES)) {
    if (except.includes(what)) continue;
    const { rows } = await pool.query<{ count: string }>(sql);
    if (rows[0]?.count !== '0') broken.push(`${rows[0]?.count} ${what}`);
  }
  return broken;
}

export async function fleetFailures(pool: Pool, fleet: Fleet, except: readonly string[] = []): Promise<string[]> {
  const { presses, log, unequalAnswers } = fleet;
  const { rows } = await pool.query<{ id: string }>(
    `SELECT u.id FROM unnest($1::uuid[]) u (id)
     WHERE NOT EXISTS (SELECT FROM page_postings p WHERE p.id = u.id AND p.status IN ('posted', 'completed'))`,
    [[...presses.keys()]],
  );
  const twice = [...presses.values()].filter((times) => times > 1).length;
  return [
    ...(rows.length > 0 ? [`${rows.length} published posts that are not recorded as posted`] : []),
    ...(twice > 0 ? [`${twice} postings whose button was pressed twice`] : []),
    ...(unequalAnswers > 0 ? [`${unequalAnswers} repeated reports that got another status`] : []),
    ...(await brokenRules(pool, except)),
    ...log.failures,
  ];
}

/** The number of transactions. Every statement of the product outside of a transaction is one. */
export async function readTransactions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.count);
}

export async function endedPostings(pool: Pool): Promise<number | null> {
  const { rows } = await pool
    .query<{ ended: number }>(
      `SELECT count(*)::int AS ended FROM page_postings WHERE status IN ('completed', 'failed')`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.ended ?? null;
}
