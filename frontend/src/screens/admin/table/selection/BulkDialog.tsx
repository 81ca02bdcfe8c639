import { Flex } from 'antd';
import { type ReactNode, useRef } from 'react';
import { failureSentence } from '../../../../data/apiError.ts';
import { ErrorAlert } from '../../../../ui/notices.tsx';
import { MountedDialog } from '../../layout/MountedDialog.tsx';

/** What a screen gives to each dialog of an action on many rows. */
export interface BulkAction {
  onDone(message: string): void;
  onClose(): void;
}

interface BulkDialogProps extends BulkAction {
  readonly title: string;
  /** Label of the button that sends the call. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** State of the call. */
  readonly state: { readonly isLoading: boolean; readonly error?: unknown };
  /** Sends the call, which does all or nothing. */
  send(): Promise<{ readonly data?: { readonly message: string } | undefined }>;
  readonly children: ReactNode;
}

/** The one question before an action on many rows. */
export function BulkDialog({
  title,
  action,
  isDanger = false,
  isDisabled = false,
  state: { isLoading, error },
  send,
  onDone,
  onClose,
  children,
}: BulkDialogProps) {
  // The button may be pressed again before this component is rendered with `isLoading`.
  const isSending = useRef(false);
  const failure = failureSentence(error, `${title} failed.`);
  const start = async () => {
    if (isSending.current) return;
    isSending.current = true;
    const { data } = await send();
    isSending.current = false;
    if (data) onDone(data.message);
  };
  return (
    <MountedDialog
      title={title}
      width={460}
      okText={action}
      okButtonProps={{ danger: isDanger, disabled: isDisabled, loading: isLoading }}
      onOk={start}
      onClose={onClose}
    >
      <Flex vertical gap="small">
        {children}
        {failure && <ErrorAlert message={failure} />}
      </Flex>
    </MountedDialog>
  );
}
