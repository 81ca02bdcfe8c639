import { deleteProblemReport, eraseAccount, getProblemReport, listAuditEvents, listProblemReports, MAX_PROBLEM_REPORT_BYTES, type ProblemReportBody, type QueryOf, reportProblem } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
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
    return answer;
  });

  refuses(
    'when the log has more than 2 MB of bytes, although fewer characters',
    {
      code: 'request.too_large',
      sentence: 'The action log is larger than 2 MB.',
    },
    async () => {
      const user = await signUp(server);
      return () => send(user, { log: logOf('é'.repeat(MAX_PROBLEM_REPORT_BYTES / 2)) });
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
    return answer;
  });
});

describeCall(server, getProblemReport, ({ succeeds }) => {
  succeeds('answers the log as it was sent', async () => {
    const { json } = await send(await signUp(server));
    const answer = await read(json.id);
    expect(answer.json.log).toBe(BODY.log);
    return answer;
  });
});

describeCall(server, deleteProblemReport, ({ succeeds }) => {
  const remove = (id: string) => server.call(deleteProblemReport, { as: admin.as, params: { id } });

  succeeds('deletes the report, and is in the audit log', async () => {
    const user = await signUp(server);
    const { id } = (await send(user)).json;
    const answer = await remove(id);
    expect((await listed({ search: user.telegramId })).total).toBe(0);
    const { events } = (
      await server.call(listAuditEvents, { as: admin.as, query: { user_id: user.telegramId, sort_order: 1 } })
    ).json;
    expect(events.filter(({ act }) => act === 'report_deleted')).toMatchObject([
      { admin_telegram_id: admin.telegramId, summary: `report: ${id}` },
    ]);
    return answer;
  });
});

test('a report that arrives after the deletion of its account is refused and not stored', async () => {
  const user = await signUp(server);
  await server.call(eraseAccount, { as: user.as, body: { confirm: 'DELETE' } });
  expect((await send(user)).status).toBe(401);
  const { rows } = await pool().query('SELECT FROM problem_reports WHERE user_id = $1', [user.id]);
  expect(rows).toEqual([]);
});
