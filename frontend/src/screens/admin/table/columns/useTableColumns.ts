import { useMemo, useState } from 'react';
import { useAppSelector } from '../../../../app/hooks.ts';
import { useUrlParams } from '../../../../app/useUrlParams.ts';
import { loadTableColumns, saveTableColumns } from '../../../../data/request/storage.ts';
import { selectCurrentUser } from '../../../../data/session/sessionSlice.ts';
import {
  changeColumn,
  clampWidth,
  columnsText,
  type DefinedColumn,
  type ListedColumn,
  listColumns,
} from './tableColumns.ts';

const PARAM = 'columns';

/**
 * Order, width and visibility of a table's columns. They are in the URL only, so a link reproduces them. The browser stores the
 * latest choice for the next visit (`useOpenedView`). `columns` must be a stable reference.
 */
export function useTableColumns<Column extends DefinedColumn>(table: string, columns: readonly Column[]) {
  const [params, changeParams] = useUrlParams();
  const telegramId = useAppSelector((state) => selectCurrentUser(state)?.telegram_id ?? '');
  const text = params.get(PARAM);
  const inUrl = useMemo(() => listColumns(columns, text), [columns, text]);
  // The width while an edge is dragged. Written to the URL at the end.
  const [dragged, setDragged] = useState<{ readonly key: string; readonly widthPx: number } | null>(null);
  const list = dragged ? changeColumn(inUrl, dragged.key, dragged) : inUrl;

  const change = (next: readonly ListedColumn<Column>[]) => {
    const nextText = columnsText(columns, next);
    saveTableColumns(telegramId, table, nextText);
    changeParams(
      (current) => {
        if (nextText === null) current.delete(PARAM);
        else current.set(PARAM, nextText);
        return current;
      },
      { replace: true },
    );
  };

  return {
    list,
    change,
    /** The columns to show, with properties for antd's Table. Their header cells need `HeaderCell`. */
    shown: list
      .filter(({ isShown }) => isShown)
      .map(({ column, widthPx }) => ({
        ...column,
        width: widthPx,
        onHeaderCell: () => ({
          resize: {
            widthPx,
            onDrag: (px: number) => setDragged({ key: column.key, widthPx: clampWidth(px) }),
            onEnd(px: number) {
              setDragged(null);
              change(changeColumn(inUrl, column.key, { widthPx: clampWidth(px) }));
            },
            onReset: () => change(changeColumn(inUrl, column.key, { widthPx: column.width })),
          },
        }),
      })),
    /** The latest choice in this browser: the value of the URL parameter; null for the default. */
    loadLatest: () => loadTableColumns(telegramId, table),
  };
}
