import { Dialog } from '../../ui/Dialog.tsx';
import styles from '../../ui/ui.module.css';
import { TAB_KEYS, VIEW_LABELS } from './views.ts';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Search'],
  [['n'], 'New post'],
  ...Object.entries(TAB_KEYS).map(([key, view]) => [['g', key], `Show ${VIEW_LABELS[view]}`] as const),
  [['?'], 'List the keys'],
];

export default function DashboardKeysDialog({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  return (
    <Dialog title="Keyboard" open={open} width={440} onClose={onClose}>
      <dl className="u-grid u-gap8 u-above8">
        {KEYS.map(([pressed, does]) => (
          <div key={does} className={`u-grid ${styles.keysDialogRow}`}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key} className={`u-fine ${styles.key}`}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="u-flush">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
