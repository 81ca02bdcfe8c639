import PictureOutlined from '@ant-design/icons/PictureOutlined';
import { FLYER_IMAGE_TYPES } from '@flyerdeck/contracts/values/tasks';
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './flyers.module.css';

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
      className={`u-stack u-gap8 ${styles.zone} ${isDraggedOver ? styles.over : ''}`}
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
        <PictureOutlined aria-hidden className={styles.icon} />
        <span>
          <strong>Add flyers</strong>
          <br />
          Choose, drop or paste images
        </span>
      </label>
    </div>
  );
}
