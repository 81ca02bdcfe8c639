import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  adjustCredits,
  bookPurchase,
  deleteProblemReport,
  type ExportAuditEventsBody,
  endUserSessions,
  FAILURES_BY,
  getFailureReport,
  getProblemReport,
  getTrends,
  listAuditEvents,
  listBackups,
  listDetailedPostings,
  listProblemReports,
  MAX_PROBLEM_REPORT_BYTES,
  MAX_PROBLEM_REPORTS_PER_USER,
  type PostingSort,
  type ProblemReportBody,
  type QueryOf,
  reportProblem,
  requestBackup,
  requestExport,
  type TrendDay,
  updateUser,
} from '@flyerdeck/contracts';
import { noteTestRestore } from '../../src/operation/backup/backupFolder.ts';
import { requeue } from '../../src/postings/retry/retryPostings.ts';
import { useTestServer } from '../testServer.ts';
import { addBackup } from './backups.testing.ts';
import { readCsv } from './csvFiles.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);

const trends = (days?: number) => server.call(getTrends, { as: admin.as, query: { days } });

/** The date of this many days ago, in UTC. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const dayOf = async (day: string) => (await trends(365)).json.days.find((trend) => trend.day === day);
const query = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);

describeCall(server, getTrends, ({ succeeds }) => {
  succeeds('lists the last 30 days including today, oldest first, or the requested number', async () => {
    const answer = await trends();
    expect(answer.json.days.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, index) => daysAgo(29 - index)),
    );
    expect((await trends(1)).json.days.map(({ day }) => day)).toEqual([daysAgo(0)]);
    expect((await trends(365)).json.days).toHaveLength(365);
  });

  succeeds('counts postings by the day they were created and the status they have now', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three', 'Four'] });
    const [page] = owner.pages;
    await owner.post(page, 'completed');
    await owner.post(page, 'failed');
    const day = daysAgo(40);
    await query(`UPDATE page_postings SET created_at = $2::date + interval '23:59:59.999' WHERE owner_id = $1`, [
      owner.id,
      day,
    ]);
    expect((await dayOf(day))?.postings).toEqual({ pending: 2, posting: 0, posted: 0, completed: 1, failed: 1 });
    await owner.post(page, 'posted');
    const answer = await trends(41);
    expect(answer.json.days[0]?.postings).toEqual({ pending: 1, posting: 0, posted: 1, completed: 1, failed: 1 });
    expect((await trends(40)).json.days[0]?.postings.completed).toBe(0);
  });

  succeeds('sums the credits bought, granted and spent', async () => {
    const { json: before } = await trends(1);
    const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Alpha', 'Beta'] });
    await owner.post(owner.pages[0], 'completed');
    // The fee of a failed posting is refunded.
    await owner.post(owner.pages[1], 'failed');
    const adjust = (amount: number, transaction_type: 'admin_adjustment' | 'bonus' | 'refund') =>
      server.call(adjustCredits, {
        as: admin.as,
        body: { user_id: owner.telegramId, amount, transaction_type, description: '' },
      });
    await adjust(7, 'bonus');
    await adjust(20, 'admin_adjustment');
    await adjust(300, 'refund');
    await adjust(-100, 'admin_adjustment');
    await query(
      `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
       VALUES ($1, 'purchase', 3000, 3000, 'Basic')`,
      [owner.id],
    );
    const answer = await trends(1);
    const grown = (name: 'new_users' | 'credits_bought' | 'credits_granted' | 'credits_spent') =>
      (answer.json.days[0]?.[name] ?? 0) - (before.days[0]?.[name] ?? 0);
    expect(grown('new_users')).toBe(1);
    expect(grown('credits_bought')).toBe(3_000);
    expect(grown('credits_granted')).toBe(150 + 7 + 20 + 300);
    expect(grown('credits_spent')).toBe(10);
  });
});

/** The line of the file for a day of the charts. */
const lineOf = ({ day, postings, ...numbers }: TrendDay) => ({
  'Day (UTC)': day,
  'New users': String(numbers.new_users),
  'Credits bought': String(numbers.credits_bought),
  'Credits granted': String(numbers.credits_granted),
  'Credits spent': String(numbers.credits_spent),
  ...Object.fromEntries(Object.entries(postings).map(([status, count]) => [`Postings ${status}`, String(count)])),
});

