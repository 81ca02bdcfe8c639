import { Modal, type ModalProps } from 'antd';
import { useBackButton } from '../telegram/backButton.ts';

interface DialogProps extends Omit<ModalProps, 'open' | 'onCancel'> {
  readonly open: boolean;
  onClose(): void;
}

/** antd's modal without its OK and Cancel buttons. Telegram's back button closes it too. */
export function Dialog({ onClose, ...modal }: DialogProps) {
  useBackButton(onClose, modal.open);
  return <Modal footer={null} closable={{ 'aria-label': 'Close' }} onCancel={onClose} {...modal} />;
}
