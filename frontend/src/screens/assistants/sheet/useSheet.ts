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

const checkRows = (dispatch: AppDispatch, { key, name, rows }: Sheet, create: boolean): Promise<Check> => {
  const sent = rows.map(({ targets, starts_at }) => ({ targets, starts_at }));
  const { checkSheet } = assistantsApi.endpoints;
  return dispatch(checkSheet.initiate({ body: { key, name, rows: sent, create } }, UNTRACKED)).unwrap();
};

async function upload(dispatch: AppDispatch, id: string, rows: readonly SheetRow[]): Promise<void> {
  const flyers = rows.map(({ text, file }) => {
    const key = nanoid();
    return { key, description: text, previewUrl: addFile(key, file as File) };
  });
  try {
    await dispatch(tasksApi.endpoints.uploadTasks.initiate({ id, flyers }, UNTRACKED)).unwrap();
  } finally {
    for (const { key, previewUrl } of flyers) removeFile(key, previewUrl);
  }
}

interface Run {
  readonly signal: AbortSignal;
  onUploaded(rows: number): void;
}

async function uploadGroups(dispatch: AppDispatch, { rows }: Sheet, groups: Check['groups'], run: Run): Promise<void> {
  let uploaded = 0;
  for (const { assistant_id, rows: positions } of groups) {
    for (let from = 0; from < positions.length; from += MAX_UPLOAD_FILES) {
      run.signal.throwIfAborted();
      const batch = positions.slice(from, from + MAX_UPLOAD_FILES).map((position) => rows[position] as SheetRow);
      await upload(dispatch, assistant_id as string, batch);
      uploaded += batch.length;
      run.onUploaded(uploaded);
    }
  }
  run.signal.throwIfAborted();
}

/** Returns the server's sentence. After a failure nothing stays, unless it is not known whether the server has queued it. */
async function queueGroups(dispatch: AppDispatch, sheet: Sheet, groups: Check['groups'], run: Run): Promise<string> {
  const ids = groups.map(({ assistant_id }) => assistant_id as string);
  const { queueSheet, deleteAssistant } = assistantsApi.endpoints;
  let isRefused = true;
  try {
    await uploadGroups(dispatch, sheet, groups, run);
    const { data, error } = await dispatch(queueSheet.initiate({ body: { assistant_ids: ids } }, UNTRACKED));
    if (data) return data.message;
    isRefused = 'status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500;
    throw error;
  } catch (error) {
    if (isRefused) for (const id of ids) await dispatch(deleteAssistant.initiate({ id }, UNTRACKED));
    throw isRefused
      ? error
      : { error: 'The server did not answer. See in the Assistants tab whether they are queued.' };
  }
}

export function useSheet() {
  const dispatch = useAppDispatch();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [check, setCheck] = useState<Check | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  /** Null while nothing is being queued. */
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const run = useRef(new AbortController());
  useEffect(() => () => run.current.abort(), []);

  const add = async (chosen: readonly File[]) => {
    const all = [...files.filter((file) => !isCsv(file) || !chosen.some(isCsv)), ...chosen];
    setFiles(all);
    setFailure(null);
    setCheck(null);
    setIsReading(true);
    try {
      const read = await readSheet(all);
      setSheet(read);
      if (read) setCheck(await checkRows(dispatch, read, false));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : failureText('Failed to check the sheet.', error));
    }
    setIsReading(false);
  };

  const queue = async () => {
    if (!sheet || uploaded !== null) return;
    run.current = new AbortController();
    const { signal } = run.current;
    setFailure(null);
    setUploaded(0);
    try {
      const made = await checkRows(dispatch, sheet, true);
      setCheck(made);
      if (made.problems.length === 0) {
        setMessage(await queueGroups(dispatch, sheet, made.groups, { signal, onUploaded: setUploaded }));
      }
    } catch (error) {
      setFailure(signal.aborted ? 'Cancelled. Nothing was queued.' : failureText('Failed to queue the flyers.', error));
    }
    setUploaded(null);
  };

  const problems = [
    ...(sheet?.rows ?? []).flatMap(({ line, problem }) => (problem ? [{ line, reason: problem }] : [])),
    ...(check?.problems ?? []).map(({ row, reason }) => ({
      line: row === null ? null : (sheet?.rows[row]?.line ?? null),
      reason,
    })),
  ].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const cancel = () => run.current.abort();
  return { files, sheet, check, problems, failure, isReading, uploaded, message, add, queue, cancel };
}
