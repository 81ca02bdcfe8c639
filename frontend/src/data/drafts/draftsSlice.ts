import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiError } from '../apiError.ts';
import { assistantsApi } from '../assistants/assistantsSlice.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { tasksApi } from '../tasks/tasksApi.ts';
import { uploadProgressed } from '../tasks/uploadProgress.ts';
import { afterEdit, afterFailure, afterSave, afterSend, type Draft, type DraftPatch, hasUnsaved } from './draft.ts';

export interface PendingFlyer {
  /** React key of its card. The card keeps it after the upload, so that its text field keeps the focus. */
  readonly key: string;
  readonly fileName: string;
  readonly previewUrl: string;
  readonly description: string;
  readonly phase: 'waiting' | 'uploading' | 'failed';
  /** Upload progress of the file in whole percent; null before its upload begins. */
  readonly percent: number | null;
  readonly error: unknown;
  /** Sent in its own request, because a request with several files was refused. */
  readonly isAlone: boolean;
}

export interface Uploads {
  readonly pending: readonly PendingFlyer[];
  /** One sentence for each file that was not accepted. Kept until the next files are added. */
  readonly refused: readonly string[];
}

/** 'settings/{assistant id}' or 'text/{task id}' */
export type DraftKey = `settings/${string}` | `text/${string}`;
export const settingsKey = (assistantId: string): DraftKey => `settings/${assistantId}`;
export const textKey = (taskId: string): DraftKey => `text/${taskId}`;

interface DraftsState {
  edits: Record<DraftKey, Draft>;
  uploads: Record<string, Uploads>;
  /** The card keys of flyers that were uploaded in this tab, by task id. */
  cardKeys: Record<string, string>;
}
export interface WithDrafts {
  readonly drafts: DraftsState;
}

const NO_DRAFTS: DraftsState = { edits: {}, uploads: {}, cardKeys: {} };
const NO_UPLOADS: Uploads = { pending: [], refused: [] };
/** HTTP statuses that may be caused by one file of several. */
const FILE_ERROR_STATUSES = [413, 415, 422];

interface FlyerArgs {
  readonly assistantId: string;
  readonly key: string;
}
interface SaveCall {
  readonly arg: { readonly endpointName: string; readonly originalArgs: { readonly id: string } };
}

const keysOf = (flyers: readonly { readonly key: string }[]) => flyers.map(({ key }) => key);

const keyOf = ({ arg }: SaveCall): DraftKey =>
  (arg.endpointName === 'updateAssistant' ? settingsKey : textKey)(arg.originalArgs.id);

function changeDraft(state: DraftsState, key: DraftKey, change: (draft: Draft) => Draft): void {
  const draft = state.edits[key];
  if (draft) state.edits[key] = change(draft);
}

function changeFlyers(
  state: DraftsState,
  assistantId: string,
  keys: readonly string[],
  change: (flyer: PendingFlyer) => Partial<PendingFlyer>,
): void {
  for (const flyer of state.uploads[assistantId]?.pending ?? [])
    if (keys.includes(flyer.key)) Object.assign(flyer, change(flyer));
}

function removeFlyers(state: DraftsState, assistantId: string, keys: readonly string[]): void {
  const uploads = state.uploads[assistantId];
  if (!uploads) return;
  state.uploads[assistantId] = { ...uploads, pending: uploads.pending.filter(({ key }) => !keys.includes(key)) };
}

