import { Flex, Segmented } from 'antd';
import { useGetCreditUserQuery } from '../../../data/credits/adminCreditsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { MountedDialog } from '../layout/MountedDialog.tsx';
import { userLabel } from '../people/people.ts';
import { AdjustForm, type CreditFormProps } from './AdjustForm.tsx';
import { PurchaseForm } from './PurchaseForm.tsx';

const KINDS = ['Adjustment', 'Purchase'] as const;
const FORMS = { Adjustment: AdjustForm, Purchase: PurchaseForm } as const;

function CreditForms(props: Omit<CreditFormProps, 'balance'>) {
  const [kind, setKind] = useUiState<(typeof KINDS)[number]>('adjustCredits.kind', 'Adjustment');
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

/** Changes the credits of a user: an adjustment, or a purchase through support. */
export default function AdjustDialog(props: Omit<CreditFormProps, 'balance'>) {
  const { user, onClose } = props;
  return (
    <MountedDialog title={`Adjust Credits: ${userLabel(user)}`} width={440} footer={null} onClose={onClose}>
      <CreditForms {...props} />
    </MountedDialog>
  );
}
