import { randomUUID } from 'node:crypto';
import {
  bookPurchase,
  createLinkRequest,
  createPreset,
  createRunner,
  type Endpoint,
  listSessions,
  NO_RULES,
  registry,
  reportProblem,
  requestExport,
  saveRepeat,
  updateAssistant,
} from '@flyerdeck/contracts';
import { storeScreenshot } from '../../../src/files/files.service.ts';
import { saveAvatar } from '../../../src/pages/avatars.service.ts';
import { packOfVersion } from '../../../src/pages/sitePacks/sitePacks.testing.ts';
import { completePosting } from '../../../src/postings/report/report.query.ts';
import { type Claimed, deviceOf } from '../../deviceCalls.ts';
import { type BuiltPage, insertRunner } from '../../factories.ts';
import type { TestServer } from '../../testServer.ts';
import { DAILY } from '../assistants.testing.ts';
import { flyerForm, makeAssistantWithFlyers } from '../flyers.testing.ts';
import { type Person, signUpAdmin } from '../people.testing.ts';
import { signUpPosting } from '../postingOwner.testing.ts';

/** Data of a user: one item of each kind whose id a call can contain. */
export interface UserData {
  readonly owner: Person;
  readonly admin: Person;
  /** A page with a failed and a completed posting. */
  readonly page: BuiltPage;
  /** The page whose device holds the claim `claimed`. */
  readonly busyPage: BuiltPage;
  readonly claimed: Claimed;
  readonly failedPosting: string;
  readonly assistant: string;
  readonly task: string;
  readonly waitingAssistant: string;
  readonly waitingTask: string;
  readonly preset: string;
  /** The flyer's file of the waiting task. */
  readonly file: string;
  /** A token that was not used yet. */
  readonly linkingToken: string;
  readonly downloadTicket: string;
  readonly problemReport: string;
  /** A session of the owner. */
  readonly session: string;
  /** A runner of the owner. */
  readonly runner: string;
  readonly runnerSecret: string;
  /** The code of a runner that is not paired. */
  readonly runnerCode: string;
  /** A view of the admin. */
  /** A purchase of the owner. */
  readonly purchase: string;
}

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
export const CALENDAR_RANGE = { from: daysFromNow(-1), until: daysFromNow(6) };
const STRUCTURE_REPORT = { site_pack_version: 1, what: 'probe' as const, missing: ['text'], structure: 'form' };
const PROBLEM_REPORT = {
  sentence: 'It is wrong.',
  build_id: 'index-1',
  request_ids: [],
  is_cut: false,
  log: '{"format":"flyerdeck.action-log"}',
};
const aPage = (creatorId: string) => ({ creator_id: creatorId, name: 'Lily', username: 'lily', avatar_url: null });

export async function signUpWithEverything(server: TestServer): Promise<UserData> {
  const posting = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'], pages: ['Page', 'Busy'] });
  const { as } = posting;
  const [page, busyPage] = posting.pages as [BuiltPage, BuiltPage];
  const failedPosting = await posting.post(page, 'failed');
  const shownPosting = await posting.post(page, 'posted');
  const screenshotFileId = await storeScreenshot(server.context.db, server.context.files, {
    ownerId: posting.id,
    bytes: ONE_PIXEL,
  });
  await completePosting(server.context.db, shownPosting, { screenshotFileId });
  const claimed = await deviceOf(server.context.db, busyPage).claim();
  const waiting = await makeAssistantWithFlyers(server, posting);
  const posting_rules = { ...NO_RULES, target_pages: [page.guid] };
  await server.call(updateAssistant, { as, params: { id: waiting.id }, body: { posting_rules } });
  await server.call(saveRepeat, { as, params: { id: posting.assistantId }, body: DAILY });
  const preset = await server.call(createPreset, { as, body: { name: 'Evening', rules: posting_rules } });
  const device = await server.call(createLinkRequest, {
    body: { page: aPage(randomUUID()), extension_version: '1.0.0' },
  });
  const runner = await insertRunner(server.context.pool, posting.id);
  const waitingRunner = await server.call(createRunner, { body: { host_name: 'Office', version: '1.0.0' } });
  await server.context.db.query('INSERT INTO site_packs (version, pack) VALUES (1, $1) ON CONFLICT DO NOTHING', [
    JSON.stringify(packOfVersion(1)),
  ]);
  const admin = await signUpAdmin(server);
  const ticket = await server.call(requestExport, { as: admin.as, body: { list: 'users' } });
  const purchase = await server.call(bookPurchase, {
    as: admin.as,
    body: { user_id: posting.telegramId, package_id: 'mini' },
  });
  const problemReport = await server.call(reportProblem, { as, body: PROBLEM_REPORT });
  const [waitingTask] = waiting.tasks;
  const [session] = (await server.call(listSessions, { as })).json.sessions;
  const avatarUrl = 'https://cdn.example/page.png';
  await server.context.pool.query('UPDATE pages SET avatar_url = $2 WHERE guid = $1', [page.guid, avatarUrl]);
  await saveAvatar(server.context.db, [page.guid, avatarUrl, ONE_PIXEL]);
  return {
    owner: posting,
    admin,
    page,
    busyPage,
    claimed,
    failedPosting,
    assistant: posting.assistantId,
    task: posting.taskId,
    waitingAssistant: waiting.id,
    waitingTask: waitingTask?._id ?? '',
    preset: preset.json.id,
    file: waitingTask?.file_id ?? '',
    linkingToken: device.json.linking_token,
    session: session?.id ?? '',
    runner: runner.id,
    runnerSecret: runner.secret,
    runnerCode: waitingRunner.json.pairing_code,
    purchase: purchase.json.transaction.id,
    problemReport: problemReport.json.id,
    downloadTicket: ticket.json.download_url.split('/').at(-1) ?? '',
  };
}

