import { Button } from 'antd';
import { useState } from 'react';
import { useCreateStarsInvoiceMutation } from '../../data/credits/creditSumsApi.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { useWebApp, vibrate } from '../../telegram/webApp.ts';
import { FailureAlert, SuccessNote } from '../../ui/notices.tsx';

interface StarsPaymentProps {
  readonly packageId: string;
  readonly stars: number;
}

/** In the mini app Telegram shows the invoice, elsewhere a link to it. The balance is fetched by the hint of the booking. */
export function StarsPayment({ packageId, stars }: StarsPaymentProps) {
  const [createInvoice, { error, isLoading }] = useCreateStarsInvoiceMutation();
  const webApp = useWebApp();
  const [address, setAddress] = useState<string | null>(null);
  const [isPaid, setPaid] = useState(false);
  const pay = async () => {
    const { data } = await createInvoice({ body: { package_id: packageId } });
    if (!data) return;
    if (!webApp?.isVersionAtLeast('6.1')) return setAddress(data.invoice_url);
    webApp.openInvoice(data.invoice_url, (status) => {
      setPaid(status === 'paid');
      if (status === 'paid' || status === 'failed') vibrate(status === 'paid' ? 'success' : 'error');
    });
  };
  if (isPaid) return <SuccessNote>Paid. The credits are booked as soon as Telegram confirms the payment.</SuccessNote>;
  return (
    <div className="u-grid u-gap8 u-below12">
      {address === null ? (
        <Button block type="primary" loading={isLoading} onClick={pay}>
          Pay with Stars ({formatNumber(stars)})
        </Button>
      ) : (
        <Button block type="primary" href={address} target="_blank" rel="noreferrer">
          Open the invoice in Telegram
        </Button>
      )}
      <FailureAlert error={error} fallback="Failed to create the invoice" />
    </div>
  );
}
