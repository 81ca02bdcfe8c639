import PictureOutlined from '@ant-design/icons/PictureOutlined';
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
import { FLYER_IMAGE_TYPES } from '@flyerdeck/contracts/tasks.values';
import type { Task } from '@flyerdeck/contracts/types';
import { type ChangeEvent, type DragEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../../app/hooks.ts';
import { useReorderTasksMutation } from '../../../data/assistants/assistantsSlice.ts';
import { selectCardKeys, selectUploads } from '../../../data/drafts/draftsSlice.ts';
import { addFlyers } from '../../../data/drafts/draftThunks.ts';
import { EmptyState, ErrorAlert } from '../../../ui/notices.tsx';
import { failureText } from '../assistantRules.ts';
import { EditableFlyer, type FlyerSource } from './EditableFlyer.tsx';
import styles from './flyers.module.css';

interface Flyers {
  readonly id: string;
  readonly tasks: readonly Task[];
}
interface FlyersEditorProps extends Flyers {
  readonly isSettled: boolean;
  readonly takesPagePaste: boolean;
}

export function useFlyerSources({ id, tasks }: Flyers): readonly FlyerSource[] {
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

interface FlyerListProps extends Flyers {
  /** The text of the first flyer gets the focus when it appears. */
  readonly takesFocus?: boolean;
}

export function FlyerList({ id, tasks, takesFocus = false }: FlyerListProps) {
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
              <EditableFlyer
                key={source.key}
                source={source}
                position={index + 1}
                assistantId={id}
                canMove={canMove}
                takesFocus={takesFocus && index === 0}
              />
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

interface FlyerDropZoneProps {
  readonly chooserId?: string;
  /** Also accepts a paste while no element has the focus. */
  takesPagePaste: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** The files of a paste. None if text is pasted into a text field: copied text may include an image of itself. */
function pastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const isTextField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (isTextField && clipboardData?.types.includes('text/plain')) return [];
  return [...(clipboardData?.files ?? [])];
}

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

export function FlyerDropZone({ chooserId, takesPagePaste, onFiles, children }: FlyerDropZoneProps) {
  const zone = useRef<HTMLDivElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const isInside = event.target instanceof Node && zone.current?.contains(event.target);
      const hasNoFocus = event.target === document.body;
      if (!isInside && !(takesPagePaste && hasNoFocus)) return;
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [takesPagePaste, onFiles]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])]);
    // Without the reset, choosing the same file again fires no change event.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    setIsDraggedOver(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    onFiles([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file input below does the same by keyboard.
    <div
      ref={zone}
      className={`u-stack u-gap8 ${isDraggedOver ? styles.over : ''}`}
      style={{ borderRadius: 'var(--fd-radius)' }}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggedOver(false);
      }}
      onDrop={drop}
    >
      {children}
      <label className={`u-line u-muted u-gap12 u-padded ${styles.chooser}`}>
        <input
          id={chooserId}
          type="file"
          className="u-hidden"
          aria-label="Add flyers"
          accept={FLYER_IMAGE_TYPES.join(',')}
          multiple
          onChange={choose}
        />
        <PictureOutlined aria-hidden style={{ fontSize: 24 }} />
        <span>
          <strong>Add flyers</strong>
          <br />
          Choose, drop or paste images
        </span>
      </label>
    </div>
  );
}
