import { MAX_UPLOAD_FILES } from '@flyerdeck/contracts/tasks.values';
import { nanoid } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import type { AppDispatch } from '../../../app/store.ts';
import { assistantsApi } from '../../../data/assistants/assistantsSlice.ts';
import type { Answer } from '../../../data/client.ts';
import { tasksApi } from '../../../data/tasks/tasksApi.ts';
import { addFile, removeFile } from '../../../data/tasks/uploadProgress.ts';
import { failureText } from '../assistantRules.ts';
import { isCsv, readSheet, type Sheet, type SheetRow } from './readSheet.ts';

type Check = Answer<'checkSheet'>;

/** Their answers are not kept in the cache. */
const UNTRACKED = { track: false };
const { checkSheet, queueSheet, deleteAssistant } = assistantsApi.endpoints;

const checkRows = (dispatch: AppDispatch, { key, name, rows }: Sheet, create: boolean): Promise<Check> => {
  const body = { key, name, rows: rows.map(({ checked }) => checked), create };
  return dispatch(checkSheet.initiate({ body }, UNTRACKED)).unwrap();
};

async function upload(dispatch: AppDispatch, id: string, rows: readonly SheetRow[]): Promise<void> {
  const flyers = rows.map(({ text, file }) => {
    const key = nanoid();
    return { key, description: text, previewUrl: addFile(key, file as File) };
  });
  const { error } = await dispatch(tasksApi.endpoints.uploadTasks.initiate({ id, flyers }, UNTRACKED));
  for (const { key, previewUrl } of flyers) removeFile(key, previewUrl);
  if (error) throw error;
}

/** Returns the server's sentence. After a failure nothing stays, unless the server may have queued it. */
async function uploadAndQueue(
  dispatch: AppDispatch,
  { groups }: Check,
  rows: readonly SheetRow[],
  signal: AbortSignal,
  onUploaded: (rows: number) => void,
): Promise<string> {
  const assistant_ids = groups.map(({ assistant_id }) => assistant_id as string);
  let uploaded = 0;
  try {
    for (const { rows: positions, assistant_id } of groups) {
      for (let from = 0; from < positions.length; from += MAX_UPLOAD_FILES) {
        const batch = positions.slice(from, from + MAX_UPLOAD_FILES).map((row) => rows[row] as SheetRow);
        await upload(dispatch, assistant_id as string, batch);
        signal.throwIfAborted();
        uploaded += batch.length;
        onUploaded(uploaded);
      }
    }
    return (await dispatch(queueSheet.initiate({ body: { assistant_ids } }, UNTRACKED)).unwrap()).message;
  } catch (error) {
    const { status = 400 } = error as { status?: number };
    if (uploaded === rows.length && (status === 0 || status >= 500)) {
      throw new Error('The server did not answer. See in the Assistants tab whether the flyers are queued.');
    }
    for (const id of assistant_ids) await dispatch(deleteAssistant.initiate({ id }, UNTRACKED));
    throw error;
  }
}

/** Closing the dialog cancels. */
export function useSheet() {
  const dispatch = useAppDispatch();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** Rows; null while nothing is being queued. */
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const run = useRef(new AbortController());
  useEffect(() => () => run.current.abort(), []);

  const attempt = async (work: () => Promise<void>) => {
    run.current = new AbortController();
    setFailure(null);
    setIsBusy(true);
    await work().catch((error) => setFailure(error instanceof Error ? error.message : failureText('Failed.', error)));
    setUploaded(null);
    setIsBusy(false);
  };
  const add = (chosen: readonly File[]) =>
    attempt(async () => {
      const all = [...files.filter((file) => !isCsv(file) || !chosen.some(isCsv)), ...chosen];
      setFiles(all);
      setCheck(null);
      const read = await readSheet(all);
      setSheet(read);
      if (read) setCheck(await checkRows(dispatch, read, false));
    });
  const queue = () =>
    attempt(async () => {
      if (!sheet) return;
      setUploaded(0);
      const made = await checkRows(dispatch, sheet, true);
      setCheck(made);
      if (made.problems.length > 0) return;
      setMessage(await uploadAndQueue(dispatch, made, sheet.rows, run.current.signal, setUploaded));
    });

  const problems = [
    ...(sheet?.rows ?? []).flatMap(({ line, problem }) => (problem ? [{ line, reason: problem }] : [])),
    ...(check?.problems ?? []).map(({ row, reason }) => ({ line: sheet?.rows[row ?? -1]?.line ?? 0, reason })),
  ].sort((a, b) => a.line - b.line);
  return { files, sheet, check, problems, failure, isBusy, uploaded, message, add, queue };
}
