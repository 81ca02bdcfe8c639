import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAppSelector } from '../../../app/hooks.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { loadTableColumns, saveTableColumns } from '../../../data/session/storage.ts';
import { type AdminColumn, shownColumnsOf } from './adminColumn.ts';

const PARAM = 'columns';

interface ShownColumns<Row> {
  readonly columns: readonly AdminColumn<Row>[];
  /** Keys of the shown ones, for the chooser. */
  readonly shown: readonly string[];
  show(keys: readonly string[]): void;
}

/**
 * Which columns a table shows: what the address says, else what this person chose here last, else all. A choice is
 * written to both, so that the next visit and a link to this one show the same. `columns` and `table` stay the same
 * from render to render.
 */
export function useShownColumns<Row>(table: string, columns: readonly AdminColumn<Row>[]): ShownColumns<Row> {
  const [params, setParams] = useSearchParams();
  const telegramId = useAppSelector((state) => selectCurrentUser(state)?.telegram_id ?? '');
  const inAddress = params.get(PARAM);
  const [kept, setKept] = useState(() => loadTableColumns(telegramId, table));

  const write = (keys: readonly string[]) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (keys.length === columns.length - 1) next.delete(PARAM);
        else next.set(PARAM, keys.join(','));
        return next;
      },
      { replace: true },
    );

  // A link copied from the address bar has to say what is kept in this browser alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit; later choices write the address themselves.
  useEffect(() => {
    if (kept && inAddress === null) write(kept);
  }, []);

  const word = inAddress ?? kept?.join(',') ?? null;
  const shownColumns = useMemo(() => shownColumnsOf(columns, word === null ? null : word.split(',')), [columns, word]);
  return {
    columns: shownColumns,
    shown: shownColumns.slice(1).map(({ key }) => key),
    show(keys) {
      saveTableColumns(telegramId, table, keys);
      setKept(keys);
      write(keys);
    },
  };
}
