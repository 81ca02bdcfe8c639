import { AUTOSAVE_QUIET_MS, SAVED_INDICATOR_MS } from '@flyerdeck/contracts/assistants.values';
import { MAX_UPLOAD_FILES } from '@flyerdeck/contracts/tasks.values';
import {
  createListenerMiddleware,
  isAnyOf,
  type ListenerEffectAPI,
  type Middleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { setUnsaved } from '../../telegram/closingConfirmation.ts';
import { api } from '../api.ts';
import { assistantsApi } from '../assistants/assistantsSlice.ts';
import { tasksApi } from '../tasks/tasksApi.ts';
import { removeFile } from '../tasks/uploadProgress.ts';
import { hasFailedOffline } from './draft.ts';
import {
  type DraftKey,
  draftEdited,
  flyerRetried,
  flyersAdded,
  type PendingFlyer,
  savedNoteEnded,
  saveRequested,
  selectHasUnsavedWork,
  selectUploads,
  textKey,
  type WithDrafts,
} from './draftsSlice.ts';

type Listener = ListenerEffectAPI<WithDrafts, ThunkDispatch<WithDrafts, unknown, UnknownAction>>;

type UploadAction = ReturnType<typeof flyersAdded | typeof flyerRetried>;

/** These calls have no cache entry, because the slices read the actions. */
const UNTRACKED = { track: false };

/** Edits are debounced, one request at a time for each assistant or flyer. Those that failed offline are sent again. */
export function createDraftListeners(): Middleware {
  const { middleware, startListening } = createListenerMiddleware<WithDrafts>();

  startListening({
    actionCreator: draftEdited,
    effect: async ({ payload: { key, isUrgent } }, listener) => {
      if (!isUrgent && !(await isStillNewest(key, AUTOSAVE_QUIET_MS, listener))) return;
      await save(key, listener);
    },
  });
  startListening({
    actionCreator: saveRequested,
    effect: async ({ payload: { keys } }, listener) => {
      await Promise.all(keys.map((key) => save(key, listener)));
    },
  });
  startListening({
    // Also after the live channel was lost.
    actionCreator: api.internalActions.onOnline,
    effect: (_action, { dispatch, getState }) => {
      const { edits } = getState().drafts;
      const keys = (Object.keys(edits) as DraftKey[]).filter((key) => hasFailedOffline(edits[key]));
      if (keys.length > 0) dispatch(saveRequested({ keys }));
    },
  });
  startListening({
    matcher: isAnyOf(flyersAdded, flyerRetried),
    effect: ({ payload }: UploadAction, listener) => uploadWaiting(payload.assistantId, listener),
  });
  startListening({
    predicate: (_action, now, before) => now.drafts.uploads !== before.drafts.uploads,
    effect: (_action, { getState, getOriginalState }) => {
      const pendingKeys = new Set(pendingFlyers(getState()).map(({ key }) => key));
      for (const { key, previewUrl } of pendingFlyers(getOriginalState()))
        if (!pendingKeys.has(key)) removeFile(key, previewUrl);
    },
  });
  startListening({
    predicate: (_action, now, before) =>
      now.drafts !== before.drafts && selectHasUnsavedWork(now) !== selectHasUnsavedWork(before),
    effect: (_action, { getState }) => {
      const isUnsaved = selectHasUnsavedWork(getState());
      window[isUnsaved ? 'addEventListener' : 'removeEventListener']('beforeunload', askBeforeClosing);
      // Telegram closes a mini app without the beforeunload dialog. It has its own closing confirmation.
      setUnsaved(askBeforeClosing, isUnsaved);
    },
  });

  return middleware;
}

const askBeforeClosing = (event: Event) => event.preventDefault();

const pendingFlyers = ({ drafts }: WithDrafts): PendingFlyer[] =>
  Object.values(drafts.uploads).flatMap(({ pending }) => pending);

async function isStillNewest(key: DraftKey, ms: number, { getState, delay }: Listener): Promise<boolean> {
  const version = getState().drafts.edits[key]?.version;
  await delay(ms);
  return version !== undefined && getState().drafts.edits[key]?.version === version;
}

async function save(key: DraftKey, listener: Listener): Promise<void> {
  const { dispatch, getState, condition } = listener;
  const draft = () => getState().drafts.edits[key];
  while (draft()?.inFlight) {
    await condition(() => !draft()?.inFlight);
    if (draft()?.failure) return;
  }
  const body = draft()?.pending ?? {};
  if (Object.keys(body).length === 0) return;
  const id = key.slice(key.indexOf('/') + 1);
  if (key.startsWith('settings/')) {
    await dispatch(assistantsApi.endpoints.updateAssistant.initiate({ id, body }, UNTRACKED));
  } else {
    const { description = '' } = body;
    await dispatch(tasksApi.endpoints.updateTask.initiate({ id, body: { description } }, UNTRACKED));
  }
  if (draft()?.isJustSaved && (await isStillNewest(key, SAVED_INDICATOR_MS, listener)))
    dispatch(savedNoteEnded({ key }));
}

/** The flyers of the next request: as many as a request may have, or one whose request with others was refused. */
function nextBatch(flyers: readonly PendingFlyer[]): readonly PendingFlyer[] {
  if (flyers.some(({ phase }) => phase === 'uploading')) return [];
  const waiting = flyers.filter(({ phase }) => phase === 'waiting');
  const [first] = waiting;
  if (!first || first.isAlone) return waiting.slice(0, 1);
  return waiting.filter(({ isAlone }) => !isAlone).slice(0, MAX_UPLOAD_FILES);
}

async function uploadWaiting(assistantId: string, { dispatch, getState }: Listener): Promise<void> {
  for (;;) {
    const batch = nextBatch(selectUploads(getState(), assistantId).pending);
    if (batch.length === 0) break;
    const flyers = batch.map(({ key, description }) => ({ key, description }));
    const { data = [] } = await dispatch(
      tasksApi.endpoints.uploadTasks.initiate({ id: assistantId, flyers }, UNTRACKED),
    );
    dispatch(saveRequested({ keys: data.map((task) => textKey(task._id)) }));
  }
}
