import { Modal } from 'antd';
import { useBackButton } from '../../telegram/backButton.ts';
import styles from './KeysDialog.module.css';
import { TAB_KEYS } from './useDashboardKeys.ts';
import { VIEW_LABELS } from './views.ts';

interface KeysDialogProps {
  readonly open: boolean;
  onClose(): void;
}

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/'], 'Search'],
  ...Object.entries(TAB_KEYS).map(([key, view]) => [['g', key], `Show ${VIEW_LABELS[view]}`] as const),
  [['Space'], 'Select the page in focus'],
  [['Shift', 'Space'], 'Select every page from the last one touched'],
  [['Esc'], 'Close what is open'],
  [['?'], 'List the keys'],
];

/** The list of keyboard shortcuts. */
export default function KeysDialog({ open, onClose }: KeysDialogProps) {
  useBackButton(onClose, open);
  return (
    <Modal
      title="Keyboard"
      open={open}
      footer={null}
      width={440}
      closable={{ 'aria-label': 'Close' }}
      onCancel={onClose}
    >
      <dl className={`u-grid u-gap8 ${styles.keys}`}>
        {KEYS.map(([keys, does]) => (
          <div key={does} className={styles.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="u-flush">{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
