import { lazy, Suspense } from 'react';
import type { TableKeys } from './useTableKeys.ts';

const TableKeysDialog = lazy(() => import('./TableKeysDialog.tsx'));

/** The messages of the keys, and the dialog that lists them. */
export function TableKeysHelp({ keys }: { readonly keys: TableKeys }) {
  return (
    <>
      {keys.messages}
      {keys.isListingKeys !== null && (
        <Suspense>
          <TableKeysDialog open={keys.isListingKeys} works={keys.works} onClose={() => keys.listKeys(false)} />
        </Suspense>
      )}
    </>
  );
}