export interface SentRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const noParameters = () => ({});
const waitingAssistant = ({ waitingAssistant }: UserData) => ({ params: { id: waitingAssistant } });
const assistant = ({ assistant }: UserData) => ({ params: { id: assistant } });
const task = ({ task }: UserData) => ({ params: { id: task } });
const user = ({ owner }: UserData) => ({ params: { telegramId: owner.telegramId } });
const report = (more: object) => (of: UserData) => ({
  params: { id: of.claimed.id },
  body: { claim_token: of.claimed.claimToken, ...more },
});
const rules = ({ page }: UserData) => ({ ...NO_RULES, target_pages: [page.guid] });

/** For every endpoint, a valid request for the data of one user. */
export const requests: Readonly<Record<string, (of: UserData) => SentRequest>> = {
  signIn: ({ owner }) => ({ body: { telegram_id: owner.telegramId, username: 'u', first_name: 'U', last_name: '' } }),
  startOidc: () => ({ body: {} }),
  restoreBackup: () => ({ body: { proof: 'code' } }),
  finishOidc: () => ({ body: { proof: 'code=code&state=state' } }),
  me: noParameters,
  signOut: noParameters,
  listSessions: noParameters,
  endSession: ({ session }) => ({ params: { id: session } }),
  openAccountExport: noParameters,
  eraseAccount: () => ({ body: { confirm: 'DELETE' } }),
  sendComputerLink: noParameters,
  describeLinking: ({ linkingToken }) => ({ body: { token: linkingToken } }),
  verifyLinking: ({ linkingToken }) => ({ body: { token: linkingToken } }),
  getLinkingData: ({ linkingToken }) => ({ params: { token: linkingToken } }),
  createRunner: () => ({ body: { host_name: 'Office', version: '1.0.0' } }),
  readRunner: noParameters,
  addRunnerPage: ({ linkingToken }) => ({ body: { token: linkingToken } }),
  setAwakePages: ({ page }) => ({ body: { guids: [page.guid] } }),
  listRunners: noParameters,
  pairRunner: ({ runnerCode }) => ({ body: { pairing_code: runnerCode, confirm: true } }),
  endRunner: ({ runner }) => ({ params: { id: runner } }),
  createLinkRequest: () => ({ body: { page: aPage('creator-1'), extension_version: '1.0.0' } }),
  listUserPages: noParameters,
  listPickerPages: noParameters,
  updateTags: ({ page }) => ({ params: { guid: page.guid }, body: { tags: ['vip'] } }),
  updateTagsOfPages: ({ page }) => ({ body: { guids: [page.guid], add: ['vip'], remove: [] } }),
  setLimitsOfPages: ({ page }) => ({ body: { guids: [page.guid], limits: null } }),
  resumePage: ({ page }) => ({ params: { guid: page.guid } }),
  unlinkPage: ({ page }) => ({ params: { guid: page.guid } }),
  unlinkPages: ({ page }) => ({ body: { guids: [page.guid] } }),
  listAssistants: noParameters,
  createAssistant: () => ({ body: { name: 'New' } }),
  updateAssistant: (of) => ({ ...waitingAssistant(of), body: { name: 'Mine', preset_id: of.preset } }),
  deleteAssistant: assistant,
  forecastAssistant: waitingAssistant,
  previewTexts: (of) => ({ ...waitingAssistant(of), body: { description: 'Hi' } }),
  getListedWords: noParameters,
  setListedWords: () => ({ body: { words: ['rare'] } }),
  addToQueue: waitingAssistant,
  queueSheet: () => ({
    body: { key: 'key', name: 'Sheet', rows: [{ targets: 'Page', starts_at: null }], assistant_id: null, task_ids: [] },
  }),
  pauseAssistant: assistant,
  resumeAssistant: assistant,
  processScreenshots: assistant,
  saveRepeat: (of) => ({ ...waitingAssistant(of), body: DAILY }),
  pauseRepeat: (of) => ({ ...assistant(of), body: { is_paused: true } }),
  deleteRepeat: assistant,
  openScreenshots: assistant,
  listAssistantTasks: assistant,
  reorderTasks: (of) => ({ ...waitingAssistant(of), body: { task_ids: [of.waitingTask] } }),
  uploadTasks: (of) => ({ ...waitingAssistant(of), body: flyerForm([ONE_PIXEL]) }),
  listPresets: noParameters,
  createPreset: (of) => ({ body: { name: 'Morning', rules: rules(of) } }),
  updatePreset: (of) => ({ params: { id: of.preset }, body: { name: 'Mine', rules: rules(of) } }),
  deletePreset: ({ preset }) => ({ params: { id: preset } }),
  listTasks: noParameters,
  getTask: (of) => ({ ...task(of), query: { posting_id: of.failedPosting } }),
  updateTask: ({ waitingTask }) => ({ params: { id: waitingTask }, body: { description: 'Mine' } }),
  deleteTask: ({ waitingTask }) => ({ params: { id: waitingTask } }),
  retryTask: (of) => ({ ...task(of), body: { confirm_unconfirmed: true, page_posting_ids: [of.failedPosting] } }),
  archiveFinalized: noParameters,
  getImage: ({ file }) => ({ params: { file_id: file } }),
  getAvatar: ({ page }) => ({ params: { guid: page.guid } }),
  queueInfo: noParameters,
  queueStatus: noParameters,
  listCalendar: () => ({ query: CALENDAR_RANGE }),
  getAttention: () => ({ query: { kind: 'failed' } }),
  retryAttention: () => ({ body: { kind: 'failed' } }),
  startQueue: noParameters,
  stopQueue: noParameters,
  listPackages: noParameters,
  createStarsInvoice: () => ({ body: { package_id: 'mini' } }),
  getBalance: noParameters,
  listTransactions: noParameters,
  listSpending: () => ({ query: { by: 'page' as const, time_zone: 'UTC' } }),
  listEntries: () => ({ query: { time_zone: 'UTC' } }),
  getCreditOutlook: () => ({ query: { time_zone: 'UTC' } }),
  getPreview: ({ failedPosting }) => ({ params: { pagePostingId: failedPosting } }),
  pollDevice: () => ({ body: { extension_version: '1.0.0' } }),
  reportSubmitting: report({}),
  reportHeartbeat: report({}),
  reportPosted: report({ external_post_id: '1' }),
  reportFailed: report({ message: 'The site said no.' }),
  listFeedChecks: noParameters,
  reportFeedChecks: ({ claimed }) => ({
    body: { verdicts: [{ posting_id: claimed.id, attempt: 1, verdict: 'absent' }] },
  }),
  getSitePack: noParameters,
  createStructureReport: () => ({ body: STRUCTURE_REPORT }),
  listSitePacks: noParameters,
  publishSitePack: () => ({
    body: { text: JSON.stringify(packOfVersion(2)) },
  }),
  undoSitePack: () => ({ body: { version: 2 } }),
  listStructureReports: noParameters,
  reportProblem: () => ({ body: PROBLEM_REPORT }),
  listProblemReports: noParameters,
  getProblemReport: ({ problemReport }) => ({ params: { id: problemReport } }),
  deleteProblemReport: ({ problemReport }) => ({ params: { id: problemReport } }),
  getStats: noParameters,
  getTrends: noParameters,
  setClaimPause: () => ({ body: { sentence: null } }),
  getFailureReport: () => ({ query: { by: 'message', days: 7 } }),
  requestExport: () => ({ body: { list: 'users' } }),
  listUsers: noParameters,
  getUser: user,
  updateUser: (of) => ({ ...user(of), body: { is_active: false } }),
  endUserSessions: user,
  getUserActivity: user,
  listCreditUsers: noParameters,
  adjustCredits: ({ owner }) => ({
    body: { user_id: owner.telegramId, amount: 5, transaction_type: 'bonus', description: '' },
  }),
  listUserLedger: user,
  adjustCreditsOfUsers: ({ owner }) => ({
    body: { telegram_ids: [owner.telegramId], amount: 5, transaction_type: 'bonus', description: '' },
    headers: { 'Idempotency-Key': 'access' },
  }),
  // They are active already.
  setUsersActive: ({ owner }) => ({ body: { telegram_ids: [owner.telegramId], is_active: true } }),
  reversePurchase: ({ owner, purchase }) => ({ body: { user_id: owner.telegramId, transaction_id: purchase } }),
  bookPurchase: ({ owner }) => ({ body: { user_id: owner.telegramId, package_id: 'mini' } }),
  listAuditEvents: noParameters,
  getPerformanceAnalytics: noParameters,
  listDetailedPostings: noParameters,
  retryFailedPostings: () => ({ body: { failure: 'No posting has this error.' } }),
  diagnosePage: ({ page }) => ({ params: { guid: page.guid } }),
  listBackups: noParameters,
  requestBackup: noParameters,
  getDownload: ({ downloadTicket }) => ({ params: { ticket: downloadTicket } }),
};

