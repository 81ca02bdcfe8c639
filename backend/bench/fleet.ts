import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { PollResponse } from '@flyerdeck/contracts';
import { DeviceChannel } from './deviceChannel.ts';
import type { DevicePage } from './fillDevices.ts';
import { type Answer, send } from './send.ts';

export class CallLog {
  phase = 'warm-up';
  private readonly problems = new Map<string, number>();
  private readonly calls: { key: string; ms: number }[] = [];

  add(kind: string, ms: number): void {
    this.calls.push({ key: `${this.phase} ${kind}`, ms });
  }

  problem(what: string): void {
    this.problems.set(what, (this.problems.get(what) ?? 0) + 1);
  }

  p99(phase: string, kind = ''): number {
    const all = this.calls.filter(({ key }) => key.startsWith(`${phase} ${kind}`)).map(({ ms }) => ms);
    return all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN;
  }

  get failures(): string[] {
    return [...this.problems].map(([what, times]) => `${times}x ${what}`);
  }
}

type Claim = Pick<NonNullable<PollResponse['posting']>, 'id' | 'claim_token'>;

const NO_FAULTS = {
  /** Polls that are sent twice at the same time. */
  doublePolls: 0,
  /** Reports that are sent twice, as after a lost answer. */
  doubleReports: 0,
  /** Claims whose answer is lost. */
  lostClaims: 0,
  /** Devices that are silent from the claim until the lease has ended. */
  deaths: 0,
  /** Reports of a published post that are sent only after the lease has ended. */
  lateReports: 0,
  /** Posts that the site refuses. */
  refusals: 0,
};
export const DOUBLE_CALLS = { doublePolls: 0.05, doubleReports: 0.05 };

interface FleetOptions {
  readonly baseUrls: readonly string[];
  /** Devices wait for hints of the live channel instead of polling. */
  readonly isLive?: boolean;
  /** The longest pause between two polls of a connected device. */
  readonly pollAnywayMs?: number;
  readonly faults?: Partial<typeof NO_FAULTS>;
  readonly leaseSeconds?: number;
  /** The average pause after a posting, and the longest one between two polls. */
  readonly pauseMs?: number;
  /** Devices do not go on after they have reported `submitting`. */
  readonly endsAtSubmitting?: boolean;
}

const TRY_AGAIN_MS = 100;
const ANSWER_WITHIN_MS = 10_000;
const happens = (share: number) => Math.random() < share;

/** Simulates devices over HTTP, one for each page, until `stop` is called. */
export class Fleet {
  readonly log = new CallLog();
  readonly presses = new Map<string, number>();
  /** When the reports of `submitting` were accepted, in milliseconds. */
  readonly submittingAt: number[] = [];
  repeatedReports = 0;
  unequalAnswers = 0;
  unreachable = 0;
  private readonly stopping = new AbortController();
  private readonly devices: Promise<void>[];
  private readonly channels: DeviceChannel[];
  private readonly faults: typeof NO_FAULTS;
  private calls = 0;

  constructor(
    pages: readonly DevicePage[],
    private readonly options: FleetOptions,
  ) {
    this.faults = { ...NO_FAULTS, ...options.faults };
    // Every pause of a device adds a listener to the signal.
    setMaxListeners(0, this.stopping.signal);
    const { baseUrls, isLive } = options;
    const connect = (secret: string, n: number) =>
      new DeviceChannel(secret, [...baseUrls.slice(n % baseUrls.length), ...baseUrls]);
    this.channels = isLive ? pages.map(({ deviceSecret }, n) => connect(deviceSecret, n)) : [];
    this.devices = pages.map((page, n) => this.runDevice(page, this.channels[n] ?? null));
  }

