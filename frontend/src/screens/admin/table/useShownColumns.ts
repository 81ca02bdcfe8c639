import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAppSelector } from '../../../app/hooks.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { loadTableColumns, saveTableColumns } from '../../../data/session/storage.ts';

const PARAM = 'columns';

/**
 * The columns that a table shows: those in the URL, else the user's stored choice, else all. A new choice is written to
 * the URL and to the browser's storage. The first column is always shown.
 */
export function useShownColumns<Column extends { readonly key: string }>(table: string, columns: readonly Column[]) {
  const [params, setParams] = useSearchParams();
  const telegramId = useAppSelector((state) => selectCurrentUser(state)?.telegram_id ?? '');
  const fromUrl = params.get(PARAM);
  const [stored, setStored] = useState(() => loadTableColumns(telegramId, table));

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

  // A stored choice is written to the URL, so that a copied link shows the same columns.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; later choices update the URL in `show`.
  useEffect(() => {
    if (stored && fromUrl === null) write(stored);
  }, []);

  const text = fromUrl ?? stored?.join(',') ?? null;
  const shown = useMemo(() => {
    const keys = text?.split(',');
    return columns.filter(({ key }, index) => index === 0 || !keys || keys.includes(key));
  }, [columns, text]);
  return {
    shown,
    show(keys: readonly string[]) {
      saveTableColumns(telegramId, table, keys);
      setStored(keys);
      write(keys);
    },
  };
}
