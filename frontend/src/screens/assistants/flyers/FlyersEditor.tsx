import { useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { useReorderTasksMutation } from '../../../data/assistants/assistantsApi.ts';
import { selectCardKeys, selectUploads } from '../../../data/drafts/draftsSlice.ts';
import { addFlyers } from '../../../data/drafts/draftThunks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { failureText } from '../failureText.ts';
import { useAssistantTasks } from '../tasks/useAssistantTasks.ts';
import { EditableFlyer } from './EditableFlyer.tsx';
import { FlyerDropZone } from './FlyerDropZone.tsx';
import { flyerSources } from './flyerSource.ts';
import { SortableFlyers } from './SortableFlyers.tsx';

interface FlyersEditorProps {
  assistantId: string;
  takesPagePaste: boolean;
}

/** The flyers of a waiting assistant: add, write, order, delete. */
export function FlyersEditor({ assistantId, takesPagePaste }: FlyersEditorProps) {
  const dispatch = useAppDispatch();
  const { tasks, isLoading, failureMessage, refetch } = useAssistantTasks(assistantId, 'active');
  const { pending, refused } = useAppSelector((state) => selectUploads(state, assistantId));
  const [reorder, { isLoading: isReordering, error: reorderError }] = useReorderTasksMutation();
  const sources = flyerSources(tasks, pending, useAppSelector(selectCardKeys));

  const add = useCallback((files: File[]) => dispatch(addFlyers(assistantId, files)), [dispatch, assistantId]);
  const move = (keys: readonly string[]) => {
    const byKey = new Map(sources.map((source) => [source.key, source]));
    const task_ids = keys.flatMap((key) => {
      const source = byKey.get(key);
      return source?.kind === 'task' ? [source.task._id] : [];
    });
    void reorder({ id: assistantId, body: { task_ids } });
  };
  // The server wants every flyer in an order, so one that is still on its way would have none.
  const canMove = pending.length === 0 && !isReordering && tasks.length > 1;

  return (
    <FlyerDropZone takesPagePaste={takesPagePaste} onFiles={add}>
      {refused.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
      {failureMessage && <ErrorAlert message={failureMessage} onRetry={refetch} />}
      {reorderError && <ErrorAlert message={failureText('Failed to change the order.', reorderError)} />}
      {isLoading && <Skeleton label="Loading active tasks" rows={2} />}
      {!isLoading && !failureMessage && sources.length === 0 && <EmptyState>No active tasks found.</EmptyState>}
      {sources.length > 0 && (
        <SortableFlyers keys={sources.map(({ key }) => key)} onMove={move}>
          <ol className="u-list u-stack u-gap8" aria-label="Flyers to post">
            {sources.map((source, index) => (
              <EditableFlyer
                key={source.key}
                source={source}
                place={index + 1}
                assistantId={assistantId}
                canMove={canMove}
              />
            ))}
          </ol>
        </SortableFlyers>
      )}
    </FlyerDropZone>
  );
}
