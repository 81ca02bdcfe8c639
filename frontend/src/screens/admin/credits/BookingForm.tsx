import { Button, Flex, Form, type FormInstance, Typography } from 'antd';
import { type ReactNode, useRef } from 'react';
import { serverOrErrorMessage } from '../../../data/apiError.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useMainButton } from '../../../telegram/buttons.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { hasErrorToShow } from '../layout/AdminPage.tsx';
import { Facts } from '../layout/Facts.tsx';

interface BookingFormProps<Fields> {
  readonly values: Fields;
  readonly children: ReactNode;
  readonly balance: number | null;
  /** The credits that are added or subtracted; null while the fields are not valid, and the form cannot be sent then. */
  readonly amount: number | null;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  onChange(values: Fields): void;
  onSubmit(): unknown;
  onClose(): void;
}

export const creditsText = (count: number) => `${formatNumber(count).replace('-', '\u2212')} credits`;

export function BookingForm<Fields extends object>({
  values,
  children,
  balance,
  amount,
  action,
  isBusy,
  error,
  onChange,
  onSubmit,
  onClose,
}: BookingFormProps<Fields>) {
  const isDisabled = amount === null;
  // Enter may be pressed again before this component is rendered with `isBusy`.
  const isSending = useRef(false);
  const formElement = useMainButton({ text: action, isDisabled, isBusy });
  const newBalance = balance === null || amount === null ? null : balance + amount;
  const waiting = balance === null ? '…' : '–';
  return (
    <Form<Fields>
      // The ref of antd's Form is a FormInstance. Its `nativeElement` is the form that the main button submits.
      ref={(ref: (FormInstance & { nativeElement?: HTMLElement }) | null) => {
        formElement.current = (ref?.nativeElement as HTMLFormElement | undefined) ?? null;
      }}
      layout="vertical"
      fields={Object.entries(values).map(([name, value]) => ({ name: [name], value }))}
      onValuesChange={(_, all) => onChange(all)}
      disabled={isBusy}
      onFinish={async () => {
        if (isDisabled || isSending.current) return;
        isSending.current = true;
        await onSubmit();
        isSending.current = false;
      }}
    >
      {children}
      <Facts
        bordered
        size="small"
        column={1}
        facts={{
          'Current balance': balance === null ? '…' : creditsText(balance),
          'New balance': (
            <Typography.Text aria-live="polite" type={newBalance !== null && newBalance < 0 ? 'danger' : undefined}>
              {newBalance === null ? waiting : creditsText(newBalance)}
            </Typography.Text>
          ),
        }}
      />
      <Flex vertical gap="middle" style={{ marginTop: 16 }}>
        {hasErrorToShow({ error }) && <ErrorAlert message={serverOrErrorMessage(error)} />}
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={isDisabled || isBusy}>
            {action}
          </Button>
        </Flex>
      </Flex>
    </Form>
  );
}
