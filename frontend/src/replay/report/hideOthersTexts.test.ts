import { registry } from '@flyerdeck/contracts';
import { buildTask, buildUser, uuid } from '../../../test/builders.ts';
import { buildDetailedPosting } from '../../../test/postingBuilders.ts';
import { fulfilled, pending, rejected } from '../../../test/queryActions.ts';
import { type RootState, rootReducer } from '../../data/store/rootReducer.ts';
import { canonicalJson } from '../fold/canonicalJson.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { type ActionLog, LOG_FORMAT, LOG_VERSION } from '../log/logFormat.ts';
import { navigationChanged } from '../log/recordedActions.ts';
import { hideOthersTexts } from './hideOthersTexts.ts';
import { mayHaveOthersTexts } from './mayHaveOthersTexts.ts';

const OTHERS_TEXT = 'Only tonight: "Vera" & friends';
const OWN_TEXT = 'Three free days with Luna';
const ADMIN = fulfilled('me', buildUser({ is_admin: true }), { args: undefined });

function logOf(actions: readonly { type: string }[], first: readonly { type: string }[] = []): ActionLog {
  return {
    format: LOG_FORMAT,
    version: LOG_VERSION,
    buildId: 'index-1',
    savedAt: '2026-03-01T12:00:00.000Z',
    timeZone: 'UTC',
    language: 'en',
    base: {
      state: first.reduce<RootState>(rootReducer, rootReducer(undefined, { type: 'start' })),
      address: '/',
      nowMs: 0,
    },
    entries: actions.map((action, index) => ({ seq: index + 1, at: index, action })),
  };
}
const posting = buildDetailedPosting({
  description: OTHERS_TEXT,
  task_description: OTHERS_TEXT,
  assistant_name: 'Vera assistant',
  page_name: 'Vera Moon',
  status: 'failed',
});
const POSTINGS = fulfilled('listDetailedPostings', { postings: [posting], total_pages: 1, total: 1 }, { args: {} });

test('no text of an answer for admins stays; ids, times, numbers and statuses do [S14.2-8]', () => {
  const hidden = hideOthersTexts(logOf([ADMIN, POSTINGS]));
  const text = JSON.stringify(hidden);
  for (const foreign of ['Vera', OTHERS_TEXT, JSON.stringify(OTHERS_TEXT)]) expect(text).not.toContain(foreign);
  const { postings } = Object(hidden.entries[1]?.action.payload) as { postings: (typeof posting)[] };
  const [row] = postings;
  expect(row).toMatchObject({
    id: posting.id,
    guid: posting.guid,
    status: 'failed',
    created_at: posting.created_at,
    total_duration: posting.total_duration,
    status_durations: posting.status_durations,
    performance_metrics: posting.performance_metrics,
  });
  expect(row?.description).toBe(row?.task_description);
});

test('hides the same text where it occurs again: in the state, typed, in addresses, cache keys and patches', () => {
  const typed = { type: 'ui/uiChanged', payload: { key: 'x', value: `about ${OTHERS_TEXT}!` } };
  const patched = {
    type: 'api/queries/queryResultPatched',
    payload: {
      queryCacheKey: 'listUsers(undefined)',
      patches: [{ op: 'replace', path: [3, 'first_name'], value: 'Vera' }],
    },
  };
  const address = `/admin?search=${encodeURIComponent(OTHERS_TEXT)}`;
  const log = logOf(
    [typed, navigationChanged({ address }), patched],
    [ADMIN, pending('listDetailedPostings'), POSTINGS],
  );
  expect(Object.keys(log.base.state.api.queries)).toHaveLength(1);
  const text = JSON.stringify(hideOthersTexts(log));
  for (const foreign of ['Vera', 'Only%20tonight', 'Only tonight']) expect(text).not.toContain(foreign);
  expect(text).toContain('about hidden-text-');
});

