import { randomUUID } from 'node:crypto';
import {
  createLinkRequest,
  createPreset,
  type Endpoint,
  exportUsers,
  listSessions,
  registry,
  updateAssistant,
} from '@flyerdeck/contracts';
import { type Claimed, deviceOf } from '../../../test/deviceCalls.ts';
import type { BuiltPage } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/testServer.ts';
import { NO_RULES } from '../../assistants/assistants.service.ts';
import { flyerForm, makeAssistantWithFlyers } from '../flyers.testing.ts';
import { type Person, signUpAdmin } from '../people.testing.ts';
import { signUpPosting } from '../postingOwner.testing.ts';

/** What somebody has, one of each kind that a call can name. */
export interface Belongings {
  readonly owner: Person;
  readonly admin: Person;
  /** One posting on it failed, another one is completed. */
  readonly page: BuiltPage;
  /** Its device is at work on `claimed`. */
  readonly busyPage: BuiltPage;
  readonly claimed: Claimed;
  readonly failedPosting: string;
  readonly assistant: string;
  readonly task: string;
  readonly waitingAssistant: string;
  readonly waitingTask: string;
  readonly preset: string;
  /** The picture of the waiting task. */
  readonly file: string;
  /** Not used yet. */
  readonly linkingToken: string;
  readonly downloadTicket: string;
  /** The owner's. */
  readonly session: string;
}

const aPage = (creatorId: string) => ({ creator_id: creatorId, name: 'Lily', username: 'lily', avatar_url: null });

export async function signUpWithEverything(server: TestServer): Promise<Belongings> {
  const posting = await signUpPosting(server, { flyers: ['One', 'Two', 'Three'], pages: ['Page', 'Busy'] });
  const { as } = posting;
  const [page, busyPage] = posting.pages as [BuiltPage, BuiltPage];
  const failedPosting = await posting.post(page, 'failed');
  await posting.post(page, 'completed');
  const claimed = await deviceOf(server.context.db, busyPage).claim();
  const waiting = await makeAssistantWithFlyers(server, posting);
  const posting_rules = { ...NO_RULES, target_pages: [page.guid] };
  await server.call(updateAssistant, { as, params: { id: waiting.id }, body: { posting_rules } });
  const preset = await server.call(createPreset, { as, body: { name: 'Evening', rules: posting_rules } });
  const device = await server.call(createLinkRequest, {
    body: { page: aPage(randomUUID()), extension_version: '1.0.0' },
  });
  const admin = await signUpAdmin(server);
  const ticket = await server.call(exportUsers, { as: admin.as, body: {} });
  const [waitingTask] = waiting.tasks;
  const [session] = (await server.call(listSessions, { as })).json.sessions;
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
    downloadTicket: ticket.json.download_url.split('/').at(-1) ?? '',
  };
}

export interface SentRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const nothing = () => ({});
const waitingAssistant = ({ waitingAssistant }: Belongings) => ({ params: { id: waitingAssistant } });
const assistant = ({ assistant }: Belongings) => ({ params: { id: assistant } });
const task = ({ task }: Belongings) => ({ params: { id: task } });
const user = ({ owner }: Belongings) => ({ params: { telegramId: owner.telegramId } });
const report = (more: object) => (of: Belongings) => ({
  params: { id: of.claimed.id },
  body: { claim_token: of.claimed.claimToken, ...more },
});
const rules = ({ page }: Belongings) => ({ ...NO_RULES, target_pages: [page.guid] });

