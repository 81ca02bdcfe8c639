import { useSyncExternalStore } from 'react';
import { useReorderTasksMutation } from '../../../data/assistants/assistantsApi.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { AssistantDrafts } from '../drafts/assistantDrafts.ts';
import { failureText } from '../failureText.ts';
import { useAssistantTasks } from '../tasks/useAssistantTasks.ts';
import { FlyerCard } from './FlyerCard.tsx';
import { FlyerDropZone } from './FlyerDropZone.tsx';
import styles from './FlyersEditor.module.css';
import { flyerSources } from './flyerSource.ts';
import { SortableFlyers } from './SortableFlyers.tsx';

interface FlyersEditorProps {
  assistantId: string;
  drafts: AssistantDrafts;
  takesPagePaste: boolean;
}

/** The flyers of a waiting assistant: add, write, order, delete. */
export function FlyersEditor({ assistantId, drafts, takesPagePaste }: FlyersEditorProps) {
  const { uploads } = drafts;
  const { tasks, isLoading, failureMessage, refetch } = useAssistantTasks(assistantId, 'active');
  const { pending, refused } = useSyncExternalStore(uploads.subscribe, uploads.getState);
  const [reorder, { isLoading: isReordering, error: reorderError }] = useReorderTasksMutation();
  const sources = flyerSources(tasks, pending, drafts);

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
    <FlyerDropZone takesPagePaste={takesPagePaste} onFiles={(files) => uploads.add(files)}>
      {refused.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
      {failureMessage && <ErrorAlert message={failureMessage} onRetry={refetch} />}
      {reorderError && <ErrorAlert message={failureText('Failed to change the order.', reorderError)} />}
      {isLoading && <Skeleton label="Loading active tasks" rows={2} />}
      {!isLoading && !failureMessage && sources.length === 0 && <EmptyState>No active tasks found.</EmptyState>}
      {sources.length > 0 && (
        <SortableFlyers keys={sources.map(({ key }) => key)} onMove={move}>
          <ol className={styles.list} aria-label="Flyers to post">
            {sources.map((source, index) => (
              <FlyerCard key={source.key} source={source} place={index + 1} drafts={drafts} canMove={canMove} />
            ))}
          </ol>
        </SortableFlyers>
      )}
    </FlyerDropZone>
  );
}
