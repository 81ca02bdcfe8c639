const PAGE_ROWS = 10;

/** The row that a key leads to from another one; null for a key that moves nothing. */
export function rowAfterKey(key: string, row: number, rowCount: number): number | null {
  const last = rowCount - 1;
  const targets = new Map([
    ['ArrowDown', row + 1],
    ['ArrowUp', row - 1],
    ['PageDown', row + PAGE_ROWS],
    ['PageUp', row - PAGE_ROWS],
    ['Home', 0],
    ['End', last],
  ]);
  const target = targets.get(key);
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}
