/** A column as a table defines it. */
export interface DefinedColumn {
  readonly key: string;
  readonly title: string;
  readonly width: number;
}

/** A column as the admin has chosen it. */
export interface ListedColumn<Column> {
  readonly column: Column;
  readonly isShown: boolean;
  readonly widthPx: number;
}

export const MIN_COLUMN_PX = 60;
export const MAX_COLUMN_PX = 800;

const isWidth = (px: number) => Number.isInteger(px) && px >= MIN_COLUMN_PX && px <= MAX_COLUMN_PX;

/**
 * All columns in the order of the URL parameter `columns`: the keys of the shown columns, each with its width in px unless that
 * is the default ('username,created_at.180'). The first column is always the first and always shown. A hidden column is listed
 * after the column before it in the default order. Null stands for the default. Unknown keys and invalid widths are ignored.
 */
export function listColumns<Column extends DefinedColumn>(
  columns: readonly Column[],
  text: string | null,
): readonly ListedColumn<Column>[] {
  if (text === null) return columns.map((column) => ({ column, isShown: true, widthPx: column.width }));
  const widths = new Map(text.split(',').map((word) => [word.split('.')[0] ?? '', Number(word.split('.')[1])]));
  const listed = (column: Column, isShown: boolean): ListedColumn<Column> => {
    const widthPx = widths.get(column.key) ?? Number.NaN;
    return { column, isShown, widthPx: isWidth(widthPx) ? widthPx : column.width };
  };
  const [first, ...others] = columns;
  const shown = [...widths.keys()].flatMap((key) => others.filter((column) => column.key === key));
  const list = [...(first ? [first] : []), ...shown].map((column) => listed(column, true));
  for (const [index, column] of columns.entries()) {
    if (list.some((one) => one.column === column)) continue;
    const before = list.findIndex((one) => one.column === columns[index - 1]);
    list.splice(before + 1, 0, listed(column, false));
  }
  return list;
}

const wordOf = ({ column, widthPx }: ListedColumn<DefinedColumn>) =>
  widthPx === column.width ? column.key : `${column.key}.${widthPx}`;

/** The reverse of `listColumns`. The first column is left out unless it has another width. */
export function columnsText<Column extends DefinedColumn>(
  columns: readonly Column[],
  list: readonly ListedColumn<Column>[],
): string | null {
  const [first, ...shown] = list.filter(({ isShown }) => isShown).map(wordOf);
  const text = [...(first === columns[0]?.key ? [] : [first]), ...shown].join(',');
  const byDefault = columns.slice(1).map(({ key }) => key);
  return text === byDefault.join(',') ? null : text;
}

/** Moves a shown column before the one shown before it, or behind the one shown after it. */
export function moveColumn<Column extends DefinedColumn>(
  list: readonly ListedColumn<Column>[],
  key: string,
  by: -1 | 1,
): readonly ListedColumn<Column>[] {
  const shown = list.filter(({ isShown }) => isShown);
  const from = shown.findIndex(({ column }) => column.key === key);
  const moved = shown[from];
  const other = shown[from + by];
  if (!moved || !other || from + by === 0) return list;
  const rest = list.filter((one) => one !== moved);
  const to = rest.indexOf(other) + (by === 1 ? 1 : 0);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

/** Changes visibility or width of one column. */
export const changeColumn = <Column extends DefinedColumn>(
  list: readonly ListedColumn<Column>[],
  key: string,
  change: { readonly isShown?: boolean; readonly widthPx?: number },
): readonly ListedColumn<Column>[] => list.map((one) => (one.column.key === key ? { ...one, ...change } : one));

export const clampWidth = (px: number) => Math.round(Math.min(MAX_COLUMN_PX, Math.max(MIN_COLUMN_PX, px)));
