// Written by `npm run calls` from attention.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../attention.ts';

export const getAttention: Call<typeof contracts.getAttention> = { path: '/attention' };
export const retryAttention: Call<typeof contracts.retryAttention> = { method: 'POST', path: '/attention/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] };
