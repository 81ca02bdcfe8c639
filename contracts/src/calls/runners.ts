// Written by `npm run calls` from runners.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../runners.ts';

export const endRunner: Call<typeof contracts.endRunner> = { method: 'DELETE', path: '/runners/:id', changes: ['Runner/LIST', 'Page'], refetchOnFailure: ['Runner/LIST'] };
export const listRunners: Call<typeof contracts.listRunners> = { path: '/runners' };
export const pairRunner: Call<typeof contracts.pairRunner> = { method: 'POST', path: '/runners', changes: ['Runner/LIST'] };
