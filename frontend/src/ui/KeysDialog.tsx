import { Dialog } from './Dialog.tsx';
import styles from './ui.module.css';

export type KeysOfDialog = readonly (readonly [keys: readonly string[], does: string])[];

interface KeysDialogProps {
  readonly open: boolean;
  readonly keys: KeysOfDialog;
  onClose(): void;
}

export function KeysDialog({ open, keys, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keyboard" open={open} width={440} onClose={onClose}>
      <dl className="u-grid u-gap8 u-above8">
        {keys.map(([pressed, does]) => (
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
