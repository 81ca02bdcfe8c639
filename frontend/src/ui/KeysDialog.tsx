import { Modal } from 'antd';
import { useBackButton } from '../telegram/backButton.ts';
import styles from './KeysDialog.module.css';

export type KeysOfDialog = readonly (readonly [keys: readonly string[], does: string])[];

interface KeysDialogProps {
  readonly open: boolean;
  readonly keys: KeysOfDialog;
  onClose(): void;
}

/** A list of keyboard shortcuts. */
export function KeysDialog({ open, keys, onClose }: KeysDialogProps) {
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
        {keys.map(([pressed, does]) => (
          <div key={does} className={styles.row}>
            <dt>
              {pressed.map((key) => (
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
