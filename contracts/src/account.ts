import { type Static, Type } from '@sinclair/typebox';
import { WidgetProof } from './auth.ts';
import { DownloadTicket } from './downloads.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, text } from './schema.ts';

export const openAccountExport = defineEndpoint({
  method: 'POST',
  path: '/account/export/ticket',
  access: 'user',
  rateLimit: 'export',
  doc: 'The address of a ZIP with all data and pictures of the user, for one download. `data.json` in it has a list for each table. Where not all pictures fit, the oldest ones are left out.',
  response: DownloadTicket,
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
