import type { Api } from 'grammy';

type GrammySignal = NonNullable<Parameters<Api['getUpdates']>[1]>;

/** grammY takes the type of its signals from a package of its own. */
export const grammySignal = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal;
