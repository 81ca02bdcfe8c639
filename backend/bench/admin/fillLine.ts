import type { Pool } from 'pg';

const USERS = 1_000;
const PAGES_EACH = 120;
const PENDING_A_PAGE = 2.5;

/** 300,000 pending postings on 120,000 unpaid pages of rich people, ready to be claimed. Answers the pages, shuffled. */
export async function fillLine(pool: Pool): Promise<string[]> {
  await pool.query(
    `INSERT INTO users (telegram_id, username, is_posting_active, posting_switched_at, credits_balance)
     SELECT 'line-' || n, 'line_' || n, true, now(), 1000000 FROM generate_series(1, ${USERS}) n`,
  );
  await pool.query(
    `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
     SELECT id, 'bonus', credits_balance, credits_balance, 'For the line' FROM users WHERE telegram_id LIKE 'line-%'`,
  );
  await pool.query(
    `INSERT INTO assistants (owner_id, name, posting_rules, queued_at)
     SELECT id, 'Line', '{"target_pages": [], "target_tags": [], "start_delay_hours": 0, "delay_between_tasks_hours": 0, "duplication_time_hours": 0}', now()
     FROM users WHERE telegram_id LIKE 'line-%'`,
  );
  await pool.query(
    `INSERT INTO pages (owner_id, creator_id, name, last_polled_at)
     SELECT u.id, u.telegram_id || '-' || n, 'Page ' || n, now()
     FROM users u CROSS JOIN generate_series(1, ${PAGES_EACH}) n WHERE telegram_id LIKE 'line-%'`,
  );
  await pool.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, pending_count)
     SELECT a.owner_id, a.id, n, 'Flyer ' || n || ' of a long line: three free days, from tonight until Sunday', ${PAGES_EACH}
     FROM assistants a CROSS JOIN generate_series(0, 2) n WHERE a.name = 'Line'`,
  );
  const { rowCount } = await pool.query(
    `INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
     SELECT t.owner_id, t.assistant_id, t.id, g.guid, now(), t.sequence_order, 0, 0, 0
     FROM tasks t JOIN assistants a ON a.id = t.assistant_id JOIN pages g ON g.owner_id = t.owner_id
     WHERE a.name = 'Line' AND (t.sequence_order < 2 OR right(g.name, 1) IN ('0', '2', '4', '6', '8'))`,
  );
  if (rowCount !== USERS * PAGES_EACH * PENDING_A_PAGE) throw new Error(`the line has ${rowCount} postings`);
  await pool.query('VACUUM ANALYZE');
  const { rows } = await pool.query<{ guid: string }>(
    `SELECT g.guid FROM pages g JOIN users u ON u.id = g.owner_id WHERE u.telegram_id LIKE 'line-%' ORDER BY md5(g.guid::text)`,
  );
  return rows.map(({ guid }) => guid);
}
