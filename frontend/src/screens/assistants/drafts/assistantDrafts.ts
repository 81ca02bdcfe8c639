import type { Assistant, AssistantUpdate, Task } from '@flyerdeck/contracts/types';
import type { AppDispatch } from '../../../app/store.ts';
import { assistantsApi } from '../../../data/assistants/assistantsApi.ts';
import { tasksApi } from '../../../data/tasks/tasksApi.ts';
import { watchUpload } from '../../../data/tasks/uploadProgress.ts';
import { registerUnsavedWork } from '../../../lib/unsavedWork.ts';
import { holdOpen } from '../../../telegram/closingConfirmation.ts';
import { keepAfterRefusal } from '../settings/settingsFailure.ts';
import { Autosave } from './Autosave.ts';
import { FlyerUploads } from './FlyerUploads.ts';

export type SettingsAutosave = Autosave<AssistantUpdate, Assistant>;
export type TextAutosave = Autosave<{ description: string }, Task>;

/** Everything a person changed on one assistant that the server does not have yet. */
export interface AssistantDrafts {
  readonly settings: SettingsAutosave;
  readonly uploads: FlyerUploads;
  text(taskId: string): TextAutosave;
  forgetText(taskId: string): void;
  hasUnsaved(): boolean;
  /** Sends all of it; true when nothing is left unsaved. */
  saveAll(): Promise<boolean>;
  discardAll(): void;
}

// No cache entry for the mutation: the slices take the answer from the action, and the draft keeps the outcome.
const UNTRACKED = { track: false };

function createAssistantDrafts(dispatch: AppDispatch, id: string, onChange: () => void): AssistantDrafts {
  const texts = new Map<string, TextAutosave>();

  const text = (taskId: string): TextAutosave => {
    const known = texts.get(taskId);
    if (known) return known;
    const created: TextAutosave = new Autosave({
      save: ({ description = '' }) =>
        dispatch(tasksApi.endpoints.updateTask.initiate({ id: taskId, body: { description } }, UNTRACKED)).unwrap(),
    });
    created.subscribe(onChange);
    texts.set(taskId, created);
    return created;
  };

  const settings: SettingsAutosave = new Autosave({
    save: (body) => dispatch(assistantsApi.endpoints.updateAssistant.initiate({ id, body }, UNTRACKED)).unwrap(),
    keepAfterFailure: keepAfterRefusal,
  });

  const uploads = new FlyerUploads({
    upload: async (file, description, onProgress) => {
      watchUpload(file, onProgress);
      const request = { id, files: [file], descriptions: [description] };
      const [task] = await dispatch(tasksApi.endpoints.uploadTasks.initiate(request, UNTRACKED)).unwrap();
      if (!task) throw new Error('The server kept no flyer.');
      return task;
    },
    onTextChangedMeanwhile: (task, description) => void text(task._id).saveNow({ description }),
  });

  settings.subscribe(onChange);
  uploads.subscribe(onChange);

  return {
    settings,
    uploads,
    text,
    forgetText: (taskId) => {
      texts.get(taskId)?.discard();
      texts.delete(taskId);
    },
    hasUnsaved: () =>
      uploads.getState().pending.length > 0 || [settings, ...texts.values()].some((autosave) => autosave.hasUnsaved()),
    saveAll: async () => {
      // Uploads first: a text typed meanwhile becomes an edit of the new task.
      const uploaded = await uploads.finish();
      const saved = await Promise.all([settings, ...texts.values()].map((autosave) => autosave.flush()));
      return uploaded && saved.every(Boolean);
    },
    discardAll: () => {
      for (const { key } of uploads.getState().pending) uploads.remove(key);
      for (const autosave of [settings, ...texts.values()]) autosave.discard();
    },
  };
}

type DraftsById = Map<string, AssistantDrafts>;
const draftsByStore = new WeakMap<AppDispatch, DraftsById>();

const hasUnsaved = (drafts: DraftsById) => [...drafts.values()].some((draft) => draft.hasUnsaved());

function openDrafts(dispatch: AppDispatch): DraftsById {
  const drafts: DraftsById = new Map();
  draftsByStore.set(dispatch, drafts);
  // The browser asks before it closes on edits and uploads that are not through yet, whichever screen is open.
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved(drafts)) event.preventDefault();
  });
  registerUnsavedWork({
    save: async () => (await Promise.all([...drafts.values()].map((draft) => draft.saveAll()))).every(Boolean),
    discard: () => {
      for (const draft of drafts.values()) draft.discardAll();
    },
  });
  return drafts;
}

/** The one draft of an assistant, whichever screen is open: two of them could save past each other. */
export function draftsOfAssistant(dispatch: AppDispatch, assistantId: string): AssistantDrafts {
  const drafts = draftsByStore.get(dispatch) ?? openDrafts(dispatch);
  const known = drafts.get(assistantId);
  if (known) return known;
  // Telegram closes a mini app without the browser's question, and has one of its own.
  const created = createAssistantDrafts(dispatch, assistantId, () => holdOpen(drafts, hasUnsaved(drafts)));
  drafts.set(assistantId, created);
  return created;
}

/** Drops what is unsaved of an assistant that is gone. */
export function discardDrafts(dispatch: AppDispatch, assistantId: string): void {
  const drafts = draftsByStore.get(dispatch);
  if (!drafts) return;
  drafts.get(assistantId)?.settings.discard();
  drafts.delete(assistantId);
  holdOpen(drafts, hasUnsaved(drafts));
}
