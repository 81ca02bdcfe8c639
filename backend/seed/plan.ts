import { Random } from './random.ts';

export interface SeedSize {
  readonly postings: number;
  readonly users: number;
  readonly seed: number;
  /** Milliseconds since 1970; everything lies before it. */
  readonly now: number;
}

export interface CampaignPlan {
  readonly queuedAt: number;
  readonly flyers: number;
  /** Postings of this campaign: flyers x pages, or what was left to plan. */
  readonly postings: number;
  readonly pages: number;
  readonly isRepublished: boolean;
  /** The owner has not started posting yet: all of it waits. */
  readonly isHeld: boolean;
  /** Its first flyers are being posted right now. */
  readonly isLive: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OLDEST_DAYS = 240;

/** Where it falls between held, live and old: few as they are, no status may be missing. */
const FIRST_SHARES = [0.5, 0.01, 0.05, 0.05];

/** A few accounts do most of the posting. */
const POSTING_USERS_SHARE = 0.1;

function campaign(random: Random, place: number, left: number, now: number): CampaignPlan {
  const flyers = Math.min(left, 1 + Math.floor(10 * random.share() ** 2));
  const isRepublished = random.chance(0.1);
  const copies = isRepublished ? 2 : 1;
  const pages = Math.max(1, Math.min(1 + Math.floor(40 * random.share() ** 3), Math.floor(left / flyers / copies)));
  const postings = Math.min(left, flyers * pages * copies);
  const share = FIRST_SHARES[place] ?? random.share();
  const isRecent = share < 0.06;
  const queuedAt = isRecent
    ? now - random.int(10 * MINUTE, 36 * HOUR)
    : now - Math.round(2 * DAY + random.share() ** 0.8 * (OLDEST_DAYS - 2) * DAY);
  return {
    queuedAt,
    flyers,
    pages,
    postings,
    isRepublished,
    isHeld: share < 0.035,
    isLive: isRecent && share >= 0.035,
  };
}

/** Who posts what and when: for each user their campaigns, oldest first. Most users have none. */
export function planCampaigns({ postings, users, seed, now }: SeedSize): CampaignPlan[][] {
  const random = new Random(seed);
  const campaigns: CampaignPlan[][] = Array.from({ length: users }, () => []);
  const posting = Math.max(1, Math.round(users * POSTING_USERS_SHARE));
  for (let left = postings, place = 0; left > 0; place++) {
    const plan = campaign(random, place, left, now);
    campaigns[Math.floor(posting * random.share() ** 1.5)]?.push(plan);
    left -= plan.postings;
  }
  for (const own of campaigns) own.sort((a, b) => a.queuedAt - b.queuedAt);
  return campaigns;
}
