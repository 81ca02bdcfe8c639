import { MAX_UPLOAD_FILES } from '@flyerdeck/contracts/tasks.values';
import { nanoid } from '@reduxjs/toolkit';
import type { AppDispatch } from '../../../app/store.ts';
import { assistantsApi } from '../../../data/assistants/assistantsSlice.ts';
import { tasksApi } from '../../../data/tasks/tasksApi.ts';
import { addFile, removeFile } from '../../../data/tasks/uploadProgress.ts';
import type { Sheet } from './readSheet.ts';

/** The server receives two while it checks the images of one. It reads at most three of a user at once. */
const PARALLEL_UPLOADS = 3;
/** Their answers are not kept in the cache. */
const UNTRACKED = { track: false };
const { createAssistant, deleteAssistant, queueSheet } = assistantsApi.endpoints;

export type CheckedSheet = Awaited<ReturnType<typeof checkSheet>>;

/** Queues nothing without the assistant that has the flyers. */
export async function checkSheet(
  dispatch: AppDispatch,
  sheet: Sheet,
  assistant_id: string | null = null,
  task_ids: string[] = [],
) {
  const { key, name, rows } = sheet;
  const body = { key, name, rows: rows.map(({ checked }) => checked), assistant_id, task_ids };
  const answer = await dispatch(queueSheet.initiate({ body }, UNTRACKED)).unwrap();
  const problems = [
    ...rows.flatMap(({ line, problem }) => (problem ? [{ line, reason: problem }] : [])),
    ...answer.problems.map(({ row, reason }) => ({ line: rows[row]?.line ?? 0, reason })),
  ].sort((a, b) => a.line - b.line);
  return { ...sheet, ...answer, problems };
}

/** After a failure or a refused row nothing stays, unless the server may have queued it. */
export async function uploadAndQueue(
  dispatch: AppDispatch,
  sheet: Sheet,
  signal: AbortSignal,
  onUploaded: (rows: number) => void,
): Promise<CheckedSheet> {
  const { _id: id } = await dispatch(createAssistant.initiate({ body: { name: sheet.name } }, UNTRACKED)).unwrap();
  const flyers = sheet.rows.map(({ text, file }) => {
    const key = nanoid();
    return { key, description: text, previewUrl: addFile(key, file as File) };
  });
  const taskIds: string[] = [];
  let next = 0;
  let uploaded = 0;
  onUploaded(0);
  const uploadBatches = async () => {
    while (next < flyers.length) {
      const from = next;
      next += MAX_UPLOAD_FILES;
      const batch = { id, flyers: flyers.slice(from, next) };
      const tasks = await dispatch(tasksApi.endpoints.uploadTasks.initiate(batch, UNTRACKED)).unwrap();
      signal.throwIfAborted();
      for (const [index, { _id }] of tasks.entries()) taskIds[from + index] = _id;
      uploaded += tasks.length;
      onUploaded(uploaded);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, uploadBatches));
    const queued = await checkSheet(dispatch, sheet, id, taskIds);
    if (queued.message === null) await dispatch(deleteAssistant.initiate({ id }, UNTRACKED));
    return queued;
  } catch (error) {
    const { status = 400 } = error as { status?: number };
    if (uploaded === flyers.length && (status === 0 || status >= 500)) {
      throw new Error('The server did not answer. See in the Assistants tab whether the flyers are queued.');
    }
    next = flyers.length;
    await dispatch(deleteAssistant.initiate({ id }, UNTRACKED));
    throw error;
  } finally {
    for (const { key, previewUrl } of flyers) removeFile(key, previewUrl);
  }
}
