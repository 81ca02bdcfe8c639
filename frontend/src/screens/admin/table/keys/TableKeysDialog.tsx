import { KeysDialog, type KeysOfDialog } from '../../../../ui/KeysDialog.tsx';
import type { WorkingKeys } from './useTableKeys.ts';

interface TableKeysDialogProps {
  readonly open: boolean;
  readonly works: WorkingKeys;
  onClose(): void;
}

const keysOf = ({ search, pages }: WorkingKeys): KeysOfDialog => [
  [['↑', '↓'], 'Go to the row above or below'],
  [['PgUp', 'PgDn'], 'Go up or down by 10 rows'],
  [['Home', 'End'], 'Go to the first or last row'],
  [['Enter'], 'Open the row'],
  [['c'], "Copy the row's id"],
  ...(search ? [[['/'], 'Search'] as const] : []),
  ...(pages ? [[['[', ']'], 'Go to the page before or after'] as const] : []),
  [['?'], 'List the keys'],
];

/** The keyboard shortcuts of an admin table. */
export default function TableKeysDialog({ works, ...props }: TableKeysDialogProps) {
  return <KeysDialog keys={keysOf(works)} {...props} />;
}
