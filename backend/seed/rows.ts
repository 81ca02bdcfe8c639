import { PAGE_DAY_CREDITS, POSTING_STATUSES } from '@flyerdeck/contracts';
import type { Account } from './ledger.ts';
import type { CampaignPlan } from './plan.ts';
import type { PageState, PostingHistory, PostingSimulation } from './postingSimulation.ts';
import type { Random } from './random.ts';
import type { Cell, Write } from './seedTables.ts';
import { firstName, lastName } from './vocabulary.ts';

const SECOND = 1_000;
const DAY = 86_400_000;
const LEASE_MS = 120 * SECOND;
const TIMED_STATUSES = ['pending', 'posting', 'posted', 'failed'] as const;

const at = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds));

interface UserRow extends Account {
  readonly id: string;
  readonly number: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly isAdmin: boolean;
  readonly isPosting: boolean;
  readonly lastLoginAt: number | null;
  readonly createdAt: number;
}

/** The Telegram id of the first generated user. The others follow. */
export const FIRST_TELEGRAM_ID = 200_000_000;

export function writeUser(write: Write, user: UserRow): void {
  const { id, number, balance, purchased, spent, isPosting, createdAt } = user;
  const username = `${user.firstName}_${user.lastName}${number}`.toLowerCase();
  const flags = [user.isActive, user.isAdmin, isPosting, isPosting ? at(createdAt) : null];
  const names = [String(FIRST_TELEGRAM_ID + number), username, user.firstName, user.lastName];
  write('users', [id, ...names, ...flags, balance, purchased, spent, at(user.lastLoginAt), at(createdAt)]);
}

interface PageRow {
  readonly page: PageState;
  readonly ownerId: string;
  readonly number: number;
  readonly index: number;
  readonly linkedAt: number;
  readonly now: number;
}

export function writePage(write: Write, random: Random, { page, ownerId, number, index, linkedAt, now }: PageRow) {
  const name = `${firstName(random)} ${lastName(random)}`.trim();
  const username = `${name.toLowerCase().replace(' ', '.')}.${number}.${index}`;
  const tags = `{${random.chance(0.5) ? 'promo' : 'vip'},tag ${random.int(1, 24)}}`;
  const polledAt = random.chance(0.9) ? Math.max(linkedAt, now - Math.round(30 * DAY * random.share() ** 4)) : null;
  const money = [at(page.paidUntil), page.hasBeenCharged ? PAGE_DAY_CREDITS : 0, page.unusedCharge];
  const names = [`creator-${number}-${index}`, name, username];
  write('pages', [page.guid, ownerId, ...names, tags, at(linkedAt), at(polledAt), ...money]);
}

interface AssistantRow {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly campaign: CampaignPlan;
  readonly pageGuids: readonly string[];
  readonly startedAt: number | null;
  readonly changedAt: number;
}

export function writeAssistant(write: Write, assistant: AssistantRow): void {
  const { id, ownerId, name, campaign, pageGuids, startedAt, changedAt } = assistant;
  const rules = JSON.stringify({
    target_pages: pageGuids,
    target_tags: [],
    start_delay_hours: 0,
    delay_between_tasks_hours: 1,
    duplication_time_hours: campaign.isRepublished ? 12 : 0,
  });
  const madeAt = at(campaign.queuedAt - 30 * SECOND);
  write('assistants', [id, ownerId, name, rules, at(campaign.queuedAt), at(startedAt), madeAt, at(changedAt)]);
}

/** An image that is already in the file store. */
export interface SeedImage {
  readonly sha256: string;
  readonly contentType: string;
  readonly byteSize: number;
  readonly width: number;
  readonly height: number;
}

export function writeFile(write: Write, id: string, ownerId: string, image: SeedImage, createdAt: number): void {
  const { sha256, contentType, byteSize, width, height } = image;
  write('files', [id, ownerId, sha256, contentType, byteSize, width, height, at(createdAt)]);
}

interface TaskKeys {
  readonly id: string;
  readonly ownerId: string;
  readonly assistantId: string;
  readonly position: number;
  readonly queuedAt: number;
}

interface TaskRow extends TaskKeys {
  readonly text: string;
  readonly fileId: string | null;
  readonly isArchived: boolean;
  readonly originals: readonly PostingHistory[];
  readonly changedAt: number;
}

export function writeTask(write: Write, task: TaskRow): void {
  const counts = POSTING_STATUSES.map((word) => task.originals.filter(({ status }) => status === word).length);
  const archivedAt = task.isArchived ? at(task.changedAt + DAY) : null;
  const keys = [task.id, task.ownerId, task.assistantId, task.position];
  const times = [at(task.queuedAt - 20 * SECOND), archivedAt ?? at(task.changedAt)];
  write('tasks', [...keys, task.text, task.fileId, archivedAt, ...counts, ...times]);
}

interface PostingRow {
  readonly task: TaskKeys;
  readonly posting: PostingSimulation;
  readonly pageGuid: string;
  readonly duplicateOf: string | null;
  readonly isArchived: boolean;
}

export function writePosting(
  write: Write,
  random: Random,
  { task, posting, pageGuid, duplicateOf, isArchived }: PostingRow,
) {
  const { history, createdAt } = posting;
  const isDuplicate = duplicateOf !== null;
  const timeIn = (status: string) =>
    history.steps.reduce((sum, step) => sum + (step.from === status ? step.durationMs : 0), 0);
  const visitsOf = (status: string) =>
    history.steps.filter((step) => step.to === status).length + (status === 'pending' ? 1 : 0);
  const wasPosted = history.postedAt !== null;
  const keys: Cell[] = [history.id, task.ownerId, task.assistantId, task.id, pageGuid];
  const plan: Cell[] = [task.position, isDuplicate, duplicateOf, 0, task.position + (isDuplicate ? 12 : 0), 1];
  const claimedAt = at(history.claimedAt);
  const times: Cell[] = [claimedAt, claimedAt, at(history.postedAt)];
  const outcome: Cell[] = [history.report, wasPosted ? `post-${history.id.slice(0, 8)}` : null, history.chargeId];
  const trouble: Cell[] = [
    history.retries,
    history.expiredLeaseCount,
    history.error?.message ?? null,
    history.error?.code ?? null,
  ];
  write('page_postings', [
    ...keys,
    history.status,
    at(history.statusSince),
    at(createdAt),
    ...plan,
    ...times,
    ...outcome,
    ...trouble,
    ...TIMED_STATUSES.map(timeIn),
    ...POSTING_STATUSES.map(visitsOf),
    history.steps.length,
    at(createdAt),
    at(history.statusSince),
    isArchived,
    history.statusSince - createdAt,
  ]);
  if (history.status === 'posting') {
    const tokenHash = `\\x${random.uuid().replaceAll('-', '')}`;
    const leaseEnd = at((history.claimedAt ?? 0) + LEASE_MS);
    write('in_flight', [pageGuid, history.id, task.ownerId, tokenHash, claimedAt, leaseEnd]);
  }
  if (history.status === 'posted') write('pending_screenshots', [history.id, at(history.postedAt), task.ownerId, 0]);
  for (const { from, to, durationMs, at: when } of history.steps) {
    write('posting_transitions', [history.id, from, to, durationMs, at(when)]);
  }
}
