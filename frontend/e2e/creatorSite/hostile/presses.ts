import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, json } from '../loopbackServer.ts';
import { type NewPost, type SiteRecords, uuidOf } from '../SiteRecords.ts';
import type { Settings } from './settings.ts';
import { inEffect, type SwitchName } from './switches.ts';

export type RefusalKind = 'logged_out' | 'captcha' | 'invalid' | 'content' | 'rate_limited';

export interface Refusal {
  readonly kind: RefusalKind;
  readonly message: string;
  /** When the site would take it, by the site's clock; only with `rate_limited`. */
  readonly until: Date | null;
}

/** A press that reached the site. */
export interface Press {
  readonly username: string;
  readonly text: string;
  /** The id of the post that it made. */
  readonly postId: string | null;
  readonly refusal: RefusalKind | null;
  readonly answer: number | 'reset';
}

const LIVE_FAULTS = ['live-504', 'live-500', 'live-reset', 'late-answer'] as const;
const LOST_FAULTS = ['lost-504', 'lost-500', 'lost-reset'] as const;
const FAULTS = [...LIVE_FAULTS, ...LOST_FAULTS] as const;
type Fault = (typeof FAULTS)[number];
const isLost = (fault: Fault | null) => LOST_FAULTS.some((lost) => lost === fault);

const refusal = (kind: RefusalKind, message: string, until: Date | null = null): Refusal => ({ kind, message, until });
const STATUSES: Readonly<Record<RefusalKind, number>> = {
  logged_out: 401,
  captcha: 403,
  invalid: 400,
  content: 422,
  rate_limited: 429,
};

/** "10 minutes", or seconds when the site has short times in a test. */
const durationText = (ms: number) => {
  const [count, unit] = ms > 60_000 ? [Math.ceil(ms / 60_000), 'minute'] : [Math.ceil(ms / 1000), 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** What happens at the site's end when somebody presses the post button. */
export class Presses {
  /** All presses, oldest first. */
  readonly log: Press[] = [];
  readonly captchas = new Set<string>();
  /** Ids of requests whose connection was reset. */
  private readonly resets = new Set<string>();
  private readonly counts = new Map<string, { presses: number; faults: number; wasLost: boolean }>();

  constructor(
    private readonly records: SiteRecords,
    private readonly settings: Settings,
    private readonly on: (name: SwitchName) => boolean,
  ) {}

  /** Why the site would refuse a posting now, or null if it would take it. Changes nothing. */
  refusalOf(username: string, post: NewPost): Refusal | null {
    if (this.records.loggedOut.has(username)) return refusal('logged_out', 'Please log in.');
    if (this.captchas.has(username)) return refusal('captcha', 'Confirm that you are human.');
    const isScheduled = post.scheduledFor !== null;
    if (
      (post.text.trim() === '' && post.pictures.length === 0) ||
      (isScheduled && Date.parse(post.scheduledFor ?? '') <= this.records.now()) ||
      (isScheduled && this.on('no-scheduler')) ||
      (post.expiresInDays !== null && this.on('no-expiry'))
    ) {
      return refusal('invalid', 'This post cannot be published.');
    }
    if (this.on('refuse-content') && this.settings.refusedText.test(post.text)) {
      return refusal('content', 'This text is not allowed');
    }
    return this.rateRefusal(username);
  }

  async press(username: string, post: NewPost, requestId: string): Promise<Answer> {
    // Chromium itself sends a request again when a connection that it had used before is reset. That is no press.
    if (this.resets.has(requestId)) return 'reset';
    const count = this.counts.get(username) ?? { presses: 0, faults: 0, wasLost: false };
    this.counts.set(username, count);
    const turn = count.presses % this.settings.interruptEvery;
    count.presses += 1;
    const both = this.on('logged-out-at-press') && this.on('captcha-at-press');
    if (this.on('logged-out-at-press') && turn === 0) this.records.loggedOut.add(username);
    if (this.on('captcha-at-press') && turn === (both ? 1 : 0)) this.captchas.add(username);

    const refused = this.refusalOf(username, post);
    if (refused) return this.refuse(username, post, refused);
    const fault = this.nextFault(count);
    count.wasLost = isLost(fault);
    const id = this.on('uuid-post-ids') ? uuidOf(`post ${this.records.accepted.length}`) : undefined;
    const made = isLost(fault) ? null : this.records.accept(username, post, id);
    const failure = fault?.endsWith('reset') ? 'reset' : Number(fault?.split('-')[1]) || null;
    this.log.push({ username, text: post.text, postId: made?.id ?? null, refusal: null, answer: failure ?? 201 });
    if (fault === 'late-answer') await sleep(this.settings.lateAnswerMs, undefined, { ref: false });
    if (failure === 'reset') {
      this.resets.add(requestId);
      return 'reset';
    }
    if (failure) return { status: failure, headers: { 'Content-Type': 'text/html' }, body: '<h1>Server error</h1>' };
    return json({ id: made?.id }, 201);
  }

  private refuse(username: string, { text }: NewPost, { kind, message, until }: Refusal): Answer {
    const shownAs = inEffect('rate', this.on);
    // Sites that show a message often answer 200 with an error.
    const status = kind === 'rate_limited' && shownAs !== 'rate-429' ? 200 : STATUSES[kind];
    this.log.push({ username, text, postId: null, refusal: kind, answer: status });
    const wait = until && Math.ceil((until.getTime() - this.records.now()) / 1000);
    return json({ error: kind, message }, status, status === 429 ? { 'Retry-After': String(wait) } : {});
  }

  private rateRefusal(username: string): Refusal | null {
    if (!inEffect('rate', this.on)) return null;
    const { posts, windowMs } = this.settings.rate;
    const times = this.records.accepted
      .filter((post) => post.username === username)
      .map((post) => Date.parse(post.postedAt));
    const until = (times.at(-posts) ?? Number.NEGATIVE_INFINITY) + windowMs;
    const left = until - this.records.now();
    if (left <= 0) return null;
    return refusal('rate_limited', `You're posting too fast. Try again in ${durationText(left)}.`, new Date(until));
  }

  /** Two presses of an account in a row are never lost, because a person tries again. */
  private nextFault(count: { presses: number; faults: number; wasLost: boolean }): Fault | null {
    const faults = FAULTS.filter((name) => this.on(name));
    if (faults.length === 0 || count.presses % this.settings.faultEvery !== 0) return null;
    const fault = faults[count.faults % faults.length] ?? null;
    if (isLost(fault) && count.wasLost) return null;
    count.faults += 1;
    return fault;
  }
}
