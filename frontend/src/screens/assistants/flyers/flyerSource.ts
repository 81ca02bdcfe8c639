import type { Task } from '@flyerdeck/contracts/types';
import type { AssistantDrafts, TextAutosave } from '../drafts/assistantDrafts.ts';
import type { PendingFlyer } from '../drafts/FlyerUploads.ts';

/** Where a card's flyer lives: on the server, or still on its way there. */
export type FlyerSource =
  | { readonly kind: 'task'; readonly key: string; readonly task: Task; readonly text: TextAutosave }
  | { readonly kind: 'pending'; readonly key: string; readonly flyer: PendingFlyer };

/** The flyers in their order, those being uploaded last, each under the key it keeps for good. */
export function flyerSources(
  tasks: readonly Task[],
  pending: readonly PendingFlyer[],
  drafts: Pick<AssistantDrafts, 'text' | 'uploads'>,
): FlyerSource[] {
  return [
    ...tasks.map(
      (task): FlyerSource => ({
        kind: 'task',
        key: drafts.uploads.cardKey(task._id),
        task,
        text: drafts.text(task._id),
      }),
    ),
    ...pending.map((flyer): FlyerSource => ({ kind: 'pending', key: flyer.key, flyer })),
  ];
}
