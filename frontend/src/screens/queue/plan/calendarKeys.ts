import type { KeyboardEvent } from 'react';

const SLOT = 'button[data-column]';
const ROW = '[data-index]';

const columnOf = (slot: HTMLElement): number => Number(slot.dataset.column);
const slotsIn = (row: Element | null | undefined): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>(SLOT) ?? []),
];

/** The column that is closest to the wanted one; the earlier one of two. Null if there are no columns. */
export const nearestColumn = (columns: readonly number[], wanted: number): number | null =>
  columns.reduce<number | null>(
    (best, column) => (best === null || Math.abs(column - wanted) < Math.abs(best - wanted) ? column : best),
    null,
  );

/** The row and the column of an element in a slot of the calendar. Null outside of the slots. */
export function positionOf(element: EventTarget): { readonly index: number; readonly column: number } | null {
  const slot = element instanceof Element ? element.closest<HTMLElement>(SLOT) : null;
  const row = slot?.closest<HTMLElement>(ROW);
  return slot && row ? { index: Number(row.dataset.index), column: columnOf(slot) } : null;
}

function slotAfter(slot: HTMLElement, key: string): HTMLElement | undefined {
  const row = slot.closest<HTMLElement>(ROW);
  const inRow = slotsIn(row);
  const inNeighbour = (step: 1 | -1) => {
    const slots = slotsIn(row?.parentElement?.querySelector(`[data-index="${Number(row.dataset.index) + step}"]`));
    const column = nearestColumn(slots.map(columnOf), columnOf(slot));
    return slots.find((other) => columnOf(other) === column);
  };
  switch (key) {
    case 'ArrowLeft':
      return inRow[inRow.indexOf(slot) - 1];
    case 'ArrowRight':
      return inRow[inRow.indexOf(slot) + 1];
    case 'Home':
      return inRow[0];
    case 'End':
      return inRow.at(-1);
    case 'ArrowUp':
      return inNeighbour(-1);
    case 'ArrowDown':
      return inNeighbour(1);
  }
}

/** Arrow keys, Home and End move the focus between the slots of the calendar. Rows may skip columns. */
export function moveInCalendar(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
  const slot = event.target.closest<HTMLElement>(SLOT);
  const next = slot && slotAfter(slot, event.key);
  if (!next) return;
  // Otherwise the window would scroll too.
  event.preventDefault();
  next.focus();
}
