import type { Api } from 'grammy';

type GrammySignal = NonNullable<Parameters<Api['getUpdates']>[1]>;

/** grammY's type of a signal comes from a polyfill package. */
export const grammySignal = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal;
