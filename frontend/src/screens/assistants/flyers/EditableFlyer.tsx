import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { MAX_DESCRIPTION_LENGTH } from '@flyerdeck/contracts/tasks.values';
import type { Task } from '@flyerdeck/contracts/types';
import { Button, Popconfirm } from 'antd';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { newerOf, phaseOf, unsavedOf } from '../../../data/drafts/draft.ts';
import {
  draftEdited,
  flyerDescribed,
  flyerRemoved,
  flyerRetried,
  type PendingFlyer,
  saveRequested,
  selectTextDraft,
  textKey,
} from '../../../data/drafts/draftsSlice.ts';
import { useDeleteTaskMutation } from '../../../data/tasks/tasksApi.ts';
import { FlyerImage } from '../../../ui/FlyerImage.tsx';
import fields from '../../../ui/fields.module.css';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { failureText } from '../assistantRules.ts';
import styles from './flyers.module.css';

/** A flyer that is stored on the server (`task`) or being uploaded (`upload`). The upload's key is kept for the task. */
export type FlyerSource =
  | { readonly key: string; readonly task: Task; readonly upload?: undefined }
  | { readonly key: string; readonly task?: undefined; readonly upload: PendingFlyer };

export function useFlyerText({ task, upload }: FlyerSource, assistantId: string) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector((state) => task && selectTextDraft(state, task._id));
  if (!task) {
    return {
      value: upload.description,
      phase: 'clean',
      error: null,
      change: (description: string) => dispatch(flyerDescribed({ assistantId, key: upload.key, description })),
      saveNow: () => {},
    } as const;
  }
  const key = textKey(task._id);
  return {
    value: unsavedOf(draft).description ?? newerOf(task, draft).description,
    phase: phaseOf(draft),
    error: draft?.failure?.error,
    change: (description: string) => dispatch(draftEdited({ key, patch: { description } })),
    saveNow: () => dispatch(saveRequested({ keys: [key] })),
  };
}

interface EditableFlyerProps {
  source: FlyerSource;
  position: number;
  assistantId: string;
  canMove: boolean;
  takesFocus: boolean;
}

const TEXT_NOTES = { clean: null, debouncing: null, saving: 'Saving...', saved: 'Saved', failed: null } as const;

export function EditableFlyer({ source, position, assistantId, canMove, takesFocus }: EditableFlyerProps) {
  const dispatch = useAppDispatch();
  const [deleteTask, deletion] = useDeleteTaskMutation();
  const text = useFlyerText(source, assistantId);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: source.key,
    disabled: !canMove,
  });
  const { key, task, upload } = source;
  const remove = () => {
    if (task) void deleteTask({ id: task._id });
    else dispatch(flyerRemoved({ assistantId, key }));
  };
  const isWaiting = upload && upload.phase !== 'failed' && upload.percent === null;
  const note = isWaiting ? 'Waiting to upload...' : TEXT_NOTES[text.phase];

  return (
    <li
      ref={setNodeRef}
      className={`u-card u-grid u-gap8 ${styles.card} ${isDragging ? styles.dragged : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className={`u-bare u-muted ${styles.handle}`}
        aria-label={`Move flyer ${position}`}
        {...attributes}
        {...listeners}
      >
        <HolderOutlined aria-hidden />
      </button>
      <FlyerImage fileId={task?.file_id ?? null} localUrl={upload?.previewUrl} />
      <div className={`u-stack u-shrink u-gap4 ${styles.body}`}>
        <textarea
          className={`${fields.input} ${styles.text}`}
          aria-label={`Text of flyer ${position}`}
          placeholder="Text of the post"
          rows={3}
          // biome-ignore lint/a11y/noAutofocus: the user has just added the image, and its text comes next.
          autoFocus={takesFocus}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={text.value}
          onChange={(event) => text.change(event.target.value)}
          onBlur={text.saveNow}
        />
        {upload?.phase === 'uploading' && upload.percent !== null && (
          <span className="u-line u-gap8 u-tabular u-flush u-muted u-small">
            <progress
              style={{ width: 120, height: 6, accentColor: 'var(--fd-accent)' }}
              max={100}
              value={upload.percent}
              aria-label={`Upload of flyer ${position}`}
            />
            {/* The server still processes the file after 100 % is sent. */}
            {upload.percent < 100 ? `Uploading... ${upload.percent}%` : 'Finishing...'}
          </span>
        )}
        <span className="u-flush u-muted u-small" role="status">
          {note}
        </span>
        {upload?.phase === 'failed' && (
          <ErrorAlert
            message={failureText(`Failed to upload ${upload.fileName}.`, upload.error)}
            onRetry={() => dispatch(flyerRetried({ assistantId, key }))}
          />
        )}
        {text.phase === 'failed' && (
          <ErrorAlert message={failureText('Failed to save the text.', text.error)} onRetry={text.saveNow} />
        )}
        {deletion.error && <ErrorAlert message={failureText('Failed to delete the flyer.', deletion.error)} />}
      </div>
      <Popconfirm title={`Delete flyer ${position}?`} okText="Delete" cancelText="Cancel" onConfirm={remove}>
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`Delete flyer ${position}`}
          disabled={upload?.phase === 'uploading' || deletion.isLoading}
        />
      </Popconfirm>
    </li>
  );
}
