import { type Static, Type } from '@sinclair/typebox';
import { selectedUsers } from './admin.ts';
import { BOOKING_TAGS } from './cacheTags.values.ts';
import { AdjustCreditsBody, Booking, CreditTransaction } from './credits.ts';
import { LEDGER_PAGE_SIZE, TRANSACTION_TYPES } from './credits.values.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  closed,
  count,
  dateTime,
  exportTimeZone,
  filled,
  list,
  nullable,
  object,
  paging,
  telegramId,
  text,
  uuid,
  word,
} from './schema.ts';

const CreditUserParams = closed({ telegramId });

export const LedgerEntry = object('An entry of the ledger, for admins', {
  ...CreditTransaction.properties,
  balance_after: count('Balance after this entry'),
  admin_telegram_id: nullable(text(''), 'The admin who booked it; null when no admin did'),
  admin_name: text('Name of the admin, else their username; empty when no admin booked it'),
  star_payment: Type.Optional(
    object('The payment of the purchase in Telegram Stars', {
      stars: count('Stars'),
      charge_id: text("Telegram's id of the payment"),
      refunded_at: nullable(dateTime(''), 'When Telegram gave the Stars back'),
    }),
  ),
});
export type LedgerEntry = Static<typeof LedgerEntry>;

/** A filter that is left out does not restrict the list. */
const ledgerFilter = {
  transaction_type: Type.Optional(word(TRANSACTION_TYPES, 'Only entries of this kind')),
  page_guid: Type.Optional(uuid('Only fees and refunds of this page')),
};

export const listUserLedger = defineEndpoint({
  path: '/credits/admin/users-credits/:telegramId/ledger',
  access: 'admin',
  doc: "A user's ledger, newest first, in pages.",
  params: CreditUserParams,
  query: closed({ ...paging(LEDGER_PAGE_SIZE, 100), ...ledgerFilter }),
  response: closed({
    entries: list(LedgerEntry, 'Entries; none on a page after the last'),
    total: count('All entries that match'),
  }),
  errors: { 404: ['user.not_found'] },
});

export const ExportUserLedgerBody = closed({ user_id: telegramId, ...ledgerFilter, ...exportTimeZone });
export type ExportUserLedgerBody = Static<typeof ExportUserLedgerBody>;

const { user_id, ...adjustment } = AdjustCreditsBody.properties;

export const adjustCreditsOfUsers = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/bulk-adjust',
  access: 'admin',
  doc: 'Adds the same credits to many users, or takes them, of all or of none. An Idempotency-Key header, which it needs, makes a repeat harmless.',
  body: closed({ telegram_ids: selectedUsers, ...adjustment }),
  takesIdempotencyKey: true,
  rateLimit: 'money',
  changes: ['CreditUser', 'Transaction/LIST', 'Balance', 'AdminStats', 'AdminAct'],
  response: closed({ message: text('What happened, for people') }),
  errors: {
    404: ['user.not_found'],
    409: ['credits.idempotency_key_reused'],
    422: ['credits.below_zero', 'credits.too_many'],
  },
});

export const BookPurchaseBody = closed({
  user_id: telegramId,
  package_id: filled('Id of the package that was sold', 64),
});
export type BookPurchaseBody = Static<typeof BookPurchaseBody>;

export const bookPurchase = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/purchases',
  access: 'admin',
  doc: 'Books a package that was sold through support; an Idempotency-Key header makes a repeat harmless.',
  body: BookPurchaseBody,
  takesIdempotencyKey: true,
  rateLimit: 'money',
  changes: BOOKING_TAGS,
  response: Booking,
  errors: {
    404: ['user.not_found', 'credits.package_not_found'],
    409: ['credits.idempotency_key_reused'],
    422: ['credits.too_many'],
  },
});

export const ReversePurchaseBody = closed({
  user_id: telegramId,
  transaction_id: uuid('The purchase that was booked by mistake'),
});
export type ReversePurchaseBody = Static<typeof ReversePurchaseBody>;

export const reversePurchase = defineEndpoint({
  method: 'POST',
  path: '/credits/admin/purchases/reverse',
  access: 'admin',
  doc: 'Takes back all credits of a purchase by a counter-entry, once; a repeat answers with the same entry. Of a purchase that was paid in Stars, Telegram gives the Stars back first.',
  body: ReversePurchaseBody,
  rateLimit: 'money',
  changes: BOOKING_TAGS,
  response: Booking,
  errors: {
    404: ['user.not_found', 'credits.purchase_not_found'],
    409: ['stars.refused'],
    422: ['credits.below_zero'],
  },
});