  get connected(): number {
    return this.channels.filter(({ isLive }) => isLive).length;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const channel of this.channels) channel.close();
    await Promise.all(this.devices);
  }

  private async runDevice({ deviceSecret }: DevicePage, channel: DeviceChannel | null): Promise<void> {
    const { pauseMs = 0, pollAnywayMs = 0 } = this.options;
    // Devices that were not started at the same time poll at different times.
    await this.pause(Math.random() * pauseMs, channel?.nextHint());
    while (!this.stopping.signal.aborted) {
      const hint = channel?.nextHint();
      const polls = happens(this.faults.doublePolls) ? 2 : 1;
      const poll = () => this.send(deviceSecret, 'poll', '/poll', { health: 'ok', time_zone: 'Europe/Berlin' });
      const answers = await Promise.all(Array.from({ length: polls }, poll));
      const polled = answers.flatMap((answer) => (answer ? [JSON.parse(answer.text) as PollResponse] : []));
      const claims = polled.flatMap(({ posting }) => (posting ? [posting] : []));
      // Two claims of one posting are correct: its lease ended while a device waited for the answer. Two postings
      // are an error.
      if (new Set(claims.map(({ id }) => id)).size > 1) this.log.problem('two postings at once on one page');
      for (const claim of claims) await this.post(deviceSecret, claim);
      const isWaiting = channel?.isLive && polled[0]?.await_hint;
      if (claims.length > 0) await this.pause(pauseMs * (0.5 + Math.random()), hint);
      else if (isWaiting) await this.pause(pollAnywayMs * (0.8 + 0.2 * Math.random()), hint);
      else {
        const wait = Math.min(pauseMs, (polled[0]?.next_poll_seconds ?? 0) * 1_000) * (0.5 + Math.random());
        await this.pause(Math.max(TRY_AGAIN_MS, wait), hint);
      }
    }
  }

  private async post(deviceSecret: string, { id, claim_token }: Claim): Promise<void> {
    const { faults, presses } = this;
    const report = (kind: string, more: object = {}) =>
      this.report(deviceSecret, kind, `/postings/${id}/${kind}`, { claim_token, ...more });
    const afterLease = () => this.pause((this.options.leaseSeconds ?? 0) * 1_500);
    if (happens(faults.lostClaims)) return;
    if (!this.options.endsAtSubmitting) await report('heartbeat');
    if (happens(faults.deaths)) return afterLease();
    if ((await report('submitting')) !== 200) return;
    this.submittingAt.push(performance.now());
    if (this.options.endsAtSubmitting) return;
    if (happens(faults.refusals)) return void (await report('failed', { message: 'The site refused the post.' }));
    presses.set(id, (presses.get(id) ?? 0) + 1);
    if (happens(faults.lateReports)) await afterLease();
    const status = await report('posted', { external_post_id: randomBytes(4).toString('hex') });
    if (status !== 200 && status !== null) this.log.problem(`the report of a published post was answered ${status}`);
  }

  /** Returns the last status; null when the fleet was stopped before an answer. */
  private async report(deviceSecret: string, kind: string, path: string, body: object): Promise<number | null> {
    const twice = happens(this.faults.doubleReports);
    const sendOnce = () => this.send(deviceSecret, kind, path, body);
    const [answer, again] = await Promise.all([sendOnce(), ...(twice ? [sendOnce()] : [])]);
    if (twice && answer && again) {
      this.repeatedReports += 1;
      if (answer.status !== again.status) this.unequalAnswers += 1;
    }
    return answer?.status ?? null;
  }

  /** Sends the call to each api process in turn until one answers with a status other than 5xx. */
  private async send(deviceSecret: string, kind: string, path: string, body: object): Promise<Answer | null> {
    const { baseUrls } = this.options;
    const call = { headers: { Authorization: `Bearer ${deviceSecret}` }, body, withinMs: ANSWER_WITHIN_MS };
    while (!this.stopping.signal.aborted) {
      this.calls += 1;
      const startedAt = performance.now();
      const answer = await send(`${baseUrls[this.calls % baseUrls.length]}/api/extension${path}`, call);
      const { status } = answer;
      this.log.add(kind, performance.now() - startedAt);
      if (status > 0 && status < 500) return answer;
      if (status === 0 || status === 503) this.unreachable += 1;
      else this.log.problem(`${kind} was answered ${status}`);
      await this.pause(TRY_AGAIN_MS);
    }
    return null;
  }

  /** Ends early at the hint and at `stop`. Without node:timers/promises, whose errors for aborts take more time than the calls. */
  private pause(ms: number, hint?: AbortSignal): Promise<void> {
    const signals = hint ? [this.stopping.signal, hint] : [this.stopping.signal];
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        for (const signal of signals) signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (signals.some(({ aborted }) => aborted)) end();
      else for (const signal of signals) signal.addEventListener('abort', end);
    });
  }
}
