// Written by `npm run calls` from auth.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../auth.ts';

export const endSession: Call<typeof contracts.endSession> = { method: 'DELETE', path: '/auth/sessions/:id', changes: ['Session/LIST'], refetchOnFailure: ['Session/LIST'] };
export const eraseAccount: Call<typeof contracts.eraseAccount> = { method: 'POST', path: '/account/erasure' };
export const listSessions: Call<typeof contracts.listSessions> = { path: '/auth/sessions' };
export const me: Call<typeof contracts.me> = { path: '/auth/me' };
export const openAccountExport: Call<typeof contracts.openAccountExport> = { method: 'POST', path: '/account/export/ticket' };
export const sendComputerLink: Call<typeof contracts.sendComputerLink> = { method: 'POST', path: '/account/computer-link' };
export const signIn: Call<typeof contracts.signIn> = { method: 'POST', path: '/auth/telegram', access: 'public' };
export const signOut: Call<typeof contracts.signOut> = { method: 'POST', path: '/auth/logout' };
