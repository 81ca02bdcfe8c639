import { ADJUSTMENT_CONFIRMED_ABOVE_CREDITS } from '@flyerdeck/contracts/credits.values';
import type { AdjustCreditsBody, CreditUser } from '@flyerdeck/contracts/types';
import { Flex, Form, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { useGetUserQuery } from '../../../data/admin/adminApi.ts';
import { useBookPurchaseMutation } from '../../../data/admin/adminOperationApi.ts';
import { useAdjustCreditsMutation, useListPackagesQuery } from '../../../data/credits/creditsApi.ts';
import { selectPackages } from '../../../data/credits/creditsSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatUsd } from '../../../lib/numbers.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { MountedDialog } from '../layout/MountedDialog.tsx';
import { userLabel } from '../people/people.ts';
import {
  AdjustmentItems,
  adjustmentOf,
  BookingForm,
  createIdempotencyKeys,
  creditsText,
  NO_ADJUSTMENT,
  validAmount,
} from './BookingForm.tsx';

interface CreditFormProps {
  readonly user: CreditUser;
  readonly balance: number | null;
  onApplied(message: string): void;
  onClose(): void;
}

function AdjustForm({ user, balance, onApplied, onClose }: CreditFormProps) {
  const [fields, setFields] = useUiState('adjustCredits.adjustment', NO_ADJUSTMENT);
  const [idempotencyKeyOf] = useState(createIdempotencyKeys);
  const [adjust, { isLoading, error }] = useAdjustCreditsMutation();
  /** The adjustment that is confirmed. It stays while the dialog closes, so that its texts do not change. */
  const [asked, setAsked] = useUiState<AdjustCreditsBody | null>('adjustCredits.asked', null);
  const [isAsking, setIsAsking] = useUiState('adjustCredits.isAsking', false);
  const amount = validAmount(fields.amount);
  useClosingConfirmation((fields.amount ?? null) !== null || Boolean(fields.description));

  const apply = async (body: AdjustCreditsBody) => {
    const { data } = await adjust({ body, idempotencyKey: idempotencyKeyOf(body) });
    setIsAsking(false);
    if (data) onApplied(data.message);
  };
  const submit = () => {
    if (amount === null) return;
    const body = { user_id: user.telegram_id, ...adjustmentOf(amount, fields) };
    if (Math.abs(amount) <= ADJUSTMENT_CONFIRMED_ABOVE_CREDITS) return apply(body);
    setAsked(body);
    setIsAsking(true);
  };
  const askedAmount = asked?.amount ?? 0;
  const verb = askedAmount < 0 ? 'Remove' : 'Add';

  return (
    <>
      <BookingForm
        values={fields}
        balance={balance}
        amount={amount}
        action="Apply Adjustment"
        isBusy={isLoading}
        error={error}
        onChange={setFields}
        onSubmit={submit}
        onClose={onClose}
      >
        <AdjustmentItems amount={fields.amount} />
      </BookingForm>
      <ConfirmDialog
        open={isAsking}
        title={`${verb} ${creditsText(Math.abs(askedAmount))}?`}
        action={`${verb} Credits`}
        busy={isLoading}
        onConfirm={() => asked && void apply(asked)}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          {userLabel(user)}
          {balance !== null && `: from ${creditsText(balance)} to ${creditsText(balance + askedAmount)}`}
        </p>
      </ConfirmDialog>
    </>
  );
}
const INITIAL: { readonly packageId: string | null } = { packageId: null };

function PurchaseForm({ user, balance, onApplied, onClose }: CreditFormProps) {
  const [fields, setFields] = useUiState('adjustCredits.purchase', INITIAL);
  const [idempotencyKeyOf] = useState(createIdempotencyKeys);
  const query = useListPackagesQuery();
  const packages = useAppSelector(selectPackages);
  const [book, { isLoading, error }] = useBookPurchaseMutation();
  const chosen = packages.find(({ id }) => id === fields.packageId);
  useClosingConfirmation(chosen !== undefined);

  const submit = async () => {
    if (!chosen) return;
    const body = { user_id: user.telegram_id, package_id: chosen.id };
    const { data } = await book({ body, idempotencyKey: idempotencyKeyOf(body) });
    if (data) onApplied(data.message);
  };

  return (
    <>
      <QueryAlert query={query} />
      <BookingForm
        values={fields}
        balance={balance}
        amount={chosen?.total_credits ?? null}
        action="Book Purchase"
        isBusy={isLoading}
        error={error}
        onChange={setFields}
        onSubmit={submit}
        onClose={onClose}
      >
        <Form.Item name="packageId" label="Package" extra="For a package that was paid through support">
          <Select
            placeholder="Choose a package"
            loading={query.isLoading}
            options={packages.map(({ id, name, total_credits, price_usd }) => ({
              value: id,
              label: `${name}: ${creditsText(total_credits)}, ${formatUsd(price_usd)}`,
            }))}
          />
        </Form.Item>
      </BookingForm>
    </>
  );
}

const KINDS = ['Adjustment', 'Purchase'] as const;
const FORMS = { Adjustment: AdjustForm, Purchase: PurchaseForm } as const;

export default function AdjustDialog(props: Omit<CreditFormProps, 'balance'>) {
  const { user, onClose } = props;
  const [kind, setKind] = useUiState<(typeof KINDS)[number]>('adjustCredits.kind', 'Adjustment');
  const query = useGetUserQuery({ telegramId: user.telegram_id }, { refetchOnMountOrArgChange: true });
  const balance = query.isFetching ? null : (query.currentData?.credits_balance ?? null);
  const FormOfKind = FORMS[kind];
  return (
    <MountedDialog title={`Adjust Credits: ${userLabel(user)}`} width={440} footer={null} onClose={onClose}>
      <Flex vertical gap="middle">
        <Segmented block aria-label="Kind of booking" options={[...KINDS]} value={kind} onChange={setKind} />
        <QueryAlert query={query} />
        <FormOfKind {...props} balance={balance} />
      </Flex>
    </MountedDialog>
  );
}
