import { type Api, GrammyError } from 'grammy';
import type { Logger } from 'pino';
import type { Db } from '../database/statement.ts';
import { grammySignal } from './grammySignal.ts';
import { type PollingLock, tryPollingLock } from './pollingLock.query.ts';
import { createBackoff, pause } from './retryUntilStopped.ts';
import { readTelegramFailure } from './telegramFailure.ts';
import { storeUpdates, WANTED_UPDATES } from './updates.query.ts';

/** How long Telegram holds a request for updates open when there are none. */
export const POLL_SECONDS = 30;
const LOCK_AGAIN_MS = 5_000;
const UPDATES_AT_ONCE = 100;

interface Polling {
  /** Its timeout must be longer than POLL_SECONDS. */
  readonly api: Api;
  readonly db: Db;
  readonly logger: Logger;
  readonly stop: AbortSignal;
}

/**
 * Polls Telegram for updates until told to stop, while no other process does. Requesting the next update acknowledges
 * the one before, and happens only after that was stored.
 */
export async function pollForUpdates(polling: Polling): Promise<void> {
  const { db, logger, stop } = polling;
  const backoff = createBackoff({
    name: 'receiving from Telegram',
    logger,
    stop,
    reasonOf: (error) => {
      const failure = readTelegramFailure(error);
      return 'reason' in failure ? failure.reason : `asked to wait ${failure.retryAfterSeconds} s`;
    },
  });
  let hasLoggedStandby = false;
  while (!stop.aborted) {
    let lock: PollingLock | null = null;
    try {
      lock = await tryPollingLock(db);
      if (lock) {
        hasLoggedStandby = false;
        await pollUnderLock(polling, lock, () => backoff.succeeded());
      } else {
        if (!hasLoggedStandby) logger.info('another process receives from Telegram; standing by');
        hasLoggedStandby = true;
        await pause(LOCK_AGAIN_MS, stop);
      }
    } catch (error) {
      if (!stop.aborted) await backoff.failed(error);
    } finally {
      await lock?.release();
    }
  }
}

async function pollUnderLock({ api, db, stop }: Polling, lock: PollingLock, onAnswer: () => void): Promise<void> {
  const over = AbortSignal.any([stop, lock.lost]);
  const signal = grammySignal(over);
  let offset = 0;
  let isWebhookGone = false;
  while (!over.aborted) {
    if (!isWebhookGone) {
      // While a webhook is set, Telegram refuses polling. Pending updates are kept.
      await api.deleteWebhook({ drop_pending_updates: false }, signal);
      isWebhookGone = true;
    }
    const updates = await api
      .getUpdates({ offset, timeout: POLL_SECONDS, limit: UPDATES_AT_ONCE, allowed_updates: WANTED_UPDATES }, signal)
      .catch((error: unknown) => {
        if (error instanceof GrammyError && error.error_code === 409) isWebhookGone = false;
        throw error;
      });
    onAnswer();
    await storeUpdates(db, updates);
    const last = updates.at(-1);
    if (last) offset = last.update_id + 1;
  }
}
