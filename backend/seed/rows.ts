import { PAGE_DAY_CREDITS, POSTING_STATUSES } from '@flyerdeck/contracts';
import type { Account } from './ledger.ts';
import type { CampaignPlan } from './plan.ts';
import type { PageState, PostingLife, PostingStory } from './postingStory.ts';
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

/** A picture that is already in the file store. */
export interface SeedPicture {
  readonly sha256: string;
  readonly contentType: string;
  readonly byteSize: number;
  readonly width: number;
  readonly height: number;
}

export function writeFile(write: Write, id: string, ownerId: string, picture: SeedPicture, createdAt: number): void {
  const { sha256, contentType, byteSize, width, height } = picture;
  write('files', [id, ownerId, sha256, contentType, byteSize, width, height, at(createdAt)]);
}

interface TaskKeys {
  readonly id: string;
  readonly ownerId: string;
  readonly assistantId: string;
  readonly place: number;
  readonly queuedAt: number;
}

interface TaskRow extends TaskKeys {
  readonly text: string;
  readonly fileId: string | null;
  readonly isArchived: boolean;
  readonly originals: readonly PostingStory[];
  readonly changedAt: number;
}

export function writeTask(write: Write, task: TaskRow): void {
  const counts = POSTING_STATUSES.map((word) => task.originals.filter(({ status }) => status === word).length);
  const archivedAt = task.isArchived ? at(task.changedAt + DAY) : null;
  const keys = [task.id, task.ownerId, task.assistantId, task.place];
  const times = [at(task.queuedAt - 20 * SECOND), archivedAt ?? at(task.changedAt)];
  write('tasks', [...keys, task.text, task.fileId, archivedAt, ...counts, ...times]);
}

interface PostingRow {
  readonly task: TaskKeys;
  readonly life: PostingLife;
  readonly pageGuid: string;
  readonly duplicateOf: string | null;
  readonly isArchived: boolean;
}

export function writePosting(
  write: Write,
  random: Random,
  { task, life, pageGuid, duplicateOf, isArchived }: PostingRow,
) {
  const { story, createdAt } = life;
  const isDuplicate = duplicateOf !== null;
  const timeIn = (status: string) =>
    story.steps.reduce((sum, step) => sum + (step.from === status ? step.durationMs : 0), 0);
  const visitsOf = (status: string) =>
    story.steps.filter((step) => step.to === status).length + (status === 'pending' ? 1 : 0);
  const wasPosted = story.postedAt !== null;
  const keys: Cell[] = [story.id, task.ownerId, task.assistantId, task.id, pageGuid];
  const plan: Cell[] = [task.place, isDuplicate, duplicateOf, 0, task.place + (isDuplicate ? 12 : 0), 1];
  const claimedAt = at(story.claimedAt);
  const times: Cell[] = [claimedAt, claimedAt, at(story.postedAt)];
  const outcome: Cell[] = [story.report, wasPosted ? `post-${story.id.slice(0, 8)}` : null, story.chargeId];
  const trouble: Cell[] = [
    story.retries,
    story.expiredLeaseCount,
    story.error?.message ?? null,
    story.error?.code ?? null,
  ];
  write('page_postings', [
    ...keys,
    story.status,
    at(story.statusSince),
    at(createdAt),
    ...plan,
    ...times,
    ...outcome,
    ...trouble,
    ...TIMED_STATUSES.map(timeIn),
    ...POSTING_STATUSES.map(visitsOf),
    story.steps.length,
    at(createdAt),
    at(story.statusSince),
    isArchived,
    story.statusSince - createdAt,
  ]);
  if (story.status === 'posting') {
    const tokenHash = `\\x${random.uuid().replaceAll('-', '')}`;
    const leaseEnd = at((story.claimedAt ?? 0) + LEASE_MS);
    write('in_flight', [pageGuid, story.id, task.ownerId, tokenHash, claimedAt, leaseEnd]);
  }
  if (story.status === 'posted') write('pending_screenshots', [story.id, at(story.postedAt), task.ownerId, 0]);
  for (const { from, to, durationMs, at: when } of story.steps) {
    write('posting_transitions', [story.id, from, to, durationMs, at(when)]);
  }
}
