import { badRequest } from './botApiError.ts';
import type { CallPayload } from './requestBody.ts';

export interface Invoice {
  readonly payload: string;
  readonly stars: number;
}

/** What Telegram knows about payments in Stars. */
export class FakePayments {
  readonly invoices = new Map<string, Invoice>();
  /** By the id of the question. */
  readonly answers = new Map<string, { readonly isAccepted: boolean; readonly problem: string; readonly at: number }>();
  /** Questions that Telegram has cancelled. */
  readonly lateQuestions = new Set<string>();
  /** Who paid, by charge id. */
  readonly charges = new Map<string, number>();
  readonly refunds: string[] = [];
}

export function readInvoice(fields: CallPayload['fields']): Invoice {
  const [price, ...others] = fields.prices as { label: string; amount: number }[];
  const payload = String(fields.payload ?? '');
  if (fields.currency !== 'XTR' || !price || others.length > 0) throw badRequest('CURRENCY_INVALID');
  if (payload === '' || Buffer.byteLength(payload) > 128) throw badRequest('INVOICE_PAYLOAD_INVALID');
  const [title, description] = [String(fields.title ?? ''), String(fields.description ?? '')];
  if (title === '' || title.length > 32) throw badRequest('PRODUCT_TITLE_INVALID');
  if (description === '' || description.length > 255) throw badRequest('PRODUCT_DESCRIPTION_INVALID');
  return { payload, stars: price.amount };
}

type PaymentMethod = (telegram: { readonly payments: FakePayments }, call: CallPayload) => unknown;

export const PAYMENT_METHODS: Readonly<Record<string, PaymentMethod>> = {
  createInvoiceLink({ payments }, { fields }) {
    const link = `https://t.me/$invoice${payments.invoices.size}`;
    payments.invoices.set(link, readInvoice(fields));
    return link;
  },
  answerPreCheckoutQuery({ payments }, { fields }) {
    const id = String(fields.pre_checkout_query_id);
    if (payments.lateQuestions.has(id) || payments.answers.has(id))
      throw badRequest('query is too old and response timeout expired or query ID is invalid');
    const problem = String(fields.error_message ?? '');
    payments.answers.set(id, { isAccepted: String(fields.ok) === 'true', problem, at: Date.now() });
    return true;
  },
  refundStarPayment({ payments }, { fields }) {
    const chargeId = String(fields.telegram_payment_charge_id);
    if (payments.charges.get(chargeId) !== Number(fields.user_id)) throw badRequest('CHARGE_NOT_FOUND');
    if (payments.refunds.includes(chargeId)) throw badRequest('CHARGE_ALREADY_REFUNDED');
    payments.refunds.push(chargeId);
    return true;
  },
};
