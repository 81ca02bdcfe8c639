// Written by `npm run calls` from account.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../account.ts';

export const eraseAccount: Call<typeof contracts.eraseAccount> = { method: 'POST', path: '/account/erasure' };
export const openAccountExport: Call<typeof contracts.openAccountExport> = { method: 'POST', path: '/account/export/ticket' };
export const sendComputerLink: Call<typeof contracts.sendComputerLink> = { method: 'POST', path: '/account/computer-link' };
