import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from 'grammy';
import type { PreCheckoutQuery, Update } from 'grammy/types';
import { User } from '../../accounts/auth/user.entity.ts';
import { languageOf } from '../../accounts/auth/users.service.ts';
import type { AppContext } from '../../context.ts';
import { messagesIn } from '../messages/botMessages.ts';
import type { Messages } from '../messages/en.ts';
import { readTelegramFailure } from '../outbox/telegram.ts';
import { createInvoice } from './invoice.ts';

/** Telegram cancels a payment that is not answered within 10 s. */
const DECIDE_WITHIN_MS = 4_000;
const ANSWER_WITHIN_SECONDS = 5;

/** Answers a pre_checkout_query; other updates are ignored. Never rejects. */
export type Checkout = (update: Update) => Promise<void>;

/** Without the inbox and the outbox: the process that receives the question answers it. Without an answer nothing is charged. */
export function createCheckout(app: Pick<AppContext, 'config' | 'db' | 'logger'>, botToken: string): Checkout {
  const { config, logger } = app;
  const api = new Api(botToken, { apiRoot: config.telegramApiRoot, timeoutSeconds: ANSWER_WITHIN_SECONDS });
  return async ({ pre_checkout_query: query }) => {
    if (!query) return;
    try {
      const messages = messagesIn(languageOf(query.from.language_code) ?? 'en');
      const problem = await Promise.race([findProblem(app, query, messages), tooLate()]).catch((error: Error) => {
        logger.error({ err: error }, 'a payment could not be checked and is refused');
        return messages.stars.unavailable;
      });
      await api.answerPreCheckoutQuery(query.id, problem === null, problem === null ? {} : { error_message: problem });
    } catch (error) {
      const { reason } = readTelegramFailure(error);
      logger.warn({ reason }, 'a payment was not answered, so Telegram charges nothing');
    }
  };
}

async function tooLate(): Promise<never> {
  await sleep(DECIDE_WITHIN_MS, undefined, { ref: false });
  throw new Error(`The database has not answered within ${DECIDE_WITHIN_MS} ms.`);
}

/** Null if the invoice is one of today's, and the account that pays is the one for which it was made. */
async function findProblem(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { from, invoice_payload: payload, currency, total_amount: amount }: PreCheckoutQuery,
  messages: Messages,
): Promise<string | null> {
  const telegramId = String(from.id);
  const current = createInvoice(config, telegramId, payload.split(':')[1] ?? '', messages);
  const isCurrent = current?.payload === payload && currency === 'XTR' && amount === current.stars;
  return isCurrent && (await db.existsBy(User, { telegramId, isActive: true })) ? null : messages.stars.outdated;
}
