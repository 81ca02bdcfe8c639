import type { Task } from '@flyerdeck/contracts/types';
import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { useReorderTasksMutation } from '../../../data/assistants/assistantsApi.ts';
import { selectCardKeys, selectUploads } from '../../../data/drafts/draftsSlice.ts';
import { addFlyers } from '../../../data/drafts/draftThunks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { failureText } from '../failureText.ts';
import { EditableFlyer } from './EditableFlyer.tsx';
import { FlyerDropZone } from './FlyerDropZone.tsx';
import { SortableFlyers } from './SortableFlyers.tsx';
import type { FlyerSource } from './useFlyerText.ts';

interface FlyersEditorProps {
  /** Of the assistant. */
  id: string;
  tasks: readonly Task[];
  /** The tasks are loaded. */
  isSettled: boolean;
  takesPagePaste: boolean;
}

export function FlyersEditor({ id, tasks, isSettled, takesPagePaste }: FlyersEditorProps) {
  const dispatch = useAppDispatch();
  const { pending, refused } = useAppSelector((state) => selectUploads(state, id));
  const cardKeys = useAppSelector(selectCardKeys);
  const [reorder, { isLoading: isReordering, error: reorderError }] = useReorderTasksMutation();
  const sources: readonly FlyerSource[] = [
    ...tasks.map((task) => ({ key: cardKeys[task._id] ?? task._id, task })),
    ...pending.map((upload) => ({ key: upload.key, upload })),
  ];

  const add = useCallback((files: File[]) => dispatch(addFlyers(id, files)), [dispatch, id]);
  const move = (keys: readonly string[]) => {
    const task_ids = keys.flatMap((key) => sources.find((source) => source.key === key)?.task?._id ?? []);
    void reorder({ id, body: { task_ids } });
  };
  // The server requires all flyers in the new order. A flyer that is being uploaded has no id yet.
  const canMove = pending.length === 0 && !isReordering && tasks.length > 1;

  return (
    <FlyerDropZone takesPagePaste={takesPagePaste} onFiles={add}>
      {refused.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
      {reorderError && <ErrorAlert message={failureText('Failed to change the order.', reorderError)} />}
      {isSettled && sources.length === 0 && <EmptyState>No active tasks found.</EmptyState>}
      {sources.length > 0 && (
        <SortableFlyers keys={sources.map(({ key }) => key)} onMove={move}>
          <ol className="u-list u-stack u-gap8" aria-label="Flyers to post">
            {sources.map((source, index) => (
              <EditableFlyer key={source.key} source={source} position={index + 1} assistantId={id} canMove={canMove} />
            ))}
          </ol>
        </SortableFlyers>
      )}
    </FlyerDropZone>
  );
}
