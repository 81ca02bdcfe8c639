import type { Assistant, AssistantUpdate, Task } from '@flyerdeck/contracts/types';
import type { ApiError } from '../apiError.ts';

export interface Draft {
  readonly pending: DraftPatch;
  readonly inFlight: DraftPatch | null;
  /** The error of the last save and the edits that it sent; null if it succeeded, and after a new edit or request. */
  readonly failure: { readonly error: unknown; readonly patch: DraftPatch } | null;
  readonly lastResponse: Assistant | Task | null;
  readonly isJustSaved: boolean;
  /** Increases with every edit and every sent request. A timer that was started at an older version does nothing. */
  readonly version: number;
}
export type DraftPatch = AssistantUpdate & { readonly description?: string };
type DraftPhase = 'clean' | 'debouncing' | 'saving' | 'saved' | 'failed';

const EMPTY: Draft = { pending: {}, inFlight: null, failure: null, lastResponse: null, isJustSaved: false, version: 0 };

const isEmpty = (patch: object): boolean => Object.keys(patch).length === 0;

/** Newer edits replace older ones. Of the rules, a patch has only those that were changed. */
function mergePatches(older: DraftPatch, newer: DraftPatch): DraftPatch {
  const rules = { ...older.posting_rules, ...newer.posting_rules };
  return { ...older, ...newer, ...(!isEmpty(rules) && { posting_rules: rules }) };
}

export const unsavedOf = (draft: Draft | undefined): DraftPatch =>
  mergePatches(draft?.inFlight ?? {}, draft?.pending ?? {});

export const hasUnsaved = (draft: Draft | undefined): boolean => !isEmpty(unsavedOf(draft));

/** Whether the last save had no answer, or only one of the proxy of a server that is away. */
export const hasFailedOffline = (draft: Draft | undefined): boolean =>
  [0, 502, 503, 504].includes((draft?.failure?.error as ApiError | undefined)?.status ?? -1);

export const isSettled = (draft: Draft | undefined): boolean =>
  !draft || (draft.inFlight === null && (draft.failure !== null || isEmpty(draft.pending)));

export function phaseOf(draft: Draft | undefined): DraftPhase {
  if (!draft) return 'clean';
  if (draft.inFlight) return 'saving';
  if (draft.failure) return 'failed';
  if (!isEmpty(draft.pending)) return 'debouncing';
  return draft.isJustSaved ? 'saved' : 'clean';
}

/** The newer of a listed row and the response of the last save. A list read before the save may arrive after it. */
export function newerOf<Row extends Assistant | Task>(listed: Row, draft: Draft | undefined): Row {
  const saved = draft?.lastResponse;
  return saved && Date.parse(saved.updatedAt) > Date.parse(listed.updatedAt) ? (saved as Row) : listed;
}

export const afterEdit = (draft: Draft = EMPTY, patch: DraftPatch): Draft => ({
  ...draft,
  pending: mergePatches(draft.pending, patch),
  failure: null,
  isJustSaved: false,
  version: draft.version + 1,
});

export const afterSend = (draft: Draft): Draft => ({
  ...draft,
  pending: {},
  inFlight: draft.pending,
  failure: null,
  isJustSaved: false,
  version: draft.version + 1,
});

export const afterSave = (draft: Draft, response: Assistant | Task): Draft => ({
  ...draft,
  inFlight: null,
  lastResponse: response,
  isJustSaved: isEmpty(draft.pending),
});

export function afterFailure(draft: Draft, error: ApiError | undefined): Draft {
  const patch = draft.inFlight ?? {};
  return {
    ...draft,
    pending: mergePatches(withoutRefusedPreset(patch, error?.status ?? 0), draft.pending),
    inFlight: null,
    failure: { error, patch },
  };
}

/** A deleted preset would make every later save fail. 401 and 429 do not depend on the edits. */
function withoutRefusedPreset(patch: DraftPatch, status: number): DraftPatch {
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  if (!isRefusal || !patch.preset_id) return patch;
  const { preset_id: _id, preset_name: _name, posting_rules: _rules, ...others } = patch;
  return others;
}
