import { type Static, Type } from '@sinclair/typebox';
import { WidgetProof } from './auth.ts';
import { DownloadTicket } from './downloads.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, nullable, object, text, word } from './schema.ts';

export const AccountExportState = object("The export of the user's data", {
  state: word(['none', 'preparing', 'ready'], 'Whether there is a file'),
  requested_at: nullable(dateTime('When it was requested'), 'Null without an export'),
  expires_at: nullable(dateTime('When the file is deleted'), 'Null until the file is ready'),
  byte_size: Type.Integer({ minimum: 0, description: 'Size of the file in bytes' }),
  files_left_out: count('Pictures that did not fit into one file, the oldest ones'),
});
export type AccountExportState = Static<typeof AccountExportState>;

export const getAccountExport = defineEndpoint({
  path: '/account/export',
  access: 'user',
  doc: "The state of the export of the user's data.",
  response: AccountExportState,
});

export const requestAccountExport = defineEndpoint({
  method: 'POST',
  path: '/account/export',
  access: 'user',
  rateLimit: 'export',
  doc: "Prepares a ZIP with all data and pictures of the user. While one is being prepared, or is less than an hour old, answers that one's state.",
  changes: ['AccountExport/LIST'],
  refetchOnFailure: ['AccountExport/LIST'],
  response: AccountExportState,
});

export const openAccountExport = defineEndpoint({
  method: 'POST',
  path: '/account/export/ticket',
  access: 'user',
  rateLimit: 'export',
  doc: 'The address of the prepared ZIP, for one download. `data.json` in it has a list for each table.',
  // The file may have been deleted meanwhile.
  refetchOnFailure: ['AccountExport/LIST'],
  response: DownloadTicket,
  errors: { 409: ['export.not_ready'] },
});

export const sendComputerLink = defineEndpoint({
  method: 'POST',
  path: '/account/computer-link',
  access: 'user',
  rateLimit: 'export',
  doc: "The bot sends the user the web app's address, to go on at a computer. Within a minute only once.",
  response: closed({ message: text('What happened, for people') }),
});

export const EraseAccountBody = closed({
  confirm: Type.Literal('DELETE', { description: 'The word DELETE, so that no call deletes by mistake' }),
  init_data: Type.Optional(text('Raw Mini App init data as proof, at most 15 minutes old', 8192)),
  widget: Type.Optional(WidgetProof),
});
export type EraseAccountBody = Static<typeof EraseAccountBody>;

export const eraseAccount = defineEndpoint({
  method: 'POST',
  path: '/account/erasure',
  access: 'user',
  rateLimit: 'money',
  doc: 'Deletes the account: it ends at once, and a background job deletes its data. It can not be undone. Needs exactly one fresh proof of Telegram, because a session alone may be stolen; in mock mode none.',
  body: EraseAccountBody,
  errors: {
    403: ['account.proof_missing', 'account.proof_invalid', 'account.proof_stale', 'account.proof_used'],
    409: ['account.is_admin'],
  },
});
