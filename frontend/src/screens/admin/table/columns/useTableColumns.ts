import { useEffect } from 'react';
import { useAppSelector, useUrlParams, withParam } from '../../../../app/hooks.ts';
import { loadTableColumns, saveTableColumns } from '../../../../data/request/userStorage.ts';
import { selectCurrentUser } from '../../../../data/session/sessionSlice.ts';

const PARAM = 'columns';

interface Keyed {
  readonly key: string;
}

/**
 * The columns in the URL parameter `columns`: 'username,created_at'. The first column is always shown. Null stands for all.
 * Older links also have widths ('username.180').
 */
export function columnsIn<Column extends Keyed>(columns: readonly Column[], text: string | null): readonly Column[] {
  if (text === null) return columns;
  const keys = text.split(',').map((word) => word.split('.')[0]);
  return columns.filter(({ key }, index) => index === 0 || keys.includes(key));
}

/** The reverse of `columnsIn`. */
export function columnsText(columns: readonly Keyed[], shown: readonly string[]): string | null {
  const others = columns.slice(1).map(({ key }) => key);
  const kept = others.filter((key) => shown.includes(key));
  return kept.length === others.length ? null : kept.join(',');
}

/**
 * Which columns of a table are shown. They are in the URL only, so a link reproduces them. The browser stores the latest choice,
 * which applies when the screen is opened without a query.
 */
export function useTableColumns<Column extends Keyed>(table: string, columns: readonly Column[]) {
  const [params, changeParams] = useUrlParams();
  const telegramId = useAppSelector((state) => selectCurrentUser(state)?.telegram_id ?? '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen is opened.
  useEffect(() => {
    const latest = params.size === 0 ? loadTableColumns(telegramId, table) : null;
    if (latest !== null) changeParams(withParam(PARAM, latest), { replace: true });
  }, []);

  return {
    shown: columnsIn(columns, params.get(PARAM)),
    show(keys: readonly string[]) {
      const text = columnsText(columns, keys);
      saveTableColumns(telegramId, table, text);
      changeParams(withParam(PARAM, text), { replace: true });
    },
  };
}