export const draftsSlice = createSlice({
  name: 'drafts',
  initialState: NO_DRAFTS,
  reducers: {
    /** Saved after the debounce. An urgent edit is saved at once, with all other edits of its assistant or flyer. */
    draftEdited: (state, { payload }: PayloadAction<{ key: DraftKey; patch: DraftPatch; isUrgent?: boolean }>) => {
      state.edits[payload.key] = afterEdit(state.edits[payload.key], payload.patch);
    },
    saveRequested: (_state, _action: PayloadAction<{ keys: readonly DraftKey[] }>) => {},
    savedNoteEnded: (state, { payload }: PayloadAction<{ key: DraftKey }>) => {
      changeDraft(state, payload.key, (draft) => ({ ...draft, isJustSaved: false }));
    },
    flyersAdded: (
      state,
      {
        payload: { assistantId, flyers, refused },
      }: PayloadAction<{
        assistantId: string;
        flyers: readonly Pick<PendingFlyer, 'key' | 'fileName' | 'previewUrl'>[];
        refused: readonly string[];
      }>,
    ) => {
      const { pending } = state.uploads[assistantId] ?? NO_UPLOADS;
      const added = flyers.map(
        (flyer): PendingFlyer => ({
          ...flyer,
          description: '',
          phase: 'waiting',
          percent: null,
          error: null,
          isAlone: false,
        }),
      );
      state.uploads[assistantId] = { pending: [...pending, ...added], refused: [...refused] };
    },
    flyerDescribed: (state, { payload }: PayloadAction<FlyerArgs & { description: string }>) => {
      changeFlyers(state, payload.assistantId, [payload.key], () => ({ description: payload.description }));
    },
    flyerRetried: (state, { payload }: PayloadAction<FlyerArgs>) => {
      changeFlyers(state, payload.assistantId, [payload.key], () => ({ phase: 'waiting', error: null }));
    },
    flyerRemoved: (state, { payload }: PayloadAction<FlyerArgs>) => {
      removeFlyers(state, payload.assistantId, [payload.key]);
    },
    draftsDiscarded: () => NO_DRAFTS,
  },
  extraReducers: (builder) => {
    const { updateAssistant, deleteAssistant } = assistantsApi.endpoints;
    const { updateTask, deleteTask, uploadTasks } = tasksApi.endpoints;
    builder
      .addCase(sessionEnded, () => NO_DRAFTS)
      .addCase(uploadProgressed, (state, { payload: { assistantId, percents } }) => {
        changeFlyers(state, assistantId, Object.keys(percents), ({ key }) => ({ percent: percents[key] ?? null }));
      })
      .addMatcher(isAnyOf(updateAssistant.matchPending, updateTask.matchPending), (state, { meta }) => {
        changeDraft(state, keyOf(meta), afterSend);
      })
      .addMatcher(isAnyOf(updateAssistant.matchFulfilled, updateTask.matchFulfilled), (state, { meta, payload }) => {
        changeDraft(state, keyOf(meta), (draft) => afterSave(draft, payload));
      })
      .addMatcher(isAnyOf(updateAssistant.matchRejected, updateTask.matchRejected), (state, { meta, payload }) => {
        changeDraft(state, keyOf(meta), (draft) => afterFailure(draft, payload as ApiError | undefined));
      })
      .addMatcher(deleteAssistant.matchFulfilled, (state, { meta }) => {
        const { id } = meta.arg.originalArgs;
        delete state.edits[settingsKey(id)];
        delete state.uploads[id];
      })
      .addMatcher(deleteTask.matchFulfilled, (state, { meta }) => {
        const { id } = meta.arg.originalArgs;
        delete state.edits[textKey(id)];
        delete state.cardKeys[id];
      })
      .addMatcher(uploadTasks.matchPending, (state, { meta }) => {
        const { id, flyers } = meta.arg.originalArgs;
        const keys = keysOf(flyers);
        changeFlyers(state, id, keys, ({ key }) => ({ phase: 'uploading', percent: key === keys[0] ? 0 : null }));
      })
      .addMatcher(uploadTasks.matchFulfilled, (state, { meta, payload }) => {
        const { id, flyers } = meta.arg.originalArgs;
        for (const [index, { key, description }] of flyers.entries()) {
          const task = payload[index];
          const flyer = state.uploads[id]?.pending.find((one) => one.key === key);
          if (!task || !flyer) continue;
          state.cardKeys[task._id] = key;
          // The text was changed after the request had begun.
          if (flyer.description !== description)
            state.edits[textKey(task._id)] = afterEdit(undefined, { description: flyer.description });
        }
        removeFlyers(state, id, keysOf(flyers));
      })
      .addMatcher(uploadTasks.matchRejected, (state, { meta, payload }) => {
        const { id, flyers } = meta.arg.originalArgs;
        const error = payload as ApiError | undefined;
        const mayBeOneFile = flyers.length > 1 && error !== undefined && FILE_ERROR_STATUSES.includes(error.status);
        changeFlyers(state, id, keysOf(flyers), () =>
          mayBeOneFile ? { phase: 'waiting', percent: null, isAlone: true } : { phase: 'failed', percent: null, error },
        );
      });
  },
});

export const {
  draftEdited,
  saveRequested,
  savedNoteEnded,
  flyersAdded,
  flyerDescribed,
  flyerRetried,
  flyerRemoved,
  draftsDiscarded,
} = draftsSlice.actions;

export const selectSettingsDraft = (state: WithDrafts, assistantId: string) =>
  state.drafts.edits[settingsKey(assistantId)];
export const selectTextDraft = (state: WithDrafts, taskId: string) => state.drafts.edits[textKey(taskId)];
export const selectUploads = (state: WithDrafts, assistantId: string): Uploads =>
  state.drafts.uploads[assistantId] ?? NO_UPLOADS;
export const selectCardKeys = (state: WithDrafts) => state.drafts.cardKeys;

export const selectHasUnsavedWork = ({ drafts }: WithDrafts): boolean =>
  Object.values(drafts.edits).some(hasUnsaved) ||
  Object.values(drafts.uploads).some(({ pending }) => pending.length > 0);
