/** The `scroll` of a table that may be wider than the window. An empty one does not scroll: it has nothing that the keyboard reaches. */
export const scrollIfFilled = (rows: readonly unknown[] | undefined, x: number | 'max-content') =>
  rows?.length ? { x } : {};