describe('the export of trends', () => {
  for (const days of [7, 30, 90] as const) {
    test(`exports the numbers of the last ${days} days, oldest first`, async () => {
      const owner = await signUpPosting(server, { flyers: ['One', 'Two'] });
      await owner.post(owner.pages[0], 'completed');
      await query(`UPDATE page_postings SET created_at = $2::date WHERE owner_id = $1`, [owner.id, daysAgo(days - 1)]);
      const answer = await server.call(requestExport, {
        as: admin.as,
        body: { list: 'trends', ...(days !== 30 && { days }) },
      });
      const file = await (await fetch(`${server.baseUrl}${answer.json.download_url}`)).text();
      const { json } = await trends(days);
      expect(json.days[0]?.postings).toMatchObject({ pending: 1, completed: 1 });
      expect(readCsv(file)).toEqual(json.days.map(lineOf));
    });
  }
});

describe('audit log', () => {
  const server = useTestServer();

  const admin = useAdmin(server);
  let other: Person;
  let anna: Person;
  beforeAll(async () => {
    other = await signUpAdmin(server);
    anna = await signUp(server);
    const rename = 'UPDATE users SET username = $2, first_name = $3, last_name = $4 WHERE id = $1';
    await server.context.pool.query(rename, [admin.id, 'boss', 'Boris', 'Ößling']);
    await server.context.pool.query(rename, [other.id, '100%', '', '']);
    await server.context.pool.query(rename, [anna.id, 'anna_b', 'Anna', 'Bell']);
    const params = { telegramId: anna.telegramId };
    await server.call(updateUser, { as: admin.as, params, body: { is_admin: true } });
    await server.call(updateUser, { as: other.as, params, body: { is_admin: false } });
    await server.call(adjustCredits, {
      as: admin.as,
      body: { user_id: anna.telegramId, amount: -1, transaction_type: 'refund', description: '=Late, "sorry"' },
    });
    await server.call(bookPurchase, { as: other.as, body: { user_id: anna.telegramId, package_id: 'enterprise' } });
    await server.call(requestExport, {
      as: other.as,
      body: { list: 'users', search: 'ann', is_active: true },
    });
    await server.call(endUserSessions, { as: admin.as, params });
    // By the setting ADMIN_TELEGRAM_IDS.
    await server.context.pool.query(`INSERT INTO audit_events (target_id, event) VALUES ($1, 'promoted')`, [other.id]);
  });

  type Selection = ExportAuditEventsBody & { page?: number; limit?: number };
  const list = (query: Selection = {}) => server.call(listAuditEvents, { as: admin.as, query });
  const actsOf = async (query: Selection) => (await list(query)).json.events.map(({ act }) => act);
  const ALL = [
    'promoted',
    'sessions_ended',
    'exported',
    'purchase_booked',
    'credits_adjusted',
    'demoted',
    'promoted',
  ] as const;

  describeCall(server, listAuditEvents, ({ succeeds }) => {
    succeeds('lists who did what to whom, newest first, with the details as a sentence', async () => {
      const answer = await list();
      expect(answer.json.total).toBe(7);
      const boss = { admin_telegram_id: admin.telegramId, admin_name: 'Boris Ößling' };
      const second = { admin_telegram_id: other.telegramId, admin_name: '100%' };
      const onAnna = { target_telegram_id: anna.telegramId, target_name: 'Anna Bell' };
      expect(answer.json.events).toEqual(
        [
          {
            ...{ act: 'promoted', admin_telegram_id: null, admin_name: 'Product settings', summary: '' },
            ...{ target_telegram_id: other.telegramId, target_name: '100%' },
          },
          { act: 'sessions_ended', ...boss, ...onAnna, summary: '1 session' },
          {
            ...{ act: 'exported', ...second, target_telegram_id: null, target_name: '' },
            summary: 'users, is active: true, search: ann',
          },
          {
            ...{ act: 'purchase_booked', ...second, ...onAnna },
            summary: 'Purchase, +16,500 credits, balance 16,649, “Enterprise package, $199.99”',
          },
          {
            ...{ act: 'credits_adjusted', ...boss, ...onAnna },
            summary: 'Refund, −1 credits, balance 149, “=Late, "sorry"”',
          },
          { act: 'demoted', ...second, ...onAnna, summary: '' },
          { act: 'promoted', ...boss, ...onAnna, summary: '' },
        ].map((event) => ({ id: expect.any(String), at: expect.any(String), ...event })),
      );
    });

    succeeds('filters by admin, user and action; names are searched as they are displayed', async () => {
      const exact: [Selection, readonly string[]][] = [
        [{ actor: 'boris ö' }, ['sessions_ended', 'credits_adjusted', 'promoted']],
        [{ actor: '@boss' }, ['sessions_ended', 'credits_adjusted', 'promoted']],
        [{ actor: admin.telegramId }, ['sessions_ended', 'credits_adjusted', 'promoted']],
        [{ actor: '100%' }, ['exported', 'purchase_booked', 'demoted']],
        [{ actor: 'product set' }, ['promoted']],
        [{ actor: '1_0%' }, []],
        [{ target: 'Anna Bell' }, ALL.filter((act, index) => index > 0 && act !== 'exported')],
        [{ target: other.telegramId }, ['promoted']],
        [{ user_id: other.telegramId }, ['promoted']],
        [{ user_id: other.telegramId.slice(0, -1) }, []],
        [{ act: 'promoted' }, ['promoted', 'promoted']],
        [{ act: 'promoted', target: '@anna_b' }, ['promoted']],
        [{ act: 'demoted', actor: 'boss' }, []],
        [{ actor: '  ' }, ALL],
      ];
      for (const [query, acts] of exact) {
        expect([query, await actsOf(query)]).toEqual([query, acts]);
        expect((await list(query)).json.total).toBe(acts.length);
      }
    });
  });
});

