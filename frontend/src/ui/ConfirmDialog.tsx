import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useBackButton } from '../telegram/buttons.ts';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly busy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  action,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  useBackButton(onCancel, open && !busy);
  return (
    <Modal
      open={open}
      title={title}
      okText={action}
      okButtonProps={{ danger: true, disabled: busy }}
      cancelButtonProps={{ disabled: busy }}
      width={420}
      onOk={onConfirm}
      onCancel={onCancel}
      destroyOnHidden
    >
      {children}
    </Modal>
  );
}
