import { FLYER_IMAGE_TYPES, MAX_IMAGE_BYTES } from '@flyerdeck/contracts/tasks.values';
import { addListener, nanoid, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { WithTasks } from '../tasks/tasksSlice.ts';
import { addFile } from '../tasks/uploadProgress.ts';
import { hasUnsaved, isSettled } from './draft.ts';
import { type DraftKey, flyersAdded, saveRequested, settingsKey, textKey, type WithDrafts } from './draftsSlice.ts';

type State = WithDrafts & WithTasks;
type DraftThunk<T> = ThunkAction<T, State, unknown, UnknownAction>;

const MEGABYTE = 1024 * 1024;

/** The reason why the server would refuse this file, or null. The server decides by the content after the upload. */
function flyerFileProblem(file: File): string | null {
  // Some systems give no type. Then only the server can check it.
  if (file.type !== '' && !FLYER_IMAGE_TYPES.includes(file.type)) {
    return `${file.name} is not a JPEG, PNG, WebP or GIF image.`;
  }
  if (file.size > MAX_IMAGE_BYTES) return `${file.name} is larger than ${MAX_IMAGE_BYTES / MEGABYTE} MB.`;
  return null;
}

/** Shows chosen files at once and uploads those that the server would accept. */
export const addFlyers =
  (assistantId: string, files: readonly File[]): DraftThunk<void> =>
  (dispatch) => {
    const refused = files.map(flyerFileProblem).filter((problem) => problem !== null);
    const flyers = files
      .filter((file) => flyerFileProblem(file) === null)
      .map((file) => {
        const key = nanoid();
        return { key, fileName: file.name, previewUrl: addFile(key, file) };
      });
    dispatch(flyersAdded({ assistantId, flyers, refused }));
  };

export const saveDrafts =
  (assistantId?: string): DraftThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const uploads = ({ drafts }: State) =>
      Object.entries(drafts.uploads).flatMap(([id, { pending }]) =>
        assistantId === undefined || id === assistantId ? pending : [],
      );
    // Uploads first: a text that is typed during an upload becomes an edit of the new task.
    await until(dispatch, getState, (state) => uploads(state).every(({ phase }) => phase === 'failed'));
    const keys = unsavedKeys(getState(), assistantId);
    dispatch(saveRequested({ keys }));
    await until(dispatch, getState, ({ drafts }) => keys.every((key) => isSettled(drafts.edits[key])));
    const { edits } = getState().drafts;
    return uploads(getState()).length === 0 && keys.every((key) => !edits[key]?.failure);
  };

function unsavedKeys({ drafts, tasks }: State, assistantId: string | undefined): DraftKey[] {
  const unsaved = (Object.keys(drafts.edits) as DraftKey[]).filter((key) => hasUnsaved(drafts.edits[key]));
  if (assistantId === undefined) return unsaved;
  const ownTexts = Object.values(tasks.entities).flatMap(({ _id, assistant_id }) =>
    assistant_id === assistantId ? textKey(_id) : [],
  );
  const own = new Set([settingsKey(assistantId), ...ownTexts]);
  return unsaved.filter((key) => own.has(key));
}

function until(
  dispatch: ThunkDispatch<State, unknown, UnknownAction>,
  getState: () => State,
  isReached: (state: State) => boolean,
): Promise<void> {
  if (isReached(getState())) return Promise.resolve();
  return new Promise((resolve) => {
    dispatch(
      addListener({
        predicate: (_action, state) => isReached(state as State),
        effect: (_action, { unsubscribe }) => {
          unsubscribe();
          resolve();
        },
      }),
    );
  });
}
