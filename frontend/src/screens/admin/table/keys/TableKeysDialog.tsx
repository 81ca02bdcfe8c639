import { KeysDialog, type KeysOfDialog } from '../../../../ui/KeysDialog.tsx';

interface TableKeysDialogProps {
  readonly open: boolean;
  readonly hasPages: boolean;
  onClose(): void;
}

const keysOf = (hasPages: boolean): KeysOfDialog => [
  [['↑', '↓'], 'Go to the row above or below'],
  [['PgUp', 'PgDn'], 'Go up or down by 10 rows'],
  [['Home', 'End'], 'Go to the first or last row'],
  [['Enter'], 'Open the row'],
  [['c'], "Copy the row's id"],
  [['/'], 'Search'],
  ...(hasPages ? [[['[', ']'], 'Go to the page before or after'] as const] : []),
  [['?'], 'List the keys'],
];

/** The keyboard shortcuts of an admin table. */
export default function TableKeysDialog({ hasPages, ...props }: TableKeysDialogProps) {
  return <KeysDialog keys={keysOf(hasPages)} {...props} />;
}