test("a task that an admin opens is hidden; the user's own texts stay [S14.2-8]", () => {
  const detail = {
    ...buildTask({ _id: uuid(30), description: OTHERS_TEXT }),
    page_postings: [],
    owner: { telegram_id: '7', name: 'Vera' },
  };
  const own = fulfilled('listTasks', [buildTask({ description: OWN_TEXT })], { args: {} });
  const asAdmin = JSON.stringify(
    hideOthersTexts(logOf([ADMIN, own, fulfilled('getTask', detail, { args: { id: uuid(30) } })])),
  );
  expect(asAdmin).not.toContain('Vera');
  expect(asAdmin).toContain(OWN_TEXT);
  const asUser = hideOthersTexts(logOf([fulfilled('me', buildUser({ is_admin: false })), own]));
  expect(JSON.stringify(asUser)).toContain(OWN_TEXT);
});

test('no name in the details of a refusal stays, in the action and in the cache', () => {
  const luna = { telegram_id: '7', username: 'luna', first_name: 'Luna', last_name: 'Star', postings: 3 };
  const body = {
    error: 'These postings have changed.',
    code: 'bulk_retry.changed',
    details: { listed_owners: [luna] },
  };
  const message = `API request failed with status 409: ${JSON.stringify(body)}`;
  const refused = [ADMIN, pending('listFailures'), rejected('listFailures', {}, { status: 409, message, ...body })];
  const text = JSON.stringify(hideOthersTexts(logOf(refused, refused)));
  for (const name of ['Luna', 'luna', 'Star']) expect(text).not.toContain(name);
  for (const kept of [body.error, body.code]) expect(text.split(kept)).toHaveLength(3);
});

test('a log with hidden texts replays to the same state with the same texts hidden', () => {
  const users = fulfilled('listUsers', [{ ...buildUser(), first_name: 'Vera', telegram_id: '7' }], { args: undefined });
  const hidden = hideOthersTexts(logOf([ADMIN, POSTINGS, users]));
  const replayed = new ReplayedLog(hidden);
  const end = replayed.momentAt(3).state;
  expect(canonicalJson(end.api.queries)).not.toContain('Vera');
  expect(end.session.user).toMatchObject({ is_admin: true, first_name: buildUser().first_name });
});

const callsOf = (...access: string[]) =>
  Object.keys(registry).filter((name) => access.includes(registry[name]?.access ?? ''));

test("the answers of all calls for users are the user's own, and those of all calls for admins are not [S14.2-8]", () => {
  expect(callsOf('user').length).toBeGreaterThan(50);
  expect(callsOf('user').filter((name) => mayHaveOthersTexts(name, false))).toEqual([]);
  expect(callsOf('admin').length).toBeGreaterThan(30);
  expect(callsOf('admin').filter((name) => !mayHaveOthersTexts(name, false))).toEqual([]);
  expect(callsOf('public').filter((name) => !mayHaveOthersTexts(name, false))).toEqual(['signIn', 'listPackages']);
  expect(callsOf('user').filter((name) => mayHaveOthersTexts(name, true))).toEqual(['getTask', 'listTaskTimelines']);
});

const PLANNING = [
  ...['runAssistantAgain', 'saveRepeat', 'pauseRepeat', 'resumeRepeat', 'deleteRepeat', 'addToQueue'],
  ...['forecastAssistant', 'getListedWords', 'setListedWords', 'listCalendar', 'listCalendarPages', 'listNextPosts'],
  ...['setLimitsOfPages', 'resumePage', 'pauseAssistant', 'resumeAssistant', 'listAssistants', 'updateAssistant'],
];
test.each(PLANNING)(
  'the texts of %s stay, where they are answered, refused and everywhere else, also for an admin',
  (name) => {
    expect(registry[name]?.access).toBe('user');
    const own = fulfilled('listTasks', [buildTask({ description: OWN_TEXT })], { args: {} });
    const answered = fulfilled(name, { message: 'Done.', name: OWN_TEXT }, { args: { body: { words: [OWN_TEXT] } } });
    const refused = rejected(name, {}, { status: 409, message: OWN_TEXT });
    const hidden = hideOthersTexts(logOf([ADMIN, own, answered, refused]));
    expect(JSON.stringify(hidden)).not.toContain('hidden-text');
  },
);
