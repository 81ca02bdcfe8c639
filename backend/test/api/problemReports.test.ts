import {
  deleteProblemReport,
  getProblemReport,
  listAuditEvents,
  listProblemReports,
  MAX_PROBLEM_REPORT_BYTES,
  MAX_PROBLEM_REPORTS_PER_USER,
  type ProblemReportBody,
  type QueryOf,
  reportProblem,
} from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, useAdmin } from './people.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);
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

  refuses(
    'for a sentence that Postgres takes for white space',
    { code: 'invalid_request', sentence: "'sentence' must not be blank." },
    async () => {
      const user = await signUp(server);
      return () => send(user, { sentence: '\u0085' });
    },
  );

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

describeCall(server, deleteProblemReport, ({ succeeds, refuses }) => {
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

  refuses('when the report is deleted already', 'problem_report.not_found', async () => {
    const { id } = (await send(await signUp(server))).json;
    await remove(id);
    return () => remove(id);
  });
});