/**
 * Calls after which requests of others fail for the same data, or that fail after others. Those of one list succeed one after the
 * other, in this order, with the data of one user that is used for nothing else.
 */
export const ENDS_DATA: readonly (readonly string[])[] = [
  [
    'pairRunner',
    'addRunnerPage',
    'endRunner',
    'deletePreset',
    'addToQueue',
    'reportPosted',
    'pollDevice',
    'pauseAssistant',
    'deleteRepeat',
    'unlinkPage',
    'deleteAssistant',
    'endSession',
  ],
  ['deleteTask', 'reportFailed', 'unlinkPages', 'signOut'],
  ['verifyLinking', 'endUserSessions', 'updateUser'],
  ['eraseAccount'],
];

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const endpoints: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(registry);
export const withAccess = (...levels: Endpoint['access'][]) =>
  endpoints.filter(([, { access, isPublicToo }]) => levels.includes(isPublicToo ? 'public' : access));

/** The request of an endpoint in `requests`. Throws if there is none, so that a test fails until a new endpoint is added. */
export function requestOf(name: string, of: UserData): SentRequest {
  const request = requests[name];
  if (!request) throw new Error(`${name} has no request in everyCall.testing.ts`);
  return request(of);
}

/** Credentials of the caller that is allowed to make the request. */
export const allowedCaller = ({ access }: Endpoint, of: UserData) => {
  if (access === 'device') return of.busyPage.deviceSecret;
  if (access === 'runner') return of.runnerSecret;
  return access === 'admin' ? of.admin.as : of.owner.as;
};

/** Makes the call without type checks against its contract. `code` is the error code. */
export async function send(
  server: TestServer,
  endpoint: Endpoint,
  sent: SentRequest & { readonly as?: Person['as'] | string },
) {
  const { status, error, bytes, headers } = await server.call(endpoint, sent as never);
  return { status, code: error?.code as string | undefined, text: bytes.toString(), headers };
}

/** Headers that a browser adds to requests of a page of another origin. */
export const FOREIGN_PAGE = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site', Cookie: 'token=x' };
/** Names of the CORS headers of an answer, which would allow other origins to read it. */
export const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
/** The content security policy allows only Telegram to show an answer in a frame. */
export const TELEGRAM_FRAMES = /frame-ancestors 'self' https:\/\/web\.telegram\.org https:\/\/\*\.telegram\.org(;|$)/;

export const refusal = ({ status, code }: { status: number; code: string | undefined }) => ({ status, code });
