import { writeLedger } from './ledger.ts';
import type { CampaignPlan } from './plan.ts';
import { type MoneyEvent, type PageState, PostingSimulation } from './postingSimulation.ts';
import type { Random } from './random.ts';
import { type SeedImage, writeAssistant, writeFile, writePage, writePosting, writeTask, writeUser } from './rows.ts';
import type { Write } from './seedTables.ts';
import { campaignName, firstName, flyerText, lastName } from './vocabulary.ts';

const SECOND = 1_000;
const DAY = 86_400_000;
const ARCHIVED_SHARE = 0.1;
const ARCHIVED_AFTER_DAYS = 14;
const FLYERS_WITHOUT_IMAGE = 0.1;

export interface UserPlan {
  readonly number: number;
  readonly campaigns: readonly CampaignPlan[];
  readonly isAdmin: boolean;
  /** Images of the flyers; empty for flyers without images. */
  readonly images: readonly SeedImage[];
}

/** Writes all rows of one user, as they would be after months of use. */
export class UserRows {
  private readonly id: string;
  private readonly createdAt: number;
  private readonly pages: PageState[] = [];
  private readonly money: MoneyEvent[] = [];
  private readonly fileIds: string[] = [];

  constructor(
    private readonly write: Write,
    private readonly random: Random,
    private readonly now: number,
    private readonly plan: UserPlan,
  ) {
    const first = plan.campaigns[0];
    this.id = random.uuid();
    this.createdAt = (first?.queuedAt ?? now) - Math.round(random.share() * (first ? 20 : 260) * DAY) - 60 * SECOND;
  }

  writeAll(): void {
    const { campaigns } = this.plan;
    const wanted = campaigns.reduce((most, { pages }) => Math.max(most, pages), this.random.chance(0.3) ? 1 : 0);
    for (let n = 0; n < wanted; n++) {
      this.pages.push({
        guid: this.random.uuid(),
        freeAt: 0,
        paidUntil: null,
        unusedCharge: null,
        hasBeenCharged: false,
      });
    }
    if (campaigns.length > 0) this.writeFiles();
    campaigns.forEach((campaign, index) => {
      this.writeCampaign(campaign, index + 1);
    });
    this.writePages();
    const { id, createdAt, now, random, plan } = this;
    const account = writeLedger(this.write, random, { id, createdAt }, this.money);
    writeUser(this.write, {
      id,
      ...account,
      number: plan.number,
      firstName: firstName(random),
      lastName: lastName(random),
      isActive: !random.chance(0.03) || plan.isAdmin,
      isAdmin: plan.isAdmin,
      isPosting: campaigns.some(({ isLive }) => isLive),
      lastLoginAt: random.chance(0.9) ? now - Math.round((now - createdAt) * random.share() ** 2) : null,
      createdAt,
    });
  }

  private writeCampaign(campaign: CampaignPlan, number: number): void {
    const { random, now, write } = this;
    const assistantId = random.uuid();
    const pages = [...this.pages].sort((a, b) => a.guid.localeCompare(b.guid)).slice(0, campaign.pages);
    let left = campaign.postings;
    let startedAt: number | null = null;
    let changedAt = campaign.queuedAt;
    for (let position = 0; position < campaign.flyers && left > 0; position++) {
      const taskId = random.uuid();
      const postings: { posting: PostingSimulation; page: PageState; duplicateOf: string | null }[] = [];
      for (const page of pages) {
        if (left-- <= 0) break;
        const posting = this.simulate(campaign, page);
        postings.push({ posting, page, duplicateOf: null });
        if (campaign.isRepublished && left-- > 0) {
          postings.push({ posting: this.simulate(campaign, page), page, duplicateOf: posting.history.id });
        }
      }
      const originals = postings
        .filter(({ duplicateOf }) => duplicateOf === null)
        .map(({ posting }) => posting.history);
      const isDone = originals.every(({ status }) => status === 'completed' || status === 'failed');
      const isOld = campaign.queuedAt < now - ARCHIVED_AFTER_DAYS * DAY;
      const isArchived = isDone && isOld && random.chance(ARCHIVED_SHARE);
      const taskChangedAt = Math.max(...postings.map(({ posting }) => posting.history.statusSince));
      const task = { id: taskId, ownerId: this.id, assistantId, position, queuedAt: campaign.queuedAt };
      const isFirst = this.plan.number === 1 && number === 1 && position === 0;
      const text = flyerText(random, { isFirst });
      const fileId = this.fileIds.length > 0 && !random.chance(FLYERS_WITHOUT_IMAGE) ? random.pick(this.fileIds) : null;
      writeTask(write, { ...task, text, fileId, isArchived, originals, changedAt: taskChangedAt });
      for (const { posting, page, duplicateOf } of postings) {
        writePosting(write, random, { task, posting, pageGuid: page.guid, duplicateOf, isArchived });
        this.money.push(...posting.money);
        const firstStep = posting.history.steps[0];
        if (firstStep && (startedAt === null || firstStep.at < startedAt)) startedAt = firstStep.at;
      }
      changedAt = Math.max(changedAt, taskChangedAt);
    }
    writeAssistant(write, {
      id: assistantId,
      ownerId: this.id,
      name: campaignName(random, number),
      campaign,
      pageGuids: pages.map(({ guid }) => guid),
      startedAt,
      changedAt,
    });
  }

  private writeFiles(): void {
    for (const image of this.plan.images) {
      const id = this.random.uuid();
      this.fileIds.push(id);
      writeFile(this.write, id, this.id, image, this.createdAt);
    }
  }

  private simulate(campaign: CampaignPlan, page: PageState): PostingSimulation {
    const { random, now } = this;
    const posting = new PostingSimulation(random, page, now, campaign.queuedAt);
    if (campaign.isHeld) page.freeAt = Number.POSITIVE_INFINITY;
    else
      posting.run(campaign.isLive ? now - random.int(0, 90) * SECOND : campaign.queuedAt + random.around(60 * SECOND));
    return posting;
  }

  private writePages(): void {
    const { createdAt, id: ownerId, now, plan, random, write } = this;
    const firstUse = plan.campaigns[0]?.queuedAt ?? now;
    this.pages.forEach((page, index) => {
      const linkedAt = createdAt + Math.round((firstUse - createdAt) * random.share());
      writePage(write, random, { page, ownerId, number: plan.number, index, linkedAt, now });
    });
  }
}
