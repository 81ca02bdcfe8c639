import { registry } from '@flyerdeck/contracts';
import { combineReducers } from '@reduxjs/toolkit';
import {
  buildAssistant,
  buildBalance,
  buildPackage,
  buildPage,
  buildPickerPage,
  buildPreset,
  buildTask,
  buildTaskDetail,
  buildTransaction,
  uuid,
} from '../../test/builders.ts';
import { fulfilled } from '../../test/queryActions.ts';
import { assistantsSlice } from './assistants/assistantsSlice.ts';
import { creditsSlice } from './credits/creditsSlice.ts';
import { pagesSlice } from './pages/pagesSlice.ts';
import { presetsSlice } from './presets/presetsSlice.ts';
import { tasksSlice } from './tasks/tasksSlice.ts';

/** The endpoints whose answers change a slice. */
const WRITERS = {
  pages: [
    'listUserPages',
    'listPickerPages',
    'updateTags',
    'updateTagsOfPages',
    'setLimitsOfPages',
    'resumePage',
    'unlinkPage',
    'unlinkPages',
    'verifyLinking',
  ],
  assistants: [
    'listAssistants',
    'createAssistant',
    'updateAssistant',
    'deleteAssistant',
    'addToQueue',
    'pauseAssistant',
    'resumeAssistant',
    'runAssistantAgain',
    'saveRepeat',
    'pauseRepeat',
    'resumeRepeat',
    'deleteRepeat',
  ],
  tasks: [
    'listTasks',
    'getTask',
    'updateTask',
    'deleteTask',
    'uploadTasks',
    'listAssistantTasks',
    'reorderTasks',
    'deleteAssistant',
  ],
  presets: ['listPresets', 'createPreset', 'updatePreset', 'deletePreset'],
  credits: ['getBalance', 'listTransactions', 'listPackages'],
} as const;
type Slice = keyof typeof WRITERS;

const reducer = combineReducers({
  pages: pagesSlice.reducer,
  assistants: assistantsSlice.reducer,
  tasks: tasksSlice.reducer,
  presets: presetsSlice.reducer,
  credits: creditsSlice.reducer,
});

/** The state before the answer. */
const held = [
  fulfilled('listUserPages', { pages: [buildPage({ guid: uuid(1) })] }),
  fulfilled('listAssistants', [buildAssistant({ _id: uuid(10) })]),
  fulfilled('listTasks', [buildTask({ _id: uuid(20), assistant_id: uuid(10) })], { args: {} }),
  fulfilled('listPresets', [buildPreset({ id: uuid(30) })]),
].reduce(reducer, reducer(undefined, { type: 'start' }));

const newTask = buildTask({ _id: uuid(21), assistant_id: uuid(10) });
const newAssistant = { assistant: buildAssistant({ _id: uuid(11) }) };

