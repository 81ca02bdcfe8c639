import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeviceChannel } from '../deviceChannel.ts';
import type { DrillPage } from './fillDrill.ts';

/** Share of the reports that are sent twice, as after a lost answer. */
const DOUBLE_REPORTS = 0.05;
/** Share of the polls that are sent twice at the same time. */
const DOUBLE_POLLS = 0.05;
const TRY_AGAIN_MS = 100;
const ANSWER_WITHIN_MS = 10_000;

interface Claim {
  readonly id: string;
  readonly claim_token: string;
}

export interface FleetLog {
  /** Number of button presses by posting. */
  readonly presses: Map<string, number>;
  repeatedReports: number;
  /** Repeated reports that got another status than the first one. */
  unequalAnswers: number;
  /** Unexpected answers, such as a 5xx other than 503. */
  readonly surprises: string[];
  unreachable: number;
}

/** The longest pause between two polls of a device that is connected to the live channel. */
const POLL_ANYWAY_MS = 5 * 60_000;

/** Simulates devices over HTTP, one for each page, until `stop` is called. With `isLive` they wait for hints instead of polling. */
export class Fleet {
  readonly log: FleetLog = { presses: new Map(), repeatedReports: 0, unequalAnswers: 0, surprises: [], unreachable: 0 };
  private readonly stopping = new AbortController();
  private readonly devices: Promise<void>[];
  private readonly channels = new Set<DeviceChannel>();
  private calls = 0;

  constructor(
    pages: readonly DrillPage[],
    private readonly baseUrls: readonly string[],
    { isLive = false } = {},
  ) {
    // Every device, and each of its calls, adds a listener to the signal.
    setMaxListeners(0, this.stopping.signal);
    this.devices = pages.map((page, n) => this.runDevice(page, isLive ? this.connect(page, n) : null));
  }

  /** The number of devices that are connected to the live channel. */
  get connected(): number {
    return [...this.channels].filter(({ isLive }) => isLive).length;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const channel of this.channels) channel.close();
    await Promise.all(this.devices);
  }

  private connect({ deviceSecret: secret }: DrillPage, n: number): DeviceChannel {
    const baseUrls = [...this.baseUrls.slice(n % this.baseUrls.length), ...this.baseUrls];
    const channel = new DeviceChannel({ secret, baseUrls });
    this.channels.add(channel);
    return channel;
  }

  private async runDevice({ deviceSecret }: DrillPage, channel: DeviceChannel | null): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const polls = Math.random() < DOUBLE_POLLS ? 2 : 1;
      const hint = channel?.nextHint();
      const answers = await Promise.all(Array.from({ length: polls }, () => this.send(deviceSecret, '/poll', {})));
      const claims = answers.flatMap((answer) => (answer?.json.posting ? [answer.json.posting as Claim] : []));
      // Two claims of one posting are correct: its lease ended while a device waited for the answer. Two postings
      // are an error.
      if (new Set(claims.map(({ id }) => id)).size > 1) this.log.surprises.push('two postings at once on one page');
      for (const claim of claims) await this.post(deviceSecret, claim);
      if (claims.length > 0) continue;
      if (channel?.isLive && answers[0]?.json.await_hint) await this.pause(POLL_ANYWAY_MS, hint);
      else await this.pause(TRY_AGAIN_MS);
    }
  }

  /**
   * Reports `submitting` before it presses the button, as the extension does. Afterwards it reports `posted` until it
   * gets an answer.
   */
  private async post(deviceSecret: string, { id, claim_token }: Claim): Promise<void> {
    const asked = await this.report(deviceSecret, `/postings/${id}/submitting`, { claim_token });
    if (asked !== 200) return;
    this.log.presses.set(id, (this.log.presses.get(id) ?? 0) + 1);
    const body = { claim_token, external_post_id: randomBytes(4).toString('hex') };
    const status = await this.report(deviceSecret, `/postings/${id}/posted`, body);
    if (status !== 200 && status !== null) this.log.surprises.push(`posted was answered ${status}`);
  }

  /** Returns the last status; null when the fleet was stopped before an answer. */
  private async report(deviceSecret: string, path: string, body: object): Promise<number | null> {
    const twice = Math.random() < DOUBLE_REPORTS;
    const sendOnce = () => this.send(deviceSecret, path, body);
    const [answer, again] = await Promise.all([sendOnce(), ...(twice ? [sendOnce()] : [])]);
    if (twice && answer && again) {
      this.log.repeatedReports += 1;
      if (answer.status !== again.status) this.log.unequalAnswers += 1;
    }
    return answer?.status ?? null;
  }

  /** Sends the call to each api process in turn until one answers with a status other than 5xx. */
  private async send(deviceSecret: string, path: string, body: object) {
    while (!this.stopping.signal.aborted) {
      this.calls += 1;
      const baseUrl = this.baseUrls[this.calls % this.baseUrls.length];
      try {
        const response = await fetch(`${baseUrl}/api/extension${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${deviceSecret}` },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        const json = (await response.json()) as Record<string, unknown>;
        if (response.status < 500) return { status: response.status, json };
        if (response.status !== 503) this.log.surprises.push(`${path} was answered ${response.status}`);
      } catch {
        this.log.unreachable += 1;
      }
      await this.pause(TRY_AGAIN_MS);
    }
    return null;
  }

  private pause(ms: number, signal = this.stopping.signal): Promise<void> {
    return sleep(ms, undefined, { signal }).catch(() => undefined);
  }
}
