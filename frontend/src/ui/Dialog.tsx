import { Modal, type ModalProps } from 'antd';
import type { ReactNode } from 'react';
import { useUiState } from '../data/uiState/useUiState.ts';
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

interface OpenedDialogProps extends Pick<ModalProps, 'title' | 'width'> {
  /** The name in the store of whether it is open. */
  readonly name: string;
  /** Called after the animation of the closing. */
  onClosed(): void;
  children(close: () => void): ReactNode;
}

/** A dialog that is open when it is mounted. */
export function OpenedDialog({ name, onClosed, children, ...modal }: OpenedDialogProps) {
  const [isOpen, setIsOpen] = useUiState(name, true);
  const close = () => setIsOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} afterClose={onClosed} {...modal}>
      {children(close)}
    </Dialog>
  );
}
