import type { Assistant, AssistantUpdate, Task } from '@flyerdeck/contracts/types';
import type { ApiError } from '../apiError.ts';

/** Unconfirmed edits of one assistant or flyer, and the state of saving them. */
export interface Draft {
  /** Not sent yet. */
  readonly pending: DraftPatch;
  /** Sent in the current request. */
  readonly inFlight: DraftPatch | null;
  /** The error of the last save and the edits in it; null when it did not fail. */
  readonly failure: { readonly error: unknown; readonly patch: DraftPatch } | null;
  readonly lastAnswer: Assistant | Task | null;
  /** Whether 'Saved' is shown. */
  readonly isJustSaved: boolean;
  /** Number of edits and saves. A timer that was started at an older version does nothing. */
  readonly version: number;
}
/** Changed settings of an assistant, or the changed text of a flyer. */
export type DraftPatch = AssistantUpdate & { readonly description?: string };
export type DraftPhase = 'clean' | 'quiet' | 'saving' | 'saved' | 'failed';

const EMPTY: Draft = { pending: {}, inFlight: null, failure: null, lastAnswer: null, isJustSaved: false, version: 0 };

const isEmpty = (patch: object): boolean => Object.keys(patch).length === 0;

/** All unconfirmed edits. Newer edits replace older ones. */
export const unsavedOf = (draft: Draft | undefined): DraftPatch => ({ ...draft?.inFlight, ...draft?.pending });

export const hasUnsaved = (draft: Draft | undefined): boolean => !isEmpty(unsavedOf(draft));

/** Whether no request is running and all edits are either saved or failed. */
export const isSettled = (draft: Draft | undefined): boolean =>
  !draft || (draft.inFlight === null && (draft.failure !== null || isEmpty(draft.pending)));

export function phaseOf(draft: Draft | undefined): DraftPhase {
  if (!draft) return 'clean';
  if (draft.inFlight) return 'saving';
  if (draft.failure) return 'failed';
  if (!isEmpty(draft.pending)) return 'quiet';
  return draft.isJustSaved ? 'saved' : 'clean';
}

/** The newer of a listed row and the response of the last save. An older list may arrive after the save. */
export function newerOf<Row extends Assistant | Task>(listed: Row, draft: Draft | undefined): Row {
  const answer = draft?.lastAnswer;
  return answer && Date.parse(answer.updatedAt) > Date.parse(listed.updatedAt) ? (answer as Row) : listed;
}

export const edited = (draft: Draft = EMPTY, patch: DraftPatch): Draft => ({
  ...draft,
  pending: { ...draft.pending, ...patch },
  failure: null,
  isJustSaved: false,
  version: draft.version + 1,
});

export const sent = (draft: Draft): Draft => ({
  ...draft,
  pending: {},
  inFlight: draft.pending,
  failure: null,
  isJustSaved: false,
  version: draft.version + 1,
});

export const stored = (draft: Draft, answer: Assistant | Task): Draft => ({
  ...draft,
  inFlight: null,
  lastAnswer: answer,
  isJustSaved: isEmpty(draft.pending),
});

export function failed(draft: Draft, error: ApiError | undefined): Draft {
  const patch = draft.inFlight ?? {};
  return {
    ...draft,
    pending: { ...withoutRefusedPreset(patch, error?.status ?? 0), ...draft.pending },
    inFlight: null,
    failure: { error, patch },
  };
}

/** Removes a refused preset, for example a deleted one. The server would refuse every later save with it. */
function withoutRefusedPreset(patch: DraftPatch, status: number): DraftPatch {
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  if (!isRefusal || !patch.preset_id) return patch;
  const { preset_id: _id, preset_name: _name, posting_rules: _rules, ...others } = patch;
  return others;
}
