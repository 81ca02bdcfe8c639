import type { CreditUser } from '@flyerdeck/contracts/types';
import { Flex, Modal, Segmented } from 'antd';
import { useState } from 'react';
import { useGetCreditUserQuery } from '../../../data/credits/creditsApi.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { userLabel } from '../people/people.ts';
import { AdjustForm, type CreditFormProps } from './AdjustForm.tsx';
import { PurchaseForm } from './PurchaseForm.tsx';

const KINDS = ['Adjustment', 'Purchase'] as const;
const FORMS = { Adjustment: AdjustForm, Purchase: PurchaseForm } as const;

function CreditForms(props: Omit<CreditFormProps, 'balance'>) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('Adjustment');
  // The list may be old, so the balance is requested again when the dialog opens.
  const query = useGetCreditUserQuery({ telegramId: props.user.telegram_id }, { refetchOnMountOrArgChange: true });
  const balance = query.isFetching ? null : (query.currentData?.credits_balance ?? null);
  const FormOfKind = FORMS[kind];
  return (
    <Flex vertical gap="middle">
      <Segmented block aria-label="Kind of booking" options={[...KINDS]} value={kind} onChange={setKind} />
      <QueryAlert query={query} />
      <FormOfKind {...props} balance={balance} />
    </Flex>
  );
}

interface AdjustDialogProps extends Omit<CreditFormProps, 'user' | 'balance'> {
  /** Null while the dialog is closed. */
  readonly user: CreditUser | null;
}

/** Changes the credits of a user: an adjustment, or a purchase through support. */
export function AdjustDialog({ user, onApplied, onClose }: AdjustDialogProps) {
  useBackButton(onClose, user !== null);
  return (
    <Modal
      open={user !== null}
      title={user && `Adjust Credits: ${userLabel(user)}`}
      width={440}
      closable={{ 'aria-label': 'Close' }}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {user && <CreditForms user={user} onApplied={onApplied} onClose={onClose} />}
    </Modal>
  );
}
