import type { CreditPackage } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { formatNumber, formatUsd } from '../../lib/numbers.ts';
import { openOutside } from '../../telegram/openOutside.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './credits.module.css';

interface PurchaseDialogProps {
  /** Null while the dialog is closed. */
  readonly chosen: CreditPackage | null;
  readonly supportTelegram: string | null;
  onClose(): void;
}

/** Sends no request: the user arranges the payment with support (spec section 7, 'Credits'). */
export function PurchaseDialog({ chosen, supportTelegram, onClose }: PurchaseDialogProps) {
  const contact = supportTelegram?.replace(/^@/, '');
  return (
    <Dialog
      open={chosen !== null}
      title={chosen ? `${chosen.name} – ${formatUsd(chosen.price_usd)}` : undefined}
      width={440}
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
      destroyOnHidden
    >
      {chosen && (
        <div role="note" className={styles.notice}>
          <p>Payment is currently unavailable in the app.</p>
          <p>
            To buy the {chosen.name} package ({formatNumber(chosen.total_credits)} credits for{' '}
            {formatUsd(chosen.price_usd)}), please contact{' '}
            {contact ? (
              <a href={`https://t.me/${contact}`} target="_blank" rel="noreferrer" onClick={openOutside}>
                @{contact}
              </a>
            ) : (
              'support'
            )}{' '}
            on Telegram.
          </p>
        </div>
      )}
    </Dialog>
  );
}
