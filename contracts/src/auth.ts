import { type Static, Type } from '@sinclair/typebox';
import { DownloadTicket } from './downloads.ts';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, dateTime, filled, flag, list, nullable, object, person, text, uuid } from './schema.ts';

/** The hash covers exactly the fields of the Login Widget's callback. */
export const WidgetProof = object('Proof from the Login Widget: at most 5 minutes old, used once', {
  id: Type.Union([Type.String(), Type.Integer()], { description: 'Telegram id' }),
  first_name: Type.Optional(text('First name')),
  last_name: Type.Optional(text('Last name')),
  username: Type.Optional(text('Username without @')),
  photo_url: Type.Optional(text('Address of the profile picture')),
  auth_date: Type.Union([Type.String(), Type.Integer()], { description: 'Unix time of the sign-in, in seconds' }),
  hash: text('HMAC-SHA256 of the other fields, hex'),
});
export type WidgetProof = Static<typeof WidgetProof>;

export const SignInBody = closed({
  telegram_id: filled('Telegram id of the person', 32),
  username: Type.Optional(nullable(text('', 256), 'Username; the id where there is none')),
  first_name: Type.Optional(nullable(text('', 256), 'First name')),
  last_name: Type.Optional(nullable(text('', 256), 'Last name')),
  init_data: Type.Optional(text('Raw Mini App init data as proof, at most one hour old', 8192)),
  widget: Type.Optional(WidgetProof),
});
export type SignInBody = Static<typeof SignInBody>;

export const SignInResponse = closed({
  session_token: text('Send as X-Session-Token'),
  telegram_id: text('Send as X-Telegram-ID'),
});
export type SignInResponse = Static<typeof SignInResponse>;

export const CurrentUser = closed({
  ...person,
  is_admin: flag('May use the admin area'),
  is_active: flag('Whether the account is active'),
  credits_balance: count('Current balance in credits'),
  created_at: dateTime('First sign-in'),
  bot_may_write: flag('Whether the bot may send messages, as far as Telegram has said'),
});
export type CurrentUser = Static<typeof CurrentUser>;

export const signIn = defineEndpoint({
  method: 'POST',
  path: '/auth/telegram',
  access: 'public',
  doc: 'Signs a user in by exactly one proof (Mini App init data or Login Widget), or without proof in mock mode.',
  body: SignInBody,
  rateLimit: 'sign_in',
  response: SignInResponse,
  errors: {
    401: ['auth.proof_missing', 'auth.proof_invalid', 'auth.proof_stale', 'auth.proof_used', 'auth.deactivated'],
  },
});

export const startOidc = defineEndpoint({
  method: 'POST',
  path: '/auth/oidc/start',
  access: 'public',
  doc: 'Begins a sign-in by OpenID Connect, where the operator has set it up.',
  body: closed({}),
  rateLimit: 'sign_in',
  response: closed({ url: text('Where the person signs in; its `state` comes back to /auth/callback') }),
  errors: { 409: ['auth.oidc_off'] },
});

export const finishOidc = defineEndpoint({
  method: 'POST',
  path: '/auth/oidc',
  access: 'public',
  doc: 'Signs a user in by the code with which the provider has led to /auth/callback. A code is accepted once.',
  body: closed({ proof: filled('The query of the callback, without the question mark', 4096) }),
  rateLimit: 'sign_in',
  response: SignInResponse,
  errors: {
    401: ['auth.proof_invalid', 'auth.proof_stale', 'auth.proof_used', 'auth.deactivated'],
    409: ['auth.oidc_off'],
  },
});

export const me = defineEndpoint({
  path: '/auth/me',
  doc: 'The signed-in user. Clients call it to verify a stored session.',
  response: CurrentUser,
});

export const signOut = defineEndpoint({
  method: 'POST',
  path: '/auth/logout',
  doc: 'Ends this session.',
});

export const OwnSession = closed({
  id: uuid('Id of the session'),
  browser: text("What it was started with, without versions: 'Chrome on Windows'; empty where that is not known"),
  created_at: dateTime('When it was started'),
  last_used_at: dateTime('Last call, up to ten minutes early'),
  is_current: flag('The session that asks'),
});
export type OwnSession = Static<typeof OwnSession>;

export const listSessions = defineEndpoint({
  path: '/auth/sessions',
  doc: "The user's sessions that are still accepted: the one that asks, then the one used last.",
  response: closed({ sessions: list(OwnSession, 'Sessions') }),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  doc: "Ends one of the user's own sessions.",
  params: closed({ id: uuid('Id of the session') }),
  changes: ['Session/LIST'],
  refetchOnFailure: ['Session/LIST'],
  errors: { 404: ['session.not_found'] },
});

/** In index.html. A missing setting follows the flags of the build. */
export interface WebAppSettings {
  /** Only in the demo, never in production. */
  readonly mockAuth?: boolean;
  /** Without the @. */
  readonly botUsername?: string;
  /** Whether there is a sign-in by OpenID Connect. */
  readonly hasOidc?: boolean;
  /** When the backup was made that `restoreBackup` offers. */
  readonly backupMadeAt?: string;
}

export const openAccountExport = defineEndpoint({
  method: 'POST',
  path: '/account/export/ticket',
  rateLimit: 'export',
  doc: 'The address of a ZIP with all data and pictures of the user, for one download. `data.json` in it has a list for each table. Where not all pictures fit, the oldest ones are left out.',
  response: DownloadTicket,
});

export const sendComputerLink = defineEndpoint({
  method: 'POST',
  path: '/account/computer-link',
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
  rateLimit: 'money',
  doc: 'Deletes the account: it ends at once, and a background job deletes its data. It cannot be undone. Needs exactly one fresh proof of Telegram, because a session alone may be stolen; in mock mode none.',
  body: EraseAccountBody,
  errors: {
    403: ['account.proof_missing', 'account.proof_invalid', 'account.proof_stale', 'account.proof_used'],
    409: ['account.is_admin'],
  },
});
