import { MAX_PROBLEM_REPORT_BYTES } from '@flyerdeck/contracts/problemReports.values';
import { buildTask, buildUser, uuid } from '../../../test/builders.ts';
import { buildDetailedPosting } from '../../../test/postingBuilders.ts';
import { fulfilled, pending } from '../../../test/queryActions.ts';
import { makeStore } from '../../app/store.ts';
import { canonicalJson, ReplayedLog } from '../fold/ReplayedLog.ts';
import { navigationChanged } from '../log/logFormat.ts';
import { readLog } from '../log/readLog.ts';
import { ActionRecorder, currentRecorder } from '../record/ActionRecorder.ts';
import { makeReport } from './makeReport.ts';

const OTHERS_TEXT = 'Only tonight: "Vera" & friends';
const OWN_TEXT = 'Three free days with Luna';
const PLAIN = fulfilled('me', buildUser({ is_admin: false }), { args: undefined });
const ADMIN = fulfilled('me', buildUser({ is_admin: true }), { args: undefined });
const OWN = fulfilled('listTasks', [buildTask({ description: OWN_TEXT })], { args: {} });
const POSTINGS = fulfilled(
  'listDetailedPostings',
  { postings: [buildDetailedPosting({ description: OTHERS_TEXT })] },
  { args: {} },
);

function reportAfter(actions: readonly { type: string }[]) {
  const recorder = new ActionRecorder({ buildId: 'index-test', address: '/', nowMs: 0, secrets: [] });
  currentRecorder.instance = recorder;
  const store = makeStore(undefined, [recorder.middleware]);
  for (const action of actions) store.dispatch(action);
  return { ...makeReport('It is wrong.'), state: store.getState() };
}

const sizeOf = ({ log }: { log: string }) => Buffer.byteLength(log);

test('a log that is too large is sent with its newest actions, which lead to the same end', () => {
  const lists = Array.from({ length: 60 }, (_, n) =>
    fulfilled('listTasks', [buildTask({ _id: uuid(n % 3), description: 'ä'.repeat(50_000) })], { args: {} }),
  );
  const report = reportAfter([PLAIN, ...lists]);
  expect(report.is_cut).toBe(true);
  expect(sizeOf(report)).toBeLessThanOrEqual(MAX_PROBLEM_REPORT_BYTES);
  const log = new ReplayedLog(readLog(report.log));
  expect(log.length).toBeGreaterThan(5);
  expect(log.entryAt(log.length)?.seq).toBe(61);
  expect(canonicalJson(log.momentAt(log.length).state)).toBe(canonicalJson(report.state));
});

test("the user's own texts are in the report [S14.2-8]", () => {
  expect(reportAfter([PLAIN, OWN]).log).toContain(OWN_TEXT);
});

const answered = (action: object) => ({
  ...action,
  meta: {
    ...(action as { meta: object }).meta,
    baseQueryMeta: { method: 'GET', path: '/api/x', status: 200, requestId: 'request-0001' },
  },
});

test.each([
  ['an admin', [ADMIN, OWN, pending('listDetailedPostings'), answered(POSTINGS)]],
  ['a former admin', [ADMIN, answered(POSTINGS), PLAIN]],
  ['a user who has seen a preview', [PLAIN, answered(fulfilled('getPreview', { description: OTHERS_TEXT }))]],
])('the report of %s has no text of others, only the ids of the calls [S14.2-8]', (_who, actions) => {
  const address = navigationChanged({ address: `/admin?search=${encodeURIComponent(OTHERS_TEXT)}` });
  const typed = { type: 'ui/uiChanged', payload: { key: 'x', value: `about ${OTHERS_TEXT}!` } };
  const report = reportAfter([...(actions as { type: string }[]), address, typed]);
  for (const text of ['Vera', 'Only tonight', 'Only%20tonight']) expect(report.log).not.toContain(text);
  expect([report.sentence, report.request_ids]).toEqual(['It is wrong.', ['request-0001']]);
  expect(readLog(report.log).entries).toEqual([]);
});
