import { PAGE_DAY_HOURS, type PostingStatus, UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { Random } from './random.ts';
import { FAILURES } from './vocabulary.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const LEASE = 2 * MINUTE;

/** State of a page while its postings are simulated: when it is free again, and what it has paid. */
export interface PageState {
  readonly guid: string;
  freeAt: number;
  paidUntil: number | null;
  unusedCharge: string | null;
  hasBeenCharged: boolean;
}

/** A fee or a refund of a posting. */
export interface MoneyEvent {
  readonly id: string;
  readonly at: number;
  readonly type: 'spending' | 'refund';
  readonly pageGuid: string;
  readonly postingId: string;
  readonly refundOf: string | null;
}

export interface Step {
  readonly from: PostingStatus;
  readonly to: PostingStatus;
  readonly durationMs: number;
  readonly at: number;
}

export interface PostingHistory {
  readonly id: string;
  readonly steps: Step[];
  status: PostingStatus;
  statusSince: number;
  claimedAt: number | null;
  postedAt: number | null;
  chargeId: string | null;
  report: 'posted' | 'failed' | null;
  error: { readonly message: string; readonly code: string } | null;
  retries: number;
  expiredLeaseCount: number;
}

/** Lost leases and retries before the final outcome: about one per posting, at most four. */
function interruptions(random: Random): ('lease lost' | 'retried')[] {
  const share = random.share();
  const count = share < 0.45 ? 0 : share < 0.75 ? 1 : share < 0.9 ? 2 : share < 0.97 ? 3 : 4;
  return Array.from({ length: count }, (_, index) => (index < 2 && random.chance(0.8) ? 'lease lost' : 'retried'));
}

/** Simulates one posting from its queueing until `now`, by the rules of claim, charge, sweep, report and retry. */
export class PostingSimulation {
  readonly history: PostingHistory;
  readonly money: MoneyEvent[] = [];

  constructor(
    private readonly random: Random,
    private readonly page: PageState,
    private readonly now: number,
    readonly createdAt: number,
  ) {
    this.history = {
      id: random.uuid(),
      steps: [],
      status: 'pending',
      statusSince: createdAt,
      claimedAt: null,
      postedAt: null,
      chargeId: null,
      report: null,
      error: null,
      retries: 0,
      expiredLeaseCount: 0,
    };
  }

  /** The claim is not before `firstClaimAt`, and not before the page is free. */
  run(firstClaimAt: number): void {
    const { random, history } = this;
    if (!this.claim(Math.max(firstClaimAt, this.page.freeAt))) return;
    for (const interruption of interruptions(random)) {
      const at = history.statusSince + (interruption === 'lease lost' ? LEASE : random.around(40 * SECOND));
      if (interruption === 'lease lost' ? !this.loseLease(at) : !this.fail(at, random.pick(FAILURES))) return;
      if (interruption === 'retried' && !this.retry(history.statusSince + random.around(20 * MINUTE))) return;
      if (!this.claim(history.statusSince + random.around(30 * SECOND))) return;
    }
    const share = random.share();
    if (share < 0.07) {
      this.fail(history.statusSince + random.around(40 * SECOND), random.pick(FAILURES));
    } else if (share < 0.08) {
      const message =
        'The page stopped responding while posting. Check the page before you retry: the post may be live.';
      this.fail(history.statusSince + LEASE, { message, code: UNCONFIRMED_CODE });
    } else if (this.post(history.statusSince + random.around(25 * SECOND))) {
      this.move('completed', history.statusSince + random.around(9 * SECOND));
    }
  }

  /** Changes the status. Returns false, without a change, when `at` is after `now`. */
  private move(to: PostingStatus, at: number): boolean {
    const { history } = this;
    if (at > this.now) return false;
    history.steps.push({ from: history.status, to, durationMs: at - history.statusSince, at });
    history.status = to;
    history.statusSince = at;
    if (to === 'posting') this.page.freeAt = Number.POSITIVE_INFINITY;
    else if (to !== 'completed') this.page.freeAt = at + this.random.around(45 * SECOND);
    return true;
  }

  private claim(at: number): boolean {
    const { page, history } = this;
    if (!this.move('posting', at)) {
      // Postings that follow in the page's queue can not be claimed either.
      page.freeAt = Number.POSITIVE_INFINITY;
      return false;
    }
    const isUnpaid = page.paidUntil === null || page.paidUntil <= at;
    if (isUnpaid && page.unusedCharge === null) {
      const id = this.random.uuid();
      this.money.push({ id, at, type: 'spending', pageGuid: page.guid, postingId: history.id, refundOf: null });
      page.unusedCharge = id;
      page.hasBeenCharged = true;
    }
    if (isUnpaid) page.paidUntil = at + PAGE_DAY_HOURS * HOUR;
    history.claimedAt = at;
    history.chargeId = page.unusedCharge;
    history.error = null;
    history.report = null;
    return true;
  }

  private loseLease(at: number): boolean {
    if (!this.move('pending', at)) return false;
    this.history.retries += 1;
    this.history.expiredLeaseCount += 1;
    return true;
  }

  private fail(at: number, error: { readonly message: string; readonly code: string }): boolean {
    const { page, history } = this;
    if (!this.move('failed', at)) return false;
    history.error = error;
    history.report = error.code === UNCONFIRMED_CODE ? null : 'failed';
    if (error.code === UNCONFIRMED_CODE) {
      page.unusedCharge = null;
    } else if (history.chargeId !== null && history.chargeId === page.unusedCharge) {
      const refund = { id: this.random.uuid(), type: 'refund', refundOf: history.chargeId } as const;
      this.money.push({ ...refund, at, pageGuid: page.guid, postingId: history.id });
      page.unusedCharge = null;
      page.paidUntil = null;
    }
    return true;
  }

  private retry(at: number): boolean {
    if (!this.move('pending', at)) return false;
    this.history.retries += 1;
    this.history.expiredLeaseCount = 0;
    this.history.error = null;
    this.history.report = null;
    return true;
  }

  private post(at: number): boolean {
    if (!this.move('posted', at)) return false;
    this.page.unusedCharge = null;
    this.history.postedAt = at;
    this.history.report = 'posted';
    this.history.expiredLeaseCount = 0;
    return true;
  }
}
