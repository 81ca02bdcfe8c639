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

interface Drag {
  readonly startX: number;
  readonly widthPx: number;
  /** How many px of the column's width one px on the screen is. Not 1 while the table is stretched. */
  readonly scale: number;
  nextPx?: number;
}

function Edge({ widthPx, onDrag, onEnd, onReset }: Resize) {
  const drag = useRef<Drag>(null);
  const move = ({ clientX }: PointerEvent) => {
    if (!drag.current) return;
    const { startX, widthPx: startPx, scale } = drag.current;
    drag.current.nextPx = startPx + (clientX - startX) * scale;
    onDrag(drag.current.nextPx);
  };
  const end = () => {
    if (drag.current?.nextPx !== undefined) onEnd(drag.current.nextPx);
    drag.current = null;
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
        drag.current = { startX: event.clientX, widthPx, scale: widthPx / shownPx };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={onReset}
      // A click on the rest of the cell sorts.
      onClick={(event) => event.stopPropagation()}
    />
  );
}
