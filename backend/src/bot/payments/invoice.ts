import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import { packagesForSale } from '../../credits/starPayments.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import type { Messages } from '../messages/en.ts';
import type { InvoicePayload } from '../outbox/outbox.ts';

/** The contents of an invoice: what is booked when it is paid, whatever the package costs by then. */
export interface Invoice {
  readonly telegramId: string;
  readonly packageId: string;
  readonly stars: number;
  readonly credits: number;
}

/** Signed, so that nothing else that was paid to the bot counts as a purchase. Two texts of an invoice are equal if their contents are. */
export function writePayload(botToken: string, { telegramId, packageId, stars, credits }: Invoice): string {
  const text = `${telegramId}:${packageId}:${stars}:${credits}`;
  const signature = createHmac('sha256', botToken).update(`flyerdeck invoice ${text}`).digest('base64url');
  return `${text}:${signature}`;
}

/** Null if this bot has not signed it. */
export function readPayload(botToken: string, payload: string): Invoice | null {
  const [telegramId = '', packageId = '', stars, credits] = payload.split(':');
  const invoice = { telegramId, packageId, stars: Number(stars), credits: Number(credits) };
  return timingSafeEqual(hashSecret(payload), hashSecret(writePayload(botToken, invoice))) ? invoice : null;
}

/** Only this Telegram account can pay it. Null if the package is not sold for Stars. */
export function createInvoice(
  config: Pick<Config, 'botToken' | 'starsPrices'>,
  telegramId: string,
  packageId: string,
  { stars: texts }: Messages,
): InvoicePayload | null {
  const { stars, total_credits: credits = 0 } = packagesForSale(config).find(({ id }) => id === packageId) ?? {};
  if (stars === undefined || config.botToken === null) return null;
  const invoice = { telegramId, packageId, stars, credits };
  const payload = writePayload(config.botToken, invoice);
  return { kind: 'invoice', title: texts.offer(invoice), description: texts.description(credits), payload, stars };
}
