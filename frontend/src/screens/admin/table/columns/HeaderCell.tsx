import { type ComponentProps, type PointerEvent, useRef } from 'react';
import styles from './HeaderCell.module.css';

interface Resize {
  /** Width of the column. The table may show it wider, to fill the window. */
  readonly widthPx: number;
  onDrag(widthPx: number): void;
  onEnd(widthPx: number): void;
  onReset(): void;
}

/** A header cell of antd's Table whose edge changes the column's width. With the keyboard, the column chooser does it. */
export function HeaderCell({ resize, children, ...cell }: ComponentProps<'th'> & { readonly resize?: Resize }) {
  return (
    <th {...cell}>
      {children}
      {resize && <Edge {...resize} />}
    </th>
  );
}

/** For `components` of antd's Table. */
export const RESIZABLE_HEADER = { cell: HeaderCell };

function Edge({ widthPx, onDrag, onEnd, onReset }: Resize) {
  const start = useRef<{ readonly x: number; readonly widthPx: number; readonly shownPx: number }>(null);
  const isMoved = useRef(false);
  const widthAt = ({ clientX }: PointerEvent): number | null =>
    start.current &&
    start.current.widthPx + ((clientX - start.current.x) * start.current.widthPx) / start.current.shownPx;

  const drag = (event: PointerEvent) => {
    const px = widthAt(event);
    if (px === null) return;
    isMoved.current = true;
    onDrag(px);
  };
  const end = (event: PointerEvent) => {
    const px = widthAt(event);
    start.current = null;
    if (px !== null && isMoved.current) onEnd(px);
    isMoved.current = false;
  };
  return (
    // Hidden from assistive technology: with the keyboard, widths are set in the column chooser.
    <span
      aria-hidden
      className={styles.edge}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const shownPx = event.currentTarget.closest('th')?.offsetWidth || widthPx;
        start.current = { x: event.clientX, widthPx, shownPx };
      }}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      // A click on the rest of the cell sorts.
      onClick={(event) => event.stopPropagation()}
    />
  );
}
