import { Random } from './random.ts';

export interface SeedSize {
  readonly postings: number;
  readonly users: number;
  readonly seed: number;
  /** Milliseconds since 1970. All generated times are earlier. */
  readonly now: number;
}

export interface CampaignPlan {
  readonly queuedAt: number;
  readonly flyers: number;
  /** Number of postings: flyers x pages, or fewer at the end of the plan. */
  readonly postings: number;
  readonly pages: number;
  readonly isRepublished: boolean;
  /** Posting is off: all postings are pending. */
  readonly isHeld: boolean;
  /** Its first flyers are being posted. */
  readonly isLive: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OLDEST_DAYS = 240;

/**
 * Values that make the first campaigns one old, one held and two live, so that even a small data set contains every
 * status.
 */
const FIRST_SHARES = [0.5, 0.01, 0.05, 0.05];

/** Share of the users who post. The first of them post most. */
const POSTING_USERS_SHARE = 0.1;

function campaign(random: Random, index: number, left: number, now: number): CampaignPlan {
  const flyers = Math.min(left, 1 + Math.floor(10 * random.share() ** 2));
  const isRepublished = random.chance(0.1);
  const copies = isRepublished ? 2 : 1;
  const pages = Math.max(1, Math.min(1 + Math.floor(40 * random.share() ** 3), Math.floor(left / flyers / copies)));
  const postings = Math.min(left, flyers * pages * copies);
  const share = FIRST_SHARES[index] ?? random.share();
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

/** Plans the campaigns of each user, oldest first. Most users have none. */
export function planCampaigns({ postings, users, seed, now }: SeedSize): CampaignPlan[][] {
  const random = new Random(seed);
  const campaigns: CampaignPlan[][] = Array.from({ length: users }, () => []);
  const posting = Math.max(1, Math.round(users * POSTING_USERS_SHARE));
  for (let left = postings, index = 0; left > 0; index++) {
    const plan = campaign(random, index, left, now);
    campaigns[Math.floor(posting * random.share() ** 1.5)]?.push(plan);
    left -= plan.postings;
  }
  for (const own of campaigns) own.sort((a, b) => a.queuedAt - b.queuedAt);
  return campaigns;
}
