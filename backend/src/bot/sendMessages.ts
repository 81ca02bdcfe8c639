import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from 'grammy/types';
import type { AppContext } from '../context.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { backoffMs } from './backoff.ts';
import * as outbox from './outbox.query.ts';
import { prepareCall } from './prepareCall.ts';
import type { Telegram } from './telegram.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

/** Longer than any call. After this time the other worker has recorded the result or is dead. */
const OTHER_WORKER_MS = 40_000;

interface Parts {
  readonly app: Pick<AppContext, 'db' | 'files' | 'logger'>;
  readonly telegram: Telegram;
  /** Aborts as soon as the process begins to stop. No further message is started then. */
  readonly stopping: AbortSignal;
}

/**
 * Sends a chat's waiting messages one after the other. A message that has to wait delays the later ones, which keeps the order.
 * A message leaves the outbox only when Telegram has accepted it or refused it permanently. Files are read before the call, and
 * the result is recorded immediately after it. Only a crash in between sends a message twice.
 */
export function sendMessages(parts: Parts): JobHandler<'send_messages'> {
  const { app, telegram, stopping } = parts;
  /**
   * Messages that Telegram has accepted and that are not yet marked as sent, by their ids. They are kept in memory, so that
   * this process does not send them again after an outage of the database.
   */
  const accepted = new Map<string, readonly Message[]>();
  const recordAccepted = async (id: string): Promise<boolean> => {
    const telegramMessageIds = accepted.get(id)?.map(({ message_id }) => message_id);
    if (!telegramMessageIds) return false;
    // Retried, because another worker would send the message again after this job has failed.
    await retryBriefly(() => outbox.markSent(app.db, [id, telegramMessageIds]));
    return accepted.delete(id);
  };
  return async ({ chat_id: chatId }) => {
    for (let waitMs = 0; ; ) {
      const [head] = await outbox.findNextMessage(app.db, [chatId]);
      if (!head) return;
      if (await recordAccepted(head.id)) continue;
      waitMs = Math.max(waitMs, head.wait_ms);
      if (waitMs > 0 || stopping.aborted) {
        await outbox.enqueueAgain(app.db, [chatId, waitMs]);
        return;
      }
      const call = await prepareCall(telegram.api, app, Number(chatId), head.payload);
      const [begun] = await outbox.markSending(app.db, [head.id, head.tries]);
      if (!begun) {
        // Another worker that was considered dead is still sending this message. The next job continues after it.
        await outbox.enqueueAgain(app.db, [chatId, OTHER_WORKER_MS]);
        return;
      }
      if (head.found_sending) {
        app.logger.warn({ messageId: head.id }, 'a message is sent again: its last try ended without an answer');
      }
      try {
        accepted.set(head.id, await telegram.circuitBreaker.run(call));
      } catch (error) {
        waitMs = await recordFailure(parts, { ...head, tries: head.tries + 1 }, error);
        continue;
      }
      await recordAccepted(head.id);
    }
  };
}

/** Tries for about a second; throws the last error. */
async function retryBriefly(work: () => Promise<unknown>): Promise<void> {
  for (const waitMs of [100, 300, 600]) {
    try {
      await work();
      return;
    } catch {
      await sleep(waitMs);
    }
  }
  await work();
}

/** Returns the time in milliseconds for which the chat has to wait. `tries` includes the failed try. */
async function recordFailure({ app }: Parts, head: outbox.HeadRow, error: unknown): Promise<number> {
  const { id, payload, tries } = head;
  if (error instanceof TelegramUnavailable) {
    const waitMs = Math.ceil(error.isInDoubt ? Math.max(error.waitMs, backoffMs(tries)) : error.waitMs);
    await outbox.putBack(app.db, [id, tries, waitMs, error.isInDoubt, error.message]);
    return waitMs;
  }
  const { reason } = readTelegramFailure(error);
  if (payload.kind === 'pictures' && !payload.asDocuments && /^400 (?!.*chat not found)/i.test(reason)) {
    // Telegram checks photos and refuses some; it accepts any picture as a document.
    await outbox.changePayload(app.db, [id, tries, JSON.stringify({ ...payload, asDocuments: true }), reason]);
    return 0;
  }
  app.logger.warn({ messageId: id, reason }, 'a message was refused permanently and is given up');
  await outbox.markGivenUp(app.db, [id, tries, reason]);
  return 0;
}
