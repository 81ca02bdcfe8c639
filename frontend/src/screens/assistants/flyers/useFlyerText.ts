import { useSyncExternalStore } from 'react';
import type { AssistantDrafts, TextAutosave } from '../drafts/assistantDrafts.ts';
import type { FlyerSource } from './flyerSource.ts';

type TextState = ReturnType<TextAutosave['getState']>;

const NEVER_EDITED: TextState = { unsaved: {}, phase: 'clean', failure: null, lastAnswer: null };
const neverChanges = () => () => {};

export interface FlyerText {
  readonly value: string;
  readonly phase: TextState['phase'];
  readonly error: unknown;
  change(text: string): void;
  saveNow(): void;
}

/** The text of a flyer wherever it lives; a text typed during the upload goes on being edited after it. */
export function useFlyerText(source: FlyerSource, uploads: AssistantDrafts['uploads']): FlyerText {
  const autosave = source.kind === 'task' ? source.text : null;
  const state = useSyncExternalStore<TextState>(
    autosave?.subscribe ?? neverChanges,
    autosave?.getState ?? (() => NEVER_EDITED),
  );
  if (source.kind === 'pending') {
    const { key, description } = source.flyer;
    return {
      value: description,
      phase: 'clean',
      error: null,
      change: (text) => uploads.describe(key, text),
      saveNow: () => {},
    };
  }
  const { task, text } = source;
  const { lastAnswer } = state;
  const stored = lastAnswer && Date.parse(lastAnswer.updatedAt) > Date.parse(task.updatedAt) ? lastAnswer : task;
  return {
    value: state.unsaved.description ?? stored.description,
    phase: state.phase,
    error: state.failure?.error ?? null,
    change: (description) => text.edit({ description }),
    saveNow: () => void text.flush(),
  };
}