describe('backups', () => {
  const server = useTestServer({ BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '3' });
  const folder = () => server.context.config.backups?.folder ?? '';
  const admin = useAdmin(server);
  beforeEach(async () => {
    await rm(folder(), { recursive: true, force: true });
    await mkdir(dirname(folder()), { recursive: true });
  });

  const list = async () => (await server.call(listBackups, { as: admin.as })).json;

  describeCall(server, listBackups, ({ succeeds }) => {
    succeeds('tells that there is none yet', async () => {
      const answer = await server.call(listBackups, { as: admin.as });
      expect(answer.json).toMatchObject({ every_hours: 24, keep: 3, is_late: true, backups: [], failure: null });
    });
    succeeds('says that the folder cannot be read', async () => {
      await writeFile(folder(), 'a file');
      const answer = await server.call(listBackups, { as: admin.as });
      expect(answer.json).toMatchObject({
        backups: [],
        failure: { error: 'This server cannot read BACKUP_DIR (ENOTDIR).' },
      });
    });
    succeeds('has the result of the last test restore', async () => {
      await addBackup(server);
      const at = '2026-11-23T05:00:00.000Z';
      const result = { backup: '2026-11-23T04-00-00Z', at, error: 'The disk of Postgres is full.', good_at: null };
      expect((await list()).test_restore).toBeNull();
      await noteTestRestore(folder(), result);
      const answer = await server.call(listBackups, { as: admin.as });
      expect(answer.json.test_restore).toEqual(result);
    });
    succeeds('lists them, newest first, with their sizes', async () => {
      await addBackup(server);
      const name = await addBackup(server, new Date());
      await addBackup(server, new Date('2026-11-22T04:00:00Z'));
      const answer = await server.call(listBackups, { as: admin.as });
      expect(answer.json.is_late).toBe(false);
      expect(answer.json.backups.map(({ name }) => name)).toEqual([
        name,
        '2026-11-23T04-00-00Z',
        '2026-11-22T04-00-00Z',
      ]);
      expect(answer.json.backups[1]).toMatchObject({
        made_at: '2026-11-23T04:00:00.000Z',
        byte_size: 64,
        row_count: 7,
      });
    });
  });

  describeCall(server, requestBackup, ({ succeeds, refuses }) => {
    // `backup/scheduledBackups.test.ts` shows that the next look of a worker makes it, once.
    succeeds('asks for one, also when repeated', async () => {
      await addBackup(server, new Date());
      await server.call(requestBackup, { as: admin.as });
      await server.call(requestBackup, { as: admin.as });
      expect(await list()).toMatchObject({ asked_at: expect.any(String), writing_since: null });
    });
    refuses('where its folder cannot be written', 'backup.not_possible', async () => {
      await writeFile(folder(), 'a file');
      return () => server.call(requestBackup, { as: admin.as });
    });
  });
});

