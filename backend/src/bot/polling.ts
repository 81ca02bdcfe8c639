import { type Api, GrammyError } from 'grammy';
import type { Logger } from 'pino';
import type { Db } from '../database/statement.ts';
import { grammySignal } from './grammySignal.ts';
import { createPersistence, pause } from './persistent.ts';
import { type ReceivingLock, tryReceivingLock } from './receivingLock.query.ts';
import { readTelegramFailure } from './telegramFailure.ts';
import { storeUpdates, WANTED_UPDATES } from './updates.query.ts';

/** How long Telegram holds a question for updates open while there are none. */
export const POLL_SECONDS = 30;
const LOCK_AGAIN_MS = 5_000;
const UPDATES_AT_ONCE = 100;

interface Polling {
  /** Its calls must be given longer than POLL_SECONDS. */
  readonly api: Api;
  readonly db: Db;
  readonly logger: Logger;
  readonly stop: AbortSignal;
}

/**
 * Asks Telegram for updates until told to stop, if no other process does. An update is acknowledged by asking for the next
 * one, and that happens only after it was stored.
 */
export async function pollForUpdates(polling: Polling): Promise<void> {
  const { db, logger, stop } = polling;
  const persistence = createPersistence({
    name: 'receiving from Telegram',
    logger,
    stop,
    reasonOf: (error) => {
      const failure = readTelegramFailure(error);
      return 'reason' in failure ? failure.reason : `asked to wait ${failure.retryAfterSeconds} s`;
    },
  });
  let saidWaiting = false;
  while (!stop.aborted) {
    let lock: ReceivingLock | null = null;
    try {
      lock = await tryReceivingLock(db);
      if (lock) {
        saidWaiting = false;
        await pollUnderLock(polling, lock, () => persistence.succeeded());
      } else {
        if (!saidWaiting) logger.info('another process receives from Telegram; standing by');
        saidWaiting = true;
        await pause(LOCK_AGAIN_MS, stop);
      }
    } catch (error) {
      if (!stop.aborted) await persistence.failed(error);
    } finally {
      await lock?.release();
    }
  }
}

async function pollUnderLock({ api, db, stop }: Polling, lock: ReceivingLock, onAnswer: () => void): Promise<void> {
  const over = AbortSignal.any([stop, lock.lost]);
  const signal = grammySignal(over);
  let offset = 0;
  let isWebhookGone = false;
  while (!over.aborted) {
    if (!isWebhookGone) {
      // While a webhook is set, Telegram refuses to be asked. What waits there is kept.
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
