import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClaimedPosting,
  EXTENSION_VERSION,
  type PollResponse,
  pollDevice,
  reportFailed,
  reportHeartbeat,
  reportPosted,
  reportSubmitting,
} from '@flyerdeck/contracts';
import type { Logger } from 'pino';
import { ApiFailure, type DemoApi } from './demoApi.ts';
import type { DemoPage } from './demoPages.ts';

/** Time limit for the report of a finished post while the agent stops. */
const FINAL_REPORT_MS = 2_000;

export interface AgentPace {
  /** Seconds from claim to report. Each posting takes a different time within these limits. */
  readonly minSeconds: number;
  readonly maxSeconds: number;
  /** Longest time between two polls. */
  readonly pollSeconds: number;
  /** Pause before a call is repeated. */
  readonly retrySeconds: number;
}

interface DemoAgentOptions {
  readonly api: DemoApi;
  readonly logger: Logger;
  readonly page: DemoPage;
  readonly deviceSecret: string;
  readonly pace: AgentPace;
}

/** Simulates the browser of one page: it uses the extension API over HTTP and posts nothing. */
export class DemoAgent {
  private readonly stopping = new AbortController();
  /** Resolves when the agent has stopped, or when its page was unlinked. */
  readonly ended: Promise<void>;
  private attempts = 0;

  constructor(private readonly options: DemoAgentOptions) {
    this.ended = this.run();
  }

  /** Stops the agent at once, except that a finished post is still reported. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { logger, page, pace } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let waitSeconds = pace.pollSeconds;
      try {
        const answer = await this.poll();
        if (signal.aborted) return;
        // It stays unlinked until the next start.
        if (!answer.page?.linked) return logger.info({ page: page.name }, 'the demo page was unlinked');
        if (answer.posting) await this.post(answer.posting);
        waitSeconds = Math.min(waitSeconds, answer.next_poll_seconds);
      } catch (error) {
        if (signal.aborted) return;
        logger.debug({ err: error, page: page.name }, 'the demo agent could not go on');
      }
      await this.pause(waitSeconds * 1000);
    }
  }

  private poll(): Promise<PollResponse> {
    const { api, deviceSecret, page } = this.options;
    return api(pollDevice, {
      as: { deviceSecret },
      signal: this.stopping.signal,
      body: {
        counts: { ...page.counts },
        time_zone: page.timeZone,
        extension_version: EXTENSION_VERSION,
        health: 'ok',
      },
    });
  }

  private async post(posting: ClaimedPosting): Promise<void> {
    const { api, deviceSecret, page, pace } = this.options;
    const claim = { as: { deviceSecret }, params: { id: posting.id }, signal: this.stopping.signal };
    const { claim_token } = posting;
    const attempt = ++this.attempts;
    // The golden ratio gives different times that are the same in every run.
    const seconds = pace.minSeconds + (pace.maxSeconds - pace.minSeconds) * ((attempt * 0.618) % 1);

    await this.work(seconds * 0.4);
    await this.report(() => api(reportHeartbeat, { ...claim, body: { claim_token } }));
    await this.work(seconds * 0.4);
    if (page.failsSometimes && (attempt === 1 || attempt % 3 === 0)) {
      const message = 'The site answered "Something went wrong. Please try again." and kept the post as a draft.';
      await this.report(() => api(reportFailed, { ...claim, body: { claim_token, message, code: 'site_refused' } }));
      return;
    }
    if (!(await this.report(() => api(reportSubmitting, { ...claim, body: { claim_token } })))) return;
    await this.pause(seconds * 200);
    // This is reported even when the agent stops. Without a report the posting would become `unconfirmed`.
    const body = { claim_token, external_post_id: `demo-${posting.id}`, posted_at: new Date().toISOString() };
    await this.report(() => api(reportPosted, { ...claim, body, signal: AbortSignal.timeout(FINAL_REPORT_MS) }));
  }

  /**
   * Repeats a report while the server fails, because it may be restarting. Returns false when the agent was stopped
   * first.
   */
  private async report(call: () => Promise<unknown>): Promise<boolean> {
    for (;;) {
      try {
        await call();
        return true;
      } catch (error) {
        if (error instanceof ApiFailure && error.status < 500 && error.status !== 429) throw error;
        if (this.stopping.signal.aborted) return false;
        await this.pause(this.options.pace.retrySeconds * 1000);
      }
    }
  }

  /** Throws when the agent is stopped, so that the posting is not submitted. */
  private work(seconds: number): Promise<void> {
    return sleep(seconds * 1000, undefined, { signal: this.stopping.signal });
  }

  private pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
