/** The selected pages, and the page where a range selection with Shift starts. Plain data, because it is in the store. */
export interface Selection {
  readonly guids: readonly string[];
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { guids: [], anchor: null };

function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].sort((a, b) => a - b);
  return start === undefined || end === undefined || start < 0 ? [to] : order.slice(start, end + 1);
}

/**
 * Selects or deselects a page. With `isRange` (Shift held), all pages between it and the last toggled page get the same
 * state. `order` lists the shown pages from top to bottom.
 */
export function toggled(
  selection: Selection,
  { guid, isRange, order }: { readonly guid: string; readonly isRange: boolean; readonly order: readonly string[] },
): Selection {
  const guids = new Set(selection.guids);
  const becomesSelected = !guids.has(guid);
  for (const one of isRange ? between(order, selection.anchor, guid) : [guid]) {
    if (becomesSelected) guids.add(one);
    else guids.delete(one);
  }
  return { guids: [...guids], anchor: guid };
}
