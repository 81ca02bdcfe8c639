import { CREDIT_PACKAGES } from '@flyerdeck/contracts';
import type { Message, RefundedPayment, SuccessfulPayment } from 'grammy/types';
import { User } from '../../accounts/auth/user.entity.ts';
import type { AppContext } from '../../context.ts';
import { lockUser } from '../../credits/credits.query.ts';
import { bookPayment, findPayment, reversePayment } from '../../credits/starPayments.ts';
import type { Db } from '../../database/statement.ts';
import { messagesIn } from '../messages/botMessages.ts';
import { type AppLink, queueText } from '../outbox/outbox.ts';
import { type Invoice, readPayload } from './invoice.ts';

export const isPayment = (message: Message | undefined): message is Message =>
  message?.successful_payment !== undefined || message?.refunded_payment !== undefined;

type Parts = Pick<AppContext, 'config' | 'logger'> & { readonly appLink: AppLink };

/**
 * Within the transaction that marks the update as handled. A refund that arrives before its payment books both, so that the payment
 * is known when it arrives. Returns the user; null if nothing was booked.
 */
export async function handlePayment(
  { appLink, config, logger }: Parts,
  db: Db,
  { chat, successful_payment: paid, refunded_payment: refunded }: Message,
): Promise<string | null> {
  const payment = paid ?? refunded;
  if (!payment) return null;
  const chargeId = payment.telegram_payment_charge_id;
  const telegramId = String(chat.id);
  const user = chat.type === 'private' ? await db.findOneBy(User, { telegramId }) : null;
  const [earlier] = await findPayment(db, [chargeId]);
  const invoice = earlier ? null : readPayload(config.botToken ?? '', payment.invoice_payload);
  if (!user || !(earlier ? earlier.user_id === user.id : invoice && fits(invoice, telegramId, payment))) {
    // The operator refunds it by hand.
    logger.error({ chargeId, stars: payment.total_amount }, 'a payment fits no account or invoice: nothing was booked');
    return null;
  }
  await lockUser(db, [user.id]);
  const booked = invoice && (await bookPayment(db, user.id, chargeId, invoice));
  const entry = refunded ? await reversePayment(db, chargeId) : booked;
  if (entry) {
    const messages = messagesIn(user.language);
    const facts = { credits: Math.abs(entry.amount), balance: entry.balanceAfter };
    const text = messages.stars[refunded ? 'refunded' : 'booked'](facts);
    await queueText(db, telegramId, appLink(text, messages, '/?view=credits'));
  }
  return user.id;
}

const fits = (invoice: Invoice, telegramId: string, { currency, total_amount }: SuccessfulPayment | RefundedPayment) =>
  invoice.telegramId === telegramId &&
  currency === 'XTR' &&
  total_amount === invoice.stars &&
  CREDIT_PACKAGES.some(({ id }) => id === invoice.packageId);
