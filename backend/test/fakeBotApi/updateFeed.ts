import { BotApiError } from './botApiError.ts';
import type { FakeTelegram, FakeUpdate } from './fakeTelegram.ts';

const DELIVER_AGAIN_MS = 200;

interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/** Delivers updates to a bot, by getUpdates or by its webhook. */
export class UpdateFeed {
  private webhook: Webhook | null = null;
  private delivering = false;
  private readonly waiters = new Set<() => void>();
  private endCurrentPoll: (() => void) | null = null;
  private closed = false;
  /** Address that replaces the webhook's https origin, because tests have no https server. */
  deliverTo: string | null = null;

  constructor(private readonly telegram: FakeTelegram) {
    telegram.onUpdate = () => {
      for (const wake of [...this.waiters]) wake();
      void this.deliver();
    };
  }

  get webhookUrl(): string | null {
    return this.webhook?.url ?? null;
  }

  setWebhook(url: string, secret: string): void {
    if (!url.startsWith('https://')) {
      throw new BotApiError(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook');
    }
    this.webhook = { url, secret };
    void this.deliver();
  }

  deleteWebhook(): void {
    this.webhook = null;
  }

  /** Waits for updates until the timeout. As with Telegram, a second call ends the first one with an error. */
  async ask(offset: number, limit: number, timeoutSeconds: number): Promise<FakeUpdate[]> {
    if (this.webhook) {
      throw new BotApiError(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook first",
      );
    }
    this.endCurrentPoll?.();
    let ended = false;
    const end = () => {
      ended = true;
      for (const wake of [...this.waiters]) wake();
    };
    this.endCurrentPoll = end;
    const deadline = Date.now() + timeoutSeconds * 1000;
    for (;;) {
      if (ended) {
        throw new BotApiError(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      }
      const updates = this.telegram.updatesFrom(offset, limit);
      const left = deadline - Date.now();
      if (updates.length > 0 || left <= 0 || this.closed) {
        if (this.endCurrentPoll === end) this.endCurrentPoll = null;
        return updates;
      }
      await this.untilWoken(left);
    }
  }

  close(): void {
    this.closed = true;
    for (const wake of [...this.waiters]) wake();
  }

  private untilWoken(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiters.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiters.add(wake);
    });
  }

  private async deliver(): Promise<void> {
    if (this.delivering) return;
    this.delivering = true;
    try {
      for (;;) {
        const [update] = this.telegram.updatesFrom(0, 1);
        if (!update || !this.webhook || this.closed) return;
        if (await this.post(this.webhook, update)) this.telegram.acknowledge(update.update_id);
        else await this.untilWoken(DELIVER_AGAIN_MS);
      }
    } finally {
      this.delivering = false;
    }
  }

  private async post({ url, secret }: Webhook, update: FakeUpdate): Promise<boolean> {
    const target = this.deliverTo === null ? url : `${this.deliverTo}${new URL(url).pathname}`;
    try {
      const { ok } = await fetch(target, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': secret },
        body: JSON.stringify(update),
      });
      return ok;
    } catch {
      return false;
    }
  }
}
