import type { ModalProps } from 'antd';
import type { ReactNode } from 'react';
import { useUiState } from '../data/uiState/useUiState.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface OpenedDialogProps extends Pick<ModalProps, 'title' | 'width' | 'style' | 'afterOpenChange'> {
  readonly name: string;
  onClosed(): void;
  children(close: () => void): ReactNode;
}

export function OpenedDialog({ name, onClosed, children, ...modal }: OpenedDialogProps) {
  const [isOpen, setIsOpen] = useUiState(name, true);
  const close = () => setIsOpen(false);
  return (
    <Dialog open={isOpen} onClose={close} afterClose={onClosed} {...modal}>
      {children(close)}
    </Dialog>
  );
}
