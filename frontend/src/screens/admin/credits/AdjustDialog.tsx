import type { CreditUser } from '@flyerdeck/contracts/types';
import { Modal } from 'antd';
import { useBackButton } from '../../../telegram/backButton.ts';
import { personName } from '../people/personName.ts';
import { AdjustForm } from './AdjustForm.tsx';

interface AdjustDialogProps {
  /** Whose credits; null while the dialog is closed. */
  readonly user: CreditUser | null;
  onApplied(message: string): void;
  onClose(): void;
}

export function AdjustDialog({ user, onApplied, onClose }: AdjustDialogProps) {
  useBackButton(onClose, user !== null);
  const name = user && (personName(user) || user.username || user.telegram_id);
  return (
    <Modal
      open={user !== null}
      title={name ? `Adjust Credits: ${name}` : undefined}
      width={440}
      closable={{ 'aria-label': 'Close' }}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {user && <AdjustForm user={user} onApplied={onApplied} onCancel={onClose} />}
    </Modal>
  );
}
