import type { Task } from '@flyerdeck/contracts/types';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { newerOf, phaseOf, unsavedOf } from '../../../data/drafts/draft.ts';
import {
  draftEdited,
  flyerDescribed,
  type PendingFlyer,
  saveRequested,
  selectTextDraft,
  textKey,
} from '../../../data/drafts/draftsSlice.ts';

/** A flyer that is stored on the server (`task`) or being uploaded (`upload`). The upload's key is kept for the task. */
export type FlyerSource =
  | { readonly key: string; readonly task: Task; readonly upload?: undefined }
  | { readonly key: string; readonly task?: undefined; readonly upload: PendingFlyer };

/** The text of a flyer and its autosave. During an upload, the text is stored with the upload. */
export function useFlyerText({ task, upload }: FlyerSource, assistantId: string) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => task && selectTextDraft(state, task._id));
  if (!task) {
    return {
      value: upload.description,
      phase: 'clean',
      error: null,
      change: (description: string) => dispatch(flyerDescribed({ assistantId, key: upload.key, description })),
      saveNow: () => {},
    } as const;
  }
  const key = textKey(task._id);
  return {
    value: unsavedOf(draft).description ?? newerOf(task, draft).description,
    phase: phaseOf(draft),
    error: draft?.failure?.error,
    change: (description: string) => dispatch(draftEdited({ key, patch: { description } })),
    saveNow: () => dispatch(saveRequested({ keys: [key] })),
  };
}