/** For each endpoint that may change a slice: an answer that differs from the state, and the argument of the call. */
const ANSWERS: Readonly<Record<string, readonly [payload: unknown, args?: unknown]>> = {
  listUserPages: [{ pages: [] }],
  listPickerPages: [{ pages: [buildPickerPage()], tags: ['vip'] }],
  updateTags: [buildPage({ guid: uuid(1), tags: ['vip'] }), { guid: uuid(1), body: { tags: ['vip'] } }],
  updateTagsOfPages: [
    { pages: [buildPage({ guid: uuid(1), tags: ['vip'] })] },
    { body: { guids: [uuid(1)], add: ['vip'], remove: [] } },
  ],
  setLimitsOfPages: [
    { pages: [buildPage({ guid: uuid(1), time_zone: 'UTC' })] },
    { body: { guids: [uuid(1)], limits: null } },
  ],
  resumePage: [buildPage({ guid: uuid(1), time_zone: 'UTC' }), { guid: uuid(1) }],
  unlinkPage: [null, { guid: uuid(1) }],
  unlinkPages: [{ unlinked: [uuid(1)] }, { body: { guids: [uuid(1)] } }],
  verifyLinking: [{ message: '', page: buildPage({ guid: uuid(2) }) }],
  listAssistants: [[]],
  createAssistant: [buildAssistant({ _id: uuid(11) })],
  updateAssistant: [buildAssistant({ _id: uuid(10), name: 'Renamed' }), { id: uuid(10) }],
  deleteAssistant: [null, { id: uuid(10) }],
  addToQueue: [newAssistant],
  pauseAssistant: [newAssistant],
  resumeAssistant: [newAssistant],
  runAssistantAgain: [newAssistant],
  saveRepeat: [newAssistant],
  pauseRepeat: [newAssistant],
  resumeRepeat: [newAssistant],
  deleteRepeat: [newAssistant],
  processScreenshots: [{ message: '', pictures: 0 }],
  listAssistantTasks: [[], { id: uuid(10), status: 'active' }],
  reorderTasks: [[newTask], { id: uuid(10), body: { task_ids: [uuid(21)] } }],
  listTasks: [[], {}],
  getTask: [buildTaskDetail({ _id: uuid(21) })],
  updateTask: [newTask],
  deleteTask: [null, { id: uuid(20) }],
  uploadTasks: [[newTask]],
  listPresets: [[]],
  createPreset: [buildPreset({ id: uuid(31) })],
  updatePreset: [buildPreset({ id: uuid(30), name: 'Renamed' })],
  deletePreset: [null, { id: uuid(30) }],
  getBalance: [buildBalance()],
  listTransactions: [{ transactions: [buildTransaction()] }],
  listPackages: [{ packages: [buildPackage()], support_telegram: 'support' }],
};

/** Other endpoints: session, counts, reports, admin screens. Their answers contain no row of the five slices. */
const WITHOUT_ENTITIES = [
  'me',
  'signIn',
  'signOut',
  'listSessions',
  'endSession',
  'getAccountExport',
  'getAvatar',
  'requestAccountExport',
  'openAccountExport',
  'downloadAccountExport',
  'eraseAccount',
  'getLinkingData',
  'describeLinking',
  'forecastAssistant',
  'openScreenshots',
  'downloadScreenshots',
  'getListedWords',
  'setListedWords',
  'archiveFinalized',
  'getImage',
  'retryTask',
  'queueInfo',
  'queueStatus',
  'listCalendarPages',
  'listCalendar',
  'startQueue',
  'stopQueue',
  'listTaskTimelines',
  'adjustCredits',
  'listCreditUsers',
  'exportCreditUsers',
  'getCreditUser',
  'listUserLedger',
  'bookPurchase',
  'listAuditEvents',
  'exportAuditEvents',
  'getPerformanceAnalytics',
  'getPreview',
  'listDetailedPostings',
  'exportDetailedPostings',
  'listFailures',
  'previewBulkRetry',
  'runBulkRetry',
  'getDownload',
  'getStats',
  'getUser',
  'getTrends',
  'exportTrends',
  'getUserActivity',
  'listUserActs',
  'reportProblem',
  'listProblemReports',
  'getProblemReport',
  'listSitePacks',
  'publishSitePack',
  'approveSitePack',
  'withdrawSitePack',
  'listStructureReports',
  'getStructureReport',
  'listUsers',
  'exportUsers',
  'updateUser',
  'endUserSessions',
  'listSavedViews',
  'createSavedView',
  'updateSavedView',
  'deleteSavedView',
  'createLinkRequest',
  'listFeedChecks',
  'reportFeedChecks',
  'createStructureReport',
  'getSitePack',
  'pollDevice',
  'reportFailed',
  'reportHeartbeat',
  'reportPosted',
  'reportSubmitting',
];

const endpointNames = Object.keys(registry);

test('every endpoint has an answer in this test or is listed as one without entities', () => {
  expect([...Object.keys(ANSWERS), ...WITHOUT_ENTITIES].sort()).toEqual([...endpointNames].sort());
});

test.each(Object.keys(WRITERS) as Slice[])('only the endpoints of its list change the slice %s', (slice) => {
  const actual = endpointNames.filter((name) => {
    const [payload, args] = ANSWERS[name] ?? [{}];
    return reducer(held, fulfilled(name, payload, { args }))[slice] !== held[slice];
  });
  expect(actual.sort()).toEqual([...WRITERS[slice]].sort());
});
