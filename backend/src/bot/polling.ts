import type { Api } from 'grammy';
import type { AppContext } from '../context.ts';
import { withProcessLock } from '../database/processLock.query.ts';
import type { Db } from '../database/statement.ts';
import { grammySignal } from './grammySignal.ts';
import { pause, retryUntilStopped } from './retryUntilStopped.ts';
import { isUpdate, storeUpdates, WANTED_UPDATES } from './updates.query.ts';

/** How long Telegram keeps a request for updates open when there are none. */
export const POLL_SECONDS = 30;
const LOCK_AGAIN_MS = 5_000;
const UPDATES_AT_ONCE = 100;

interface Polling extends Pick<AppContext, 'db' | 'logger'> {
  /** The timeout of `api` must be longer than POLL_SECONDS. */
  readonly api: Api;
  readonly stop: AbortSignal;
}

/** Polls Telegram for updates until `stop` aborts. Only one process polls at a time; the others wait for the lock. */
export async function pollForUpdates({ api, db, logger, stop }: Polling): Promise<void> {
  let isStandingBy = false;
  await retryUntilStopped({
    name: 'receiving from Telegram',
    logger,
    stop,
    async work(succeeded) {
      while (!stop.aborted) {
        const hadLock = await withProcessLock(db, 'telegramPolling', (lost) => {
          isStandingBy = false;
          return poll(api, db, AbortSignal.any([stop, lost]), succeeded);
        });
        if (hadLock) continue;
        if (!isStandingBy) logger.info('another process receives from Telegram: waiting for its lock');
        isStandingBy = true;
        await pause(LOCK_AGAIN_MS, stop);
      }
    },
  });
}

/** Requests updates and stores them. The next request acknowledges the updates of the one before. */
async function poll(api: Api, db: Db, stop: AbortSignal, succeeded: () => void): Promise<void> {
  const signal = grammySignal(stop);
  // While a webhook is set, Telegram refuses polling. Pending updates are kept.
  await api.deleteWebhook({ drop_pending_updates: false }, signal);
  for (let offset = 0; !stop.aborted; ) {
    const updates = await api.getUpdates(
      { offset, timeout: POLL_SECONDS, limit: UPDATES_AT_ONCE, allowed_updates: WANTED_UPDATES },
      signal,
    );
    succeeded();
    await storeUpdates(db, updates);
    const last = updates.findLast(isUpdate);
    if (last) offset = last.update_id + 1;
  }
}
