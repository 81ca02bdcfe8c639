import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { type DraftPhase, newerOf, phaseOf, unsavedOf } from '../../../data/drafts/draft.ts';
import {
  draftEdited,
  flyerDescribed,
  saveRequested,
  selectTextDraft,
  textKey,
} from '../../../data/drafts/draftsSlice.ts';
import type { FlyerSource } from './flyerSource.ts';

interface FlyerText {
  readonly value: string;
  readonly phase: DraftPhase;
  readonly error: unknown;
  change(text: string): void;
  saveNow(): void;
}

/** The text of a flyer wherever it is; a text typed during the upload is edited on after it. */
export function useFlyerText(source: FlyerSource, assistantId: string): FlyerText {
  const dispatch = useAppDispatch();
  const taskId = source.kind === 'task' ? source.task._id : null;
  const draft = useAppSelector((state) => (taskId === null ? undefined : selectTextDraft(state, taskId)));
  if (source.kind === 'pending') {
    const { key, flyer } = source;
    return {
      value: flyer.description,
      phase: 'clean',
      error: null,
      change: (description) => dispatch(flyerDescribed({ assistantId, key, description })),
      saveNow: () => {},
    };
  }
  const key = textKey(source.task._id);
  return {
    value: unsavedOf(draft).description ?? newerOf(source.task, draft).description,
    phase: phaseOf(draft),
    error: draft?.failure?.error ?? null,
    change: (description) => dispatch(draftEdited({ key, patch: { description } })),
    saveNow: () => dispatch(saveRequested({ keys: [key] })),
  };
}
