import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { Task } from '@flyerdeck/contracts/types';
import { type ReactNode, useCallback } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { useReorderTasksMutation } from '../../../data/assistants/assistantsSlice.ts';
import { selectCardKeys, selectUploads } from '../../../data/drafts/draftsSlice.ts';
import { addFlyers } from '../../../data/drafts/draftThunks.ts';
import { EmptyState, ErrorAlert } from '../../../ui/notices.tsx';
import { failureText } from '../useAction.ts';
import type { FlyerSource } from './EditableFlyer.tsx';
import { EditableFlyer } from './EditableFlyer.tsx';
import { FlyerDropZone } from './FlyerDropZone.tsx';

interface FlyerListProps {
  readonly id: string;
  readonly tasks: readonly Task[];
}
interface FlyersEditorProps extends FlyerListProps {
  readonly isSettled: boolean;
  readonly takesPagePaste: boolean;
}

export function useFlyerSources({ id, tasks }: FlyerListProps): readonly FlyerSource[] {
  const { pending } = useAppSelector((state) => selectUploads(state, id));
  const cardKeys = useAppSelector(selectCardKeys);
  return [
    ...tasks.map((task) => ({ key: cardKeys[task._id] ?? task._id, task })),
    ...pending.map((upload) => ({ key: upload.key, upload })),
  ];
}

export function FlyersEditor({ id, tasks, isSettled, takesPagePaste }: FlyersEditorProps) {
  const dispatch = useAppDispatch();
  const add = useCallback((files: File[]) => dispatch(addFlyers(id, files)), [dispatch, id]);
  const sources = useFlyerSources({ id, tasks });
  return (
    <FlyerDropZone takesPagePaste={takesPagePaste} onFiles={add}>
      {isSettled && sources.length === 0 && <EmptyState>No active tasks found.</EmptyState>}
      <FlyerList id={id} tasks={tasks} />
    </FlyerDropZone>
  );
}

export function FlyerList({ id, tasks }: FlyerListProps) {
  const { pending, refused } = useAppSelector((state) => selectUploads(state, id));
  const [reorder, { isLoading: isReordering, error: reorderError }] = useReorderTasksMutation();
  const sources = useFlyerSources({ id, tasks });

  const move = (keys: readonly string[]) => {
    const task_ids = keys.flatMap((key) => sources.find((source) => source.key === key)?.task?._id ?? []);
    void reorder({ id, body: { task_ids } });
  };
  // The server requires all flyers in the new order. A flyer that is being uploaded has no id yet.
  const canMove = pending.length === 0 && !isReordering && tasks.length > 1;

  return (
    <>
      {refused.map((sentence) => (
        <ErrorAlert key={sentence} message={sentence} />
      ))}
      {reorderError && <ErrorAlert message={failureText('Failed to change the order.', reorderError)} />}
      {sources.length > 0 && (
        <SortableFlyers keys={sources.map(({ key }) => key)} onMove={move}>
          <ol className="u-list u-stack u-gap8" aria-label="Flyers to post">
            {sources.map((source, index) => (
              <EditableFlyer key={source.key} source={source} position={index + 1} assistantId={id} canMove={canMove} />
            ))}
          </ol>
        </SortableFlyers>
      )}
    </>
  );
}

interface SortableFlyersProps {
  keys: string[];
  onMove: (keys: string[]) => void;
  children: ReactNode;
}

/** A shorter movement counts as a click. */
const DRAG_STARTS_PX = 4;

export function SortableFlyers({ keys, onMove, children }: SortableFlyersProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_STARTS_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over.id))];
    // Another tab may have deleted the flyer during the move.
    if (from !== -1 && to !== -1) onMove(arrayMove(keys, from, to));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
