import { Modal, type ModalProps } from 'antd';
import { useEffect, useRef } from 'react';
import { useBackButton } from '../../../telegram/buttons.ts';

interface MountedDialogProps extends Omit<ModalProps, 'open' | 'onCancel'> {
  onClose(): void;
}

/** A modal that is open while it is mounted. antd returns the focus only when a modal is closed before its end. */
export function MountedDialog({ onClose, ...modal }: MountedDialogProps) {
  const opener = useRef(document.activeElement);
  useBackButton(onClose, true);
  useEffect(() => {
    const { current } = opener;
    return () => {
      if (current instanceof HTMLElement) current.focus({ preventScroll: true });
    };
  }, []);
  return <Modal open closable={{ 'aria-label': 'Close' }} onCancel={onClose} {...modal} />;
}
