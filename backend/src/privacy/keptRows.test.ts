import { useTestDatabase } from '../../test/testDatabase.ts';

/**
 * A new table or column fails this test until it is decided what an erasure does with it: add it to `finishErasure.query.ts`, to
 * the canaries of `canaries.testing.ts`, to the export and to `.github/docs/privacy.md`, and then here.
 */
const database = useTestDatabase();

const columns = async (sql: string) => (await database.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);

test('every column that refers to a user is known to the erasure', async () => {
  expect(
    await columns(
      `SELECT conrelid::regclass || '.' || a.attname AS name
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE contype = 'f' AND confrelid = 'users'::regclass ORDER BY 1`,
    ),
  ).toEqual([
    'account_exports.owner_id',
    'assistants.owner_id',
    'audit_events.admin_id',
    'audit_events.target_id',
    'bot_alerts.user_id',
    'bot_flyer_parts.user_id',
    'credit_transactions.admin_id',
    'credit_transactions.user_id',
    'download_tickets.admin_id',
    'erasures.user_id',
    'files.owner_id',
    'listed_words.owner_id',
    'page_postings.owner_id',
    'pages.owner_id',
    'presets.owner_id',
    'problem_reports.user_id',
    'saved_views.admin_id',
    'sessions.user_id',
    'tasks.owner_id',
  ]);
});

test('every table that refers to a row that stays is known to the erasure', async () => {
  expect(
    await columns(
      `SELECT DISTINCT conrelid::regclass || ' of ' || confrelid::regclass AS name FROM pg_constraint
       WHERE contype = 'f' AND confrelid::regclass::text IN ('pages', 'assistants', 'tasks', 'page_postings', 'posting_transitions')
         AND conrelid::regclass::text NOT IN ('pages', 'assistants', 'tasks', 'page_postings', 'posting_transitions')
       ORDER BY 1`,
    ),
  ).toEqual([
    'bot_delivered_screenshots of page_postings',
    'bot_screenshot_requests of assistants',
    'credit_transactions of page_postings',
    'credit_transactions of pages',
    'devices of pages',
    'in_flight of page_postings',
    'live_posts of page_postings',
    'page_avatars of pages',
    'pending_screenshots of page_postings',
    'queueings of assistants',
    'repeat_runs of assistants',
    'repeats of assistants',
    'site_pack_pages of pages',
    'site_pack_tries of pages',
    'site_packs of pages',
    'structure_reports of page_postings',
    'structure_reports of pages',
  ]);
});

test('every column for a text in a row that stays after an erasure is known to it', async () => {
  expect(
    await columns(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND udt_name NOT IN ('uuid', 'bool', 'timestamptz', 'int2', 'int4', 'int8', 'numeric')
         AND table_name IN ('users', 'pages', 'assistants', 'tasks', 'page_postings', 'posting_transitions',
           'credit_transactions', 'audit_events')
       ORDER BY 1`,
    ),
  ).toEqual([
    'assistants.copy_key',
    'assistants.name',
    'assistants.pause_reason',
    'assistants.posting_rules',
    'assistants.reset_after_posts_list',
    'audit_events.details',
    'audit_events.event',
    'credit_transactions.description',
    'credit_transactions.idempotency_key',
    'credit_transactions.transaction_type',
    'page_postings.claim_token_hash',
    'page_postings.error_code',
    'page_postings.error_message',
    'page_postings.external_post_id',
    'page_postings.report',
    'page_postings.screenshot_error',
    'page_postings.status',
    'pages.avatar_url',
    'pages.creator_id',
    'pages.extension_version',
    'pages.health',
    'pages.name',
    'pages.posting_hours_from',
    'pages.posting_hours_until',
    'pages.posting_hours_zone',
    'pages.refusal_kind',
    'pages.tags',
    'pages.time_zone',
    'pages.username',
    'posting_transitions.from_status',
    'posting_transitions.to_status',
    'tasks.description',
    'tasks.stored_status',
    'users.first_name',
    'users.language',
    'users.last_name',
    'users.telegram_id',
    'users.username',
  ]);
});
