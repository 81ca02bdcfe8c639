import { useTestDatabase } from '../../test/testDatabase.ts';

/**
 * A new table or column fails this test until it is decided what an erasure does with it: add it to `finishErasure.query.ts`, to
 * the canaries of `canaries.testing.ts`, to the export and to `.github/docs/privacy.md`, and then here.
 */
const database = useTestDatabase();

/** The names that the statement finds for each key, in alphabetical order. */
const namesByKey = async (found: string) => {
  const { rows } = await database.pool.query<{ key: string; names: string }>(
    `SELECT key, string_agg(DISTINCT name, ' ' ORDER BY name) AS names FROM (${found}) found (key, name) GROUP BY key`,
  );
  return Object.fromEntries(rows.map(({ key, names }) => [key, names]));
};

test('every column that refers to a user is known to the erasure', async () => {
  expect(
    await namesByKey(
      `SELECT a.attname, conrelid::regclass::text
       FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE contype = 'f' AND confrelid = 'users'::regclass`,
    ),
  ).toEqual({
    admin_id: 'audit_events claim_pause credit_transactions download_tickets',
    owner_id: 'account_exports assistants files listed_words page_postings pages presets runners site_packs tasks',
    target_id: 'audit_events',
    user_id: 'bot_alerts bot_flyer_parts bot_settings credit_transactions erasures problem_reports sessions',
  });
});

test('every table that refers to a row that stays is known to the erasure', async () => {
  const staying = "('pages', 'assistants', 'tasks', 'page_postings', 'posting_transitions')";
  expect(
    await namesByKey(
      `SELECT confrelid::regclass::text, conrelid::regclass::text FROM pg_constraint
       WHERE contype = 'f' AND confrelid::regclass::text IN ${staying} AND conrelid::regclass::text NOT IN ${staying}`,
    ),
  ).toEqual({
    assistants: 'bot_screenshot_requests queueings repeat_runs repeats',
    page_postings:
      'bot_delivered_screenshots credit_transactions in_flight live_posts pending_screenshots structure_reports',
    pages: 'credit_transactions devices page_avatars structure_reports',
  });
});

test('every column for a text in a row that stays after an erasure is known to it', async () => {
  expect(
    await namesByKey(
      `SELECT table_name::text, column_name::text FROM information_schema.columns
       WHERE table_schema = 'public' AND udt_name NOT IN ('uuid', 'bool', 'timestamptz', 'int2', 'int4', 'int8', 'numeric')
         AND table_name IN ('users', 'pages', 'assistants', 'tasks', 'page_postings', 'posting_transitions',
           'credit_transactions', 'audit_events')`,
    ),
  ).toEqual({
    assistants: 'copy_key name pause_reason posting_rules reset_after_posts_list',
    audit_events: 'details event',
    credit_transactions: 'description idempotency_key transaction_type',
    page_postings:
      'claim_token_hash error_code error_message external_post_id other_creator_id report screenshot_error status',
    pages:
      'avatar_url creator_id extension_version health missing name posting_hours_from posting_hours_until posting_hours_zone ' +
      'refusal_kind tags time_zone username',
    posting_transitions: 'error_message extension_version from_status to_status',
    tasks: 'description stored_status',
    users: 'first_name language last_name telegram_id username',
  });
});