const pool = () => server.context.pool;

const logOf = (text = '') => JSON.stringify({ format: 'flyerdeck.action-log', version: 3, text });
const BODY: ProblemReportBody = {
  sentence: 'The counts are wrong.',
  build_id: 'index-abc',
  request_ids: ['request-0001'],
  is_cut: false,
  log: logOf('Übung ✓'),
};
const send = (by: Person, changes: Partial<ProblemReportBody> = {}) =>
  server.call(reportProblem, { as: by.as, body: { ...BODY, ...changes } });
const read = (id: string) => server.call(getProblemReport, { as: admin.as, params: { id } });
const listed = async (query: QueryOf<typeof listProblemReports>) =>
  (await server.call(listProblemReports, { as: admin.as, query })).json;

/** Inserts reports of a user that are older by one minute each. */
const insertReports = (userId: string, count: number, sentence: string, age = '0') =>
  pool().query(
    `INSERT INTO problem_reports (user_id, sentence, build_id, request_ids, is_cut, log, created_at)
     SELECT $1, $3 || ' ' || n, 'index-filled', '{}', n % 2 = 0, '{}', now() - n * interval '1 minute' - $4::interval
     FROM generate_series(1, $2::int) n`,
    [userId, count, sentence, age],
  );

describeCall(server, reportProblem, ({ succeeds, refuses }) => {
  succeeds('stores the report as it was sent', async () => {
    const user = await signUp(server);
    const answer = await send(user, { sentence: ' The counts are wrong. ', is_cut: true });
    expect((await read(answer.json.id)).json).toMatchObject({
      ...BODY,
      is_cut: true,
      telegram_id: user.telegramId,
      user_name: 'Test User',
      log_bytes: Buffer.byteLength(BODY.log),
    });
  });

  refuses('for a text that is no action log', 'problem_report.invalid_log', async () => {
    const user = await signUp(server);
    return () => send(user, { log: '{"format":"other"}' });
  });

  refuses('when the log has more than 2 MB of bytes, although fewer characters', 'request.too_large', async () => {
    const user = await signUp(server);
    return () => send(user, { log: logOf('é'.repeat(MAX_PROBLEM_REPORT_BYTES / 2)) });
  });

  refuses(
    'when the user has the most reports that are kept',
    {
      code: 'problem_report.too_many',
      sentence: `There are ${MAX_PROBLEM_REPORTS_PER_USER} reports of yours. Each is deleted after 30 days. Please write to support.`,
    },
    async () => {
      const user = await signUp(server);
      await insertReports(user.id, MAX_PROBLEM_REPORTS_PER_USER, 'Old');
      return () => send(user);
    },
  );
});

describeCall(server, listProblemReports, ({ succeeds }) => {
  succeeds('answers reports without their logs, newest first', async () => {
    const user = await signUp(server);
    await send(user, { sentence: 'First of two' });
    await send(user, { sentence: 'Second of two' });
    const answer = await server.call(listProblemReports, { as: admin.as, query: { search: user.telegramId } });
    expect(answer.json).toMatchObject({ total: 2, total_pages: 1 });
    expect(answer.json.reports.map(({ sentence }) => sentence)).toEqual(['Second of two', 'First of two']);
    expect(answer.json.reports[0]).not.toHaveProperty('log');
  });
});

test('finds a report by sentence, name, Telegram id, build and request id, and whether it is cut', async () => {
  const user = await signUp(server);
  await send(user, { sentence: 'Odd 100%_sum', build_id: 'index-Zq1', request_ids: ['req-77777777'], is_cut: true });
  for (const search of ['odd 100%_SUM', `@user${user.telegramId}`, user.telegramId, 'zq1', 'req-77777777']) {
    expect(await listed({ search })).toMatchObject({ total: 1, reports: [{ telegram_id: user.telegramId }] });
  }
  expect(await listed({ search: 'Zq1', is_cut: false })).toMatchObject({ total: 0, reports: [] });
  expect(await listed({ search: 'Zq1', is_cut: true })).toMatchObject({ total: 1 });
});

describeCall(server, getProblemReport, ({ succeeds }) => {
  succeeds('answers the log as it was sent', async () => {
    const { json } = await send(await signUp(server));
    const answer = await read(json.id);
    expect(answer.json.log).toBe(BODY.log);
  });
});

