import { KeysDialog, type KeysOfDialog } from '../../ui/KeysDialog.tsx';
import { TAB_KEYS } from './useDashboardKeys.ts';
import { VIEW_LABELS } from './views.ts';

const KEYS: KeysOfDialog = [
  [['Ctrl', 'K'], 'Go to a page, assistant, preset or action'],
  [['n'], 'New post'],
  [['/'], 'Search'],
  ...Object.entries(TAB_KEYS).map(([key, view]) => [['g', key], `Show ${VIEW_LABELS[view]}`] as const),
  [['Space'], 'Select the page in focus'],
  [['Shift', 'Space'], 'Select every page from the last one touched'],
  [['Arrows'], 'Move in the calendar of the queue'],
  [['Esc'], 'Close what is open'],
  [['?'], 'List the keys'],
];

export default function DashboardKeysDialog(props: { readonly open: boolean; onClose(): void }) {
  return <KeysDialog keys={KEYS} {...props} />;
}
