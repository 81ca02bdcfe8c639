import type { Task } from '@flyerdeck/contracts/types';
import type { PendingFlyer } from '../../../data/drafts/draftsSlice.ts';

/** Where a card's flyer is: on the server, or being uploaded. */
export type FlyerSource =
  | { readonly kind: 'task'; readonly key: string; readonly task: Task }
  | { readonly kind: 'pending'; readonly key: string; readonly flyer: PendingFlyer };

/** The flyers in their order, those being uploaded last, each under the key it keeps for good. */
export const flyerSources = (
  tasks: readonly Task[],
  pending: readonly PendingFlyer[],
  cardKeys: Readonly<Record<string, string>>,
): FlyerSource[] => [
  ...tasks.map((task): FlyerSource => ({ kind: 'task', key: cardKeys[task._id] ?? task._id, task })),
  ...pending.map((flyer): FlyerSource => ({ kind: 'pending', key: flyer.key, flyer })),
];
