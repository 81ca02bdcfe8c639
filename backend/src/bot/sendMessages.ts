import type { AppContext } from '../context.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { growingWaitMs } from './growingWait.ts';
import * as outbox from './outbox.query.ts';
import { prepareCall } from './prepareCall.ts';
import { TakenMessages } from './takenMessages.ts';
import type { Telegram } from './telegram.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

/** Longer than any call lasts: then the other's outcome is written, or it is dead after all. */
const ANOTHER_SENDS_MS = 40_000;

export interface SendingParts {
  readonly app: Pick<AppContext, 'db' | 'files' | 'logger'>;
  readonly telegram: Telegram;
  /** Aborted as soon as the process is told to stop: no further message is begun. */
  readonly stopping: AbortSignal;
}

/**
 * Sends what waits for a chat, one message after the other; what has to wait holds up those behind it, so that the order
 * stays. Nothing is lost: a message leaves the outbox when Telegram has it or has refused it for good. The files are read
 * before and the outcome is written right after the call: a crash between these two is the only one that sends twice.
 */
export function sendMessages(parts: SendingParts): JobHandler<'send_messages'> {
  const { app, telegram, stopping } = parts;
  const taken = new TakenMessages(app.db);
  return async ({ chat_id: chatId }) => {
    for (let waitMs = 0; ; ) {
      const [head] = await outbox.findNextMessage(app.db, [chatId]);
      if (!head) return;
      if (await taken.writeDown(head.id)) continue;
      waitMs = Math.max(waitMs, head.wait_ms);
      if (waitMs > 0 || stopping.aborted) {
        await outbox.comeAgain(app.db, [chatId, waitMs]);
        return;
      }
      const call = await prepareCall(telegram.api, app, chatId, head.payload);
      const [begun] = await outbox.markSending(app.db, [head.id, head.tries]);
      if (!begun) {
        // A job that was taken for dead lives: it, or the next one, goes on.
        await outbox.comeAgain(app.db, [chatId, ANOTHER_SENDS_MS]);
        return;
      }
      if (head.found_sending) {
        app.logger.warn({ messageId: head.id }, 'a message is sent again: its last try ended without an answer');
      }
      let ids: number[];
      try {
        ids = await telegram.gate.pass(call);
      } catch (error) {
        waitMs = await dealWithFailure(parts, { ...head, tries: head.tries + 1 }, error);
        continue;
      }
      taken.add(head.id, ids);
      await taken.writeDown(head.id);
    }
  };
}

/** Answers how long the chat has to wait now, in milliseconds. `tries` counts the one that failed. */
async function dealWithFailure({ app }: SendingParts, head: outbox.HeadRow, error: unknown): Promise<number> {
  const { id, payload, tries } = head;
  if (error instanceof TelegramUnavailable) {
    const waitMs = Math.ceil(error.wasTried ? Math.max(error.waitMs, growingWaitMs(tries)) : error.waitMs);
    await outbox.putBack(app.db, [id, tries, waitMs, error.wasTried, error.message]);
    return waitMs;
  }
  const failure = readTelegramFailure(error);
  if (failure.kind === 'unavailable') throw error;
  if (failure.kind === 'too_fast') {
    const waitMs = failure.retryAfterSeconds * 1000;
    await outbox.putBack(app.db, [id, tries, waitMs, false, `Telegram asked to wait ${failure.retryAfterSeconds} s.`]);
    return waitMs;
  }
  if (payload.kind === 'pictures' && !payload.asDocuments && /^400 (?!.*chat not found)/i.test(failure.reason)) {
    // Telegram looks into photos and dislikes some; as documents it takes them as they are.
    await outbox.changePayload(app.db, [id, tries, JSON.stringify({ ...payload, asDocuments: true }), failure.reason]);
    return 0;
  }
  app.logger.warn({ messageId: id, reason: failure.reason }, 'a message was refused for good and is given up');
  await outbox.markGivenUp(app.db, [id, tries, failure.reason]);
  return 0;
}