/** For every endpoint a request that its rightful caller may make, about the things of one user. */
export const requests: Readonly<Record<string, (of: Belongings) => SentRequest>> = {
  signIn: ({ owner }) => ({ body: { telegram_id: owner.telegramId, username: 'u', first_name: 'U', last_name: '' } }),
  me: nothing,
  signOut: nothing,
  listSessions: nothing,
  endSession: ({ session }) => ({ params: { id: session } }),
  describeLinking: ({ linkingToken }) => ({ body: { token: linkingToken } }),
  verifyLinking: ({ linkingToken }) => ({ body: { token: linkingToken } }),
  getLinkingData: ({ linkingToken }) => ({ params: { token: linkingToken } }),
  createLinkRequest: () => ({ body: { page: aPage('creator-1'), extension_version: '1.0.0' } }),
  listUserPages: nothing,
  listPickerPages: nothing,
  updateTags: ({ page }) => ({ params: { guid: page.guid }, body: { tags: ['vip'] } }),
  updateTagsOfPages: ({ page }) => ({ body: { guids: [page.guid], add: ['vip'], remove: [] } }),
  unlinkPage: ({ page }) => ({ params: { guid: page.guid } }),
  unlinkPages: ({ page }) => ({ body: { guids: [page.guid] } }),
  listAssistants: nothing,
  createAssistant: () => ({ body: { name: 'New' } }),
  updateAssistant: (of) => ({ ...waitingAssistant(of), body: { name: 'Mine', preset_id: of.preset } }),
  deleteAssistant: assistant,
  forecastAssistant: waitingAssistant,
  addToQueue: waitingAssistant,
  pauseAssistant: assistant,
  resumeAssistant: assistant,
  processScreenshots: assistant,
  listAssistantTasks: assistant,
  reorderTasks: (of) => ({ ...waitingAssistant(of), body: { task_ids: [of.waitingTask] } }),
  uploadTasks: (of) => ({ ...waitingAssistant(of), body: flyerForm([ONE_PIXEL]) }),
  listPresets: nothing,
  createPreset: (of) => ({ body: { name: 'Morning', rules: rules(of) } }),
  updatePreset: (of) => ({ params: { id: of.preset }, body: { name: 'Mine', rules: rules(of) } }),
  deletePreset: ({ preset }) => ({ params: { id: preset } }),
  listTasks: nothing,
  getTask: task,
  listTaskTimelines: (of) => ({ ...task(of), query: { posting_id: of.failedPosting } }),
  updateTask: ({ waitingTask }) => ({ params: { id: waitingTask }, body: { description: 'Mine' } }),
  deleteTask: ({ waitingTask }) => ({ params: { id: waitingTask } }),
  retryTask: (of) => ({ ...task(of), body: { confirm_unconfirmed: true, page_posting_ids: [of.failedPosting] } }),
  archiveFinalized: nothing,
  getImage: ({ file }) => ({ params: { file_id: file } }),
  queueInfo: nothing,
  queueStatus: nothing,
  startQueue: nothing,
  stopQueue: nothing,
  listPackages: nothing,
  getBalance: nothing,
  listTransactions: nothing,
  getPreview: ({ failedPosting }) => ({ params: { pagePostingId: failedPosting } }),
  pollDevice: () => ({ body: { extension_version: '1.0.0' } }),
  reportSubmitting: report({}),
  reportHeartbeat: report({}),
  reportPosted: report({ external_post_id: '1' }),
  reportFailed: report({ message: 'The site said no.' }),
  getStats: nothing,
  getTrends: nothing,
  listUsers: nothing,
  exportUsers: () => ({ body: {} }),
  getUser: user,
  updateUser: (of) => ({ ...user(of), body: { is_active: false } }),
  endUserSessions: user,
  listUserActs: user,
  getUserActivity: user,
  listCreditUsers: nothing,
  exportCreditUsers: () => ({ body: {} }),
  adjustCredits: ({ owner }) => ({
    body: { user_id: owner.telegramId, amount: 5, transaction_type: 'bonus', description: '' },
  }),
  getPerformanceAnalytics: nothing,
  listDetailedPostings: nothing,
  exportDetailedPostings: () => ({ body: {} }),
  getDownload: ({ downloadTicket }) => ({ params: { ticket: downloadTicket } }),
};

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const endpoints: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(registry);
export const withAccess = (...levels: Endpoint['access'][]) =>
  endpoints.filter(([, { access }]) => levels.includes(access));

/** What the table says of an endpoint; an endpoint that it does not name fails whichever walk comes to it. */
export function requestOf(name: string, of: Belongings): SentRequest {
  const request = requests[name];
  if (!request) throw new Error(`${name} has no request in everyCall.testing.ts`);
  return request(of);
}

/** Credentials of whoever may make the call with that request. */
export const rightfulCaller = ({ access }: Endpoint, of: Belongings) => {
  if (access === 'device') return of.busyPage.deviceSecret;
  return access === 'admin' ? of.admin.as : of.owner.as;
};

/** Makes the call as described, whatever its contract's types say; answers status and code. */
export async function send(
  server: TestServer,
  endpoint: Endpoint,
  sent: SentRequest & { readonly as?: Person['as'] | string; readonly headers?: Readonly<Record<string, string>> },
) {
  const { status, error, bytes, headers } = await server.call(endpoint, sent as never);
  return { status, code: error?.code as string | undefined, text: bytes.toString(), headers };
}

/** What a browser adds to the requests of another origin's page. */
export const FOREIGN_PAGE = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site', Cookie: 'token=x' };
/** The headers by which an answer would let that page send or read more. */
export const permissions = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
/** Who may frame an answer. */
export const TELEGRAM_FRAMES = /frame-ancestors 'self' https:\/\/web\.telegram\.org https:\/\/\*\.telegram\.org(;|$)/;

export const refusal = ({ status, code }: { status: number; code: string | undefined }) => ({ status, code });
