import { Form, Select } from 'antd';
import { useState } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { useBookPurchaseMutation } from '../../../data/credits/adminCreditsApi.ts';
import { useListPackagesQuery } from '../../../data/credits/creditsApi.ts';
import { selectPackages } from '../../../data/credits/creditsSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatUsd } from '../../../lib/formatUsd.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { QueryAlert } from '../layout/AdminPage.tsx';
import type { CreditFormProps } from './AdjustForm.tsx';
import { BookingForm, creditsText } from './BookingForm.tsx';
import { createIdempotencyKeys } from './idempotencyKeys.ts';

interface PurchaseFields {
  readonly packageId: string | null;
}
const INITIAL: PurchaseFields = { packageId: null };

/** Books a package that was sold through support. Credits and price are those of the package. */
export function PurchaseForm({ user, balance, onApplied, onClose }: CreditFormProps) {
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
