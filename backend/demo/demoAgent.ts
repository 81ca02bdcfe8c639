import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClaimedPosting,
  type PollResponse,
  pollDevice,
  reportFailed,
  reportHeartbeat,
  reportPosted,
  reportSubmitting,
} from '@flyerdeck/contracts';
import type { Logger } from 'pino';
import { ApiFailure, type DemoApi } from './demoApi.ts';
import { avatarUrl, DEMO_EXTENSION_VERSION, type DemoDevice } from './demoDevices.ts';
import type { DemoPage } from './demoPages.ts';

/** How long a stopping agent may take to say that its post is out. */
const LAST_WORD_MS = 2_000;

export interface AgentPace {
  /** How long a posting takes, from its claim to its report; each takes another time in between. */
  readonly minSeconds: number;
  readonly maxSeconds: number;
  /** At most between two polls. */
  readonly pollSeconds: number;
  /** Between a report that was not heard and the next try. */
  readonly tryAgainSeconds: number;
}

interface DemoAgentOptions {
  readonly api: DemoApi;
  readonly baseUrl: string;
  readonly logger: Logger;
  readonly page: DemoPage;
  /** What an earlier run left, if anything. */
  readonly device: DemoDevice | null;
  /** For when there is none, or it turns out to be void. */
  readonly link: () => Promise<DemoDevice>;
  readonly pace: AgentPace;
}

/** Stands for one page's browser with the extension: speaks the extension API over HTTP, posts nowhere. */
export class DemoAgent {
  private readonly stopping = new AbortController();
  /** Resolves when it has stopped, or its page was unlinked. */
  readonly ended: Promise<void>;
  private device: DemoDevice | null;
  private hasPolled = false;
  private attempts = 0;

  constructor(private readonly options: DemoAgentOptions) {
    this.device = options.device;
    this.ended = this.run();
  }

  /** Ends it at once; only a post that is out already is still reported. */
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
        this.device ??= await this.options.link();
        const answer = await this.poll(this.device);
        if (answer?.page?.linked) {
          this.hasPolled = true;
          if (answer.posting) await this.post(answer.posting, this.device);
          waitSeconds = Math.min(waitSeconds, answer.next_poll_seconds);
        } else {
          // Unlinked by somebody who is looking on: that is respected until the next start.
          if (this.hasPolled) return logger.info({ page: page.name }, 'the demo page was unlinked');
          this.device = null;
          waitSeconds = pace.tryAgainSeconds;
        }
      } catch (error) {
        if (signal.aborted) return;
        logger.debug({ err: error, page: page.name }, 'the demo agent could not go on');
      }
      await this.pause(waitSeconds * 1000);
    }
  }

  /** Null where the server knows no such device. */
  private async poll(device: DemoDevice): Promise<PollResponse | null> {
    const { api, baseUrl, page } = this.options;
    try {
      return await api(pollDevice, {
        as: { deviceSecret: device.secret },
        signal: this.stopping.signal,
        body: {
          counts: { ...page.counts },
          // The address changes with the port, from one start to the next.
          ...(this.hasPolled ? {} : { page: { avatar_url: avatarUrl(baseUrl, device) } }),
          time_zone: page.timeZone,
          extension_version: DEMO_EXTENSION_VERSION,
          health: 'ok',
        },
      });
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) return null;
      throw error;
    }
  }

  private async post(posting: ClaimedPosting, device: DemoDevice): Promise<void> {
    const { api, page, pace } = this.options;
    const claim = { as: { deviceSecret: device.secret }, params: { id: posting.id }, signal: this.stopping.signal };
    const { claim_token } = posting;
    const attempt = ++this.attempts;
    // Spread by the golden ratio: no two alike, and the same every time.
    const seconds = pace.minSeconds + (pace.maxSeconds - pace.minSeconds) * ((attempt * 0.618) % 1);

    await this.work(seconds * 0.4);
    await this.report(() => api(reportHeartbeat, { ...claim, body: { claim_token } }));
    await this.work(seconds * 0.4);
    if (page.stumbles && (attempt === 1 || attempt % 3 === 0)) {
      const message = 'The site answered "Something went wrong. Please try again." and kept the post as a draft.';
      await this.report(() => api(reportFailed, { ...claim, body: { claim_token, message, code: 'site_refused' } }));
      return;
    }
    if (!(await this.report(() => api(reportSubmitting, { ...claim, body: { claim_token } })))) return;
    await this.pause(seconds * 200);
    // Said even while stopping: from here on silence would mean that the post may be live.
    const body = { claim_token, external_post_id: `demo-${posting.id}`, posted_at: new Date().toISOString() };
    await this.report(() => api(reportPosted, { ...claim, body, signal: AbortSignal.timeout(LAST_WORD_MS) }));
  }

  /** Says it until it is heard, because the server may be restarting; answers false where a stop came first. */
  private async report(say: () => Promise<unknown>): Promise<boolean> {
    for (;;) {
      try {
        await say();
        return true;
      } catch (error) {
        if (error instanceof ApiFailure && error.status < 500 && error.status !== 429) throw error;
        if (this.stopping.signal.aborted) return false;
        await this.pause(this.options.pace.tryAgainSeconds * 1000);
      }
    }
  }

  /** Throws when it is stopped: the claim is let go then. */
  private work(seconds: number): Promise<void> {
    return sleep(seconds * 1000, undefined, { signal: this.stopping.signal });
  }

  private pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
