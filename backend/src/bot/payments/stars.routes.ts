import { createStarsInvoice } from '@flyerdeck/contracts';
import { Api } from 'grammy';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { conflict, type HttpError, notFound, unavailable } from '../../server/http/errors.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { messagesIn } from '../messages/botMessages.ts';
import { readTelegramFailure } from '../outbox/telegram.ts';
import { createInvoice } from './invoice.ts';

/** A person waits for it. */
const ANSWER_WITHIN_SECONDS = 8;

const apiOf = ({ botToken, telegramApiRoot }: Config) =>
  new Api(botToken ?? '', { apiRoot: telegramApiRoot, timeoutSeconds: ANSWER_WITHIN_SECONDS });

function refusalOf(error: unknown): HttpError {
  const { kind, reason } = readTelegramFailure(error);
  if (kind === 'refused') return conflict('stars.refused', `Telegram refuses it: ${reason}`);
  return unavailable('Telegram does not answer right now. Please try again in a moment.');
}

export function mountStarsRoutes(endpoints: EndpointRouter, { config }: AppContext): void {
  endpoints.mount(createStarsInvoice, async ({ user, body }) => {
    if (config.starsPrices === null) throw conflict('stars.off', 'Telegram Stars are not accepted.');
    // In the language of the web app.
    const invoice = createInvoice(config, user.telegramId, body.package_id, messagesIn('en'));
    if (!invoice) throw notFound('credits.package_not_found', 'There is no such package.');
    const { title, description, payload, stars } = invoice;
    const prices = [{ label: title, amount: stars }];
    try {
      return { invoice_url: await apiOf(config).createInvoiceLink(title, description, payload, '', 'XTR', prices) };
    } catch (error) {
      throw refusalOf(error);
    }
  });
}

/** A repeat succeeds too. */
export async function refundStars(config: Config, telegramId: string, chargeId: string): Promise<void> {
  try {
    await apiOf(config).refundStarPayment(Number(telegramId), chargeId);
  } catch (error) {
    if (!readTelegramFailure(error).reason.includes('CHARGE_ALREADY_REFUNDED')) throw refusalOf(error);
  }
}
