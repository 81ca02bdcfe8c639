import type { UnknownAction } from '@reduxjs/toolkit';
import type { CallMeta } from '../../data/baseQuery.ts';

interface QueryAction {
  readonly meta?: { readonly baseQueryMeta?: CallMeta; readonly requestId?: string };
}

/** The network call that an action is the answer of. */
export const callOf = (action: UnknownAction): CallMeta | undefined => (action as QueryAction).meta?.baseQueryMeta;

/** Actions of the same call have the same id. */
export const callIdOf = (action: UnknownAction): string | undefined => (action as QueryAction).meta?.requestId;
