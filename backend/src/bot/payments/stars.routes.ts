import { createStarsInvoice } from '@flyerdeck/contracts';
import { Api } from 'grammy';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { oneRow, sql } from '../../database/statement.ts';
import { conflict, notFound, unavailable } from '../../server/http/errors.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { type Language, messagesIn } from '../messages/botMessages.ts';
import { readTelegramFailure } from '../outbox/telegram.ts';
import { createInvoice } from './invoice.ts';

/** A person waits for it. */
const ANSWER_WITHIN_SECONDS = 8;

/** Throws 503 if Telegram does not answer, and 409 with its reason if it refuses. */
async function callTelegram<T>(
  { botToken, telegramApiRoot }: Pick<Config, 'botToken' | 'telegramApiRoot'>,
  call: (api: Api) => Promise<T>,
  onRefusal: (reason: string) => T,
): Promise<T> {
  try {
    return await call(new Api(botToken ?? '', { apiRoot: telegramApiRoot, timeoutSeconds: ANSWER_WITHIN_SECONDS }));
  } catch (error) {
    const { kind, reason } = readTelegramFailure(error);
    if (kind === 'refused') return onRefusal(reason);
    throw unavailable('Telegram does not answer right now. Please try again in a moment.');
  }
}

const findLanguage = sql<{ language: Language }, [userId: string]>('SELECT language FROM users WHERE id = $1');

export function mountStarsRoutes(endpoints: EndpointRouter, { config }: AppContext): void {
  endpoints.mount(createStarsInvoice, async ({ db, user, body }) => {
    if (config.starsPrices === null) throw conflict('stars.off', 'Telegram Stars are not accepted.');
    const { language } = await oneRow(findLanguage(db, [user.id]));
    const order = { telegramId: user.telegramId, packageId: body.package_id, messages: messagesIn(language) };
    const invoice = createInvoice(config, order);
    if (!invoice) throw notFound('credits.package_not_found', 'There is no such package.');
    const { title, description, payload, stars } = invoice;
    const prices = [{ label: title, amount: stars }];
    const invoice_url = await callTelegram(
      config,
      (api) => api.createInvoiceLink(title, description, payload, '', 'XTR', prices),
      (reason) => {
        throw new Error(`Telegram refuses the invoice: ${reason}`);
      },
    );
    return { invoice_url };
  });
}

/** A repeat succeeds too. Throws 409 stars.refund_refused with Telegram's reason. */
export const refundStars = (config: Config, telegramId: string, chargeId: string): Promise<true> =>
  callTelegram(
    config,
    (api) => api.refundStarPayment(Number(telegramId), chargeId),
    (reason) => {
      if (reason.includes('CHARGE_ALREADY_REFUNDED')) return true;
      throw conflict('stars.refund_refused', `Telegram refuses the refund: ${reason}`);
    },
  );
