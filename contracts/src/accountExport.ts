import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { PostingRules } from './presets.ts';
import { closed, count, dateTime, flag, list, nullable, object, text, uuid } from './schema.ts';
import { POSTING_STATUSES } from './values/postings.ts';

const optionalText = (description: string) => nullable(Type.String(), description);
const optionalTime = (description: string) => nullable(Type.String({ format: 'date-time' }), description);
const optionalId = (description: string) => nullable(Type.String({ format: 'uuid' }), description);
const rows = <Fields extends TProperties>(properties: Fields, description: string) =>
  list(closed(properties), description);

/** `data.json` in the ZIP that a user downloads with all data of the account. Secrets are left out: they are stored as hashes. */
export const AccountExport = object('All data of an account', {
  format: Type.Literal('flyerdeck-account-export-1', { description: 'Version of this schema' }),
  exported_at: dateTime('When the data was read'),
  account: rows(
    {
      id: uuid('Id of the account'),
      telegram_id: text('Telegram id'),
      username: text('Username'),
      first_name: text('First name'),
      last_name: text('Last name'),
      language: text("Language of the bot's messages"),
      credits_balance: count('Balance in credits'),
      is_posting_active: flag('The posting switch'),
      created_at: dateTime('First sign-in'),
      last_login_at: optionalTime('Last sign-in'),
    },
    'The account',
  ),
  sessions: rows(
    {
      browser: text('Browser of the sign-in'),
      created_at: dateTime('Sign-in'),
      last_used_at: dateTime('Last use'),
      expires_at: dateTime('End'),
    },
    'Sessions',
  ),
  pages: rows(
    {
      guid: uuid('Id of the page'),
      creator_id: text('Id on the creator site'),
      name: text('Name'),
      username: text('Username'),
      avatar_url: optionalText('Address of the picture'),
      tags: list(text('A tag'), 'Tags'),
      health: text('What the extension reported last'),
      extension_version: optionalText('Version of the extension'),
      time_zone: text('Time zone of the browser'),
      home_count: count('Notifications of the page: home'),
      notifications_count: count('Notifications of the page'),
      messages_count: count('Notifications of the page: messages'),
      max_posts_in_24_hours: nullable(count(''), 'Limit: posts in 24 hours'),
      min_gap_minutes: nullable(count(''), 'Limit: minutes between posts'),
      posting_hours_from: optionalText('Limit: start of the posting hours'),
      posting_hours_until: optionalText('Limit: end of the posting hours'),
      posting_hours_zone: optionalText('Limit: time zone of the posting hours'),
      refusal_kind: optionalText('What the creator site refused last'),
      refused_at: optionalTime('When it refused that'),
      paused_until: optionalTime('When the pause after refusals ends'),
      linked_at: dateTime('When it was linked'),
      unlinked_at: optionalTime('When it was unlinked'),
      last_polled_at: optionalTime('Last poll'),
      paid_until: optionalTime('Until when it is paid for'),
    },
    'Pages, also those that were unlinked',
  ),
  devices: rows(
    {
      id: uuid('Id of the device'),
      page_guid: uuid('Its page'),
      browser: text('Browser'),
      extension_version: text('Version of the extension'),
      requested_page: Type.Unknown({ description: 'What the extension sent about the page' }),
      created_at: dateTime('When it asked to be linked'),
      bound_at: optionalTime('When it was linked'),
      voided_at: optionalTime('When its link ended'),
    },
    'Installed extensions',
  ),
  runners: rows(
    {
      id: uuid('Id'),
      host_name: text('Name of its machine'),
      version: text('Version'),
      created_at: dateTime('When it asked to be paired'),
      paired_at: dateTime('When it was paired'),
      last_contact_at: optionalTime('Last connection'),
      ended_at: optionalTime('When it was ended'),
    },
    'Runners, also those that were ended',
  ),
  presets: rows(
    { id: uuid('Id'), name: text('Name'), rules: PostingRules, created_at: dateTime('When it was made') },
    'Presets',
  ),
  bot_settings: rows(
    {
      quiet_from: optionalText('Start of the quiet hours'),
      quiet_until: optionalText('End of the quiet hours'),
      digest_at: optionalText('Time of the daily digest'),
      time_zone: text('Time zone of these times'),
    },
    'When the bot tells what has stopped',
  ),
  listed_words: rows({ word: text('A word') }, 'Words that the forecast warns of'),
  assistants: rows(
    {
      id: uuid('Id'),
      name: text('Name'),
      posting_rules: PostingRules,
      reset_after_posts_list: list(Type.Integer(), 'The reset timer list'),
      screenshot_as_file: flag('Whether the bot sends screenshots as files'),
      preset_id: optionalId('Its preset'),
      copy_of: optionalId('The assistant from which it was copied'),
      pause_reason: optionalText('Why it is paused'),
      created_at: dateTime('When it was made'),
      queued_at: optionalTime('When it was added to the queue'),
      started_at: optionalTime('Its first claim'),
      deleted_at: optionalTime('When it was deleted'),
    },
    'Assistants, also deleted ones',
  ),
  repeats: rows(
    {
      assistant_id: uuid('The assistant that is repeated'),
      every_days: nullable(Type.Integer(), 'Days between two runs'),
      weekdays: list(Type.Integer(), 'Weekdays; Monday is 1'),
      local_time: text('Time of day'),
      time_zone: text('Time zone'),
      starts_on: text('First day'),
      ends_on: optionalText('Last day'),
      max_runs: nullable(Type.Integer(), 'Number of runs after which it ends'),
      runs: count('Runs that were added to the queue'),
      paused_at: optionalTime('When it was paused'),
      next_at: optionalTime('Next run'),
    },
    'Repeats of assistants',
  ),
  repeat_runs: rows(
    {
      assistant_id: uuid('The assistant that is repeated'),
      planned_at: dateTime('Time for which it was planned'),
      ran_at: dateTime('When it ran'),
      copy_id: optionalId('The assistant that was added to the queue'),
      problem: optionalText('Why nothing was added to the queue'),
    },
    'Runs of repeats',
  ),
  tasks: rows(
    {
      id: uuid('Id'),
      assistant_id: uuid('Its assistant'),
      sequence_order: count('Position in the assistant'),
      description: text('Text of the flyer'),
      file_id: optionalId('Its image in `files`'),
      created_at: dateTime('When it was made'),
      archived_at: optionalTime('When it was archived'),
    },
    'Flyers',
  ),
  postings: rows(
    {
      id: uuid('Id'),
      task_id: uuid('Its flyer'),
      page_guid: uuid('Its page'),
      status: Type.Unsafe<string>({ type: 'string', enum: [...POSTING_STATUSES], description: 'Status' }),
      is_duplicate: flag('Whether it is the repetition of another one'),
      created_at: dateTime('When it was added to the queue'),
      claimed_at: optionalTime('When a device claimed it'),
      scheduled_for: optionalTime('For when it was scheduled'),
      posted_at: optionalTime('When it was posted'),
      external_post_id: optionalText('Id of the post on the creator site'),
      retry_count: count('Retries'),
      error_code: optionalText('Word for the error'),
      error_message: optionalText('What went wrong'),
      screenshot_file_id: optionalId('Its screenshot in `files`'),
      screenshot_error: optionalText('Why there is no screenshot'),
    },
    'Postings',
  ),
  ledger: rows(
    {
      id: uuid('Id'),
      transaction_type: text('Type'),
      amount: Type.Integer({ description: 'Credits, signed' }),
      balance_after: count('Balance after it'),
      description: text('Description'),
      page_guid: optionalId('The page it was for'),
      posting_id: optionalId('The posting it was for'),
      created_at: dateTime('When it was booked'),
    },
    'Ledger entries',
  ),
  audit_events: rows(
    {
      act: text('What an admin did to this account'),
      details: Type.Unknown({ description: 'Details' }),
      at: dateTime('When'),
    },
    'Audit events',
  ),
  problem_reports: rows(
    {
      id: uuid('Id'),
      sentence: text('What went wrong'),
      build_id: text('Build of the web app'),
      request_ids: list(text('Request id of a call'), 'The latest calls in the log'),
      is_cut: flag('Only the newest part of the log was sent'),
      log: text('The action log that was sent, as JSON'),
      created_at: dateTime('When it was sent'),
    },
    'Reports of problems that are still stored',
  ),
  bot_updates: rows(
    { received_at: dateTime('When it arrived'), update: Type.Unknown({ description: 'As Telegram sent it' }) },
    'Messages to the bot that are still stored',
  ),
  bot_messages: rows(
    {
      created_at: dateTime('When it was written'),
      state: text('Whether it was sent'),
      message: Type.Unknown({ description: 'The message' }),
    },
    'Messages of the bot that are still stored',
  ),
  files: rows(
    {
      id: uuid('Id'),
      kind: text('flyer or screenshot'),
      path: optionalText('Path in the ZIP. Null for the oldest files of an export that would be too large.'),
      content_type: text('Media type'),
      byte_size: count('Size in bytes'),
      sha256: text('SHA-256 of the bytes'),
      width: count('Width in pixels'),
      height: count('Height in pixels'),
      created_at: dateTime('When it was stored'),
    },
    'Flyer images and screenshots. A file that was deleted while the export was made is missing in the ZIP.',
  ),
});
export type AccountExport = Static<typeof AccountExport>;