describeCall(server, deleteProblemReport, ({ succeeds }) => {
  const remove = (id: string) => server.call(deleteProblemReport, { as: admin.as, params: { id } });

  succeeds('deletes the report, and is in the audit log', async () => {
    const user = await signUp(server);
    const { id } = (await send(user)).json;
    await remove(id);
    expect((await listed({ search: user.telegramId })).total).toBe(0);
    const { events } = (
      await server.call(listAuditEvents, { as: admin.as, query: { user_id: user.telegramId, sort_order: 1 } })
    ).json;
    expect(events.filter(({ act }) => act === 'report_deleted')).toMatchObject([
      { admin_telegram_id: admin.telegramId, summary: `report: ${id}` },
    ]);
  });
});

describe('failure report', () => {
  const server = useTestServer();
  const admin = useAdmin(server);
  let owner: PostingOwner;
  const query = (text: string, values: unknown[]) => server.context.pool.query(text, values);
  const report = async (by: (typeof FAILURES_BY)[number], days: 1 | 7 | 30 | 90 = 7) =>
    (await server.call(getFailureReport, { as: admin.as, query: { by, days } })).json;
  const listed = async (filter: QueryOf<typeof listDetailedPostings>) =>
    (
      await server.call(listDetailedPostings, {
        as: admin.as,
        query: { sort_by: 'createdAt' as PostingSort, ...filter },
      })
    ).json;

  const OTHER = 'Another reason.';
  let failed: string[];
  let message: string;
  beforeAll(async () => {
    owner = await signUpPosting(server, { flyers: ['one', 'two'], pages: ['Luna', 'Mila'] });
    await query('UPDATE pages SET site_pack_version = 7, extension_version = $2 WHERE guid = $1', [
      owner.pages[0]?.guid,
      '1.2.3',
    ]);
    failed = [];
    for (const page of [0, 0, 1, 1]) failed.push(await owner.post(owner.pages[page], 'failed'));
    const { rows } = await query('SELECT error_message FROM page_postings WHERE id = $1', [failed[0]]);
    message = rows[0].error_message;
    await query("UPDATE posting_transitions SET error_message = $2 WHERE posting_id = $1 AND to_status = 'failed'", [
      failed[3],
      OTHER,
    ]);
    // Failed two days ago, and is in the queue again.
    await query(
      "UPDATE posting_transitions SET at = at - interval '2 days' WHERE posting_id = $1 AND to_status = 'failed'",
      [failed[0]],
    );
    const { rows: state } = await query('SELECT id, owner_id, transitions_count FROM page_postings WHERE id = $1', [
      failed[0],
    ]);
    await requeue(server.context.db, state);
  });

  describeCall(server, getFailureReport, ({ succeeds }) => {
    succeeds('counts failures by day and by hour, also of postings that were retried since', async () => {
      const { parts, groups, since } = await report('message');
      expect(parts).toHaveLength(7);
      expect(parts[0]?.at).toBe(since);
      expect(parts.map(({ failures }) => failures)).toEqual([0, 0, 0, 0, 1, 0, 3]);
      expect(groups).toEqual([
        { key: message, label: message, failures: 3, postings: 3, counts: [0, 0, 0, 0, 1, 0, 2] },
        { key: OTHER, label: OTHER, failures: 1, postings: 1, counts: [0, 0, 0, 0, 0, 0, 1] },
      ]);
      const hours = await report('message', 1);
      expect(hours.parts).toHaveLength(24);
      expect(hours.parts.at(-1)?.failures).toBe(3);
    });
  });

  test('the list that a group links to has exactly its postings', async () => {
    const names = {
      message: 'failure',
      page: 'guid',
      site_pack: 'failed_pack',
      extension: 'failed_extension',
    } as const;
    for (const by of FAILURES_BY) {
      const { since, groups } = await report(by);
      for (const { key, postings } of groups.filter((group) => group.key !== '')) {
        const filter = { [names[by]]: by === 'site_pack' ? Number(key) : key, failed_from: since };
        expect((await listed(filter)).postings).toHaveLength(postings);
      }
    }
    const today = new Date().toISOString().slice(0, 10);
    const { postings } = await listed({ failure: message, failed_from: `${today}T00:00:00Z` });
    expect(postings.map(({ id }) => id).sort()).toEqual([failed[1], failed[2]].sort());
  });
});
