import {
  createStarsInvoice,
  getBalance,
  getCreditOutlook,
  listEntries,
  listPackages,
  listSpending,
  listTransactions,
} from '@flyerdeck/contracts';
import type { CreditOutlook } from '@flyerdeck/contracts/types';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildBalance, buildPackage, buildTransaction, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import { setTelegram } from '../../telegram/webApp.ts';
import CreditsTab from './CreditsTab.tsx';

useApiServer();

const packages = [
  buildPackage({ id: 'mini', name: 'Mini', price_usd: 9.99, total_credits: 500 }),
  buildPackage({ id: 'plus', name: 'Plus', price_usd: 27.99, total_credits: 1500 }),
  buildPackage({ id: 'basic', name: 'Basic', price_usd: 49.99, total_credits: 3000 }),
  buildPackage({ id: 'enterprise', name: 'Enterprise', price_usd: 199.99, total_credits: 16_500, bonus_credits: 1500 }),
];
const ledger = (count: number) =>
  Array.from({ length: count }, (_, i) => buildTransaction({ id: uuid(100 + i), description: `Line ${i + 1}` }));

const DAYS = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`);
const outlook = (changes: Partial<CreditOutlook> = {}): CreditOutlook => ({
  credits_balance: 75,
  credits: 70,
  days: DAYS.map((day) => ({ day, credits: 10 })),
  ends_at: null,
  offline_pages: 0,
  waits_for_credits: false,
  after: null,
  ...changes,
});
const NOTHING_SPENT = { sums: [], credits: 0, left_out: 0 };

beforeEach(() => {
  answer(getCreditOutlook, outlook());
  answer(listSpending, NOTHING_SPENT);
  answer(getBalance, buildBalance({ credits_balance: 75 }));
  answer(listPackages, { packages, support_telegram: 'flyerdeck_support' });
  answer(listTransactions, { transactions: ledger(2) });
});
const show = () => renderScreen(<CreditsTab />);
const history = () => screen.findByRole('region', { name: 'Transaction History' });

test.each([
  [49, 'Low Balance', 'danger'],
  [100, 'Excellent', 'success'],
])(
  'labels a balance of %i as %s and shows what 10 credits buy [2.10-01, 9-01]',
  async (credits_balance, label, tone) => {
    answer(getBalance, buildBalance({ credits_balance }));
    show();
    const card = await screen.findByRole('region', { name: 'Credit balance' });
    expect(card).toHaveTextContent(`${credits_balance} credits`);
    expect(within(card).getByText(label)).toHaveAttribute('data-tone', tone);
    expect(card).toHaveTextContent('10 credits = 24 hours of unlimited posting to one page.');
  },
);

test('lists the packages with their prices, credits and bonus, the third as the most popular, and none of two [2.10-06, 9-04, 9-05, 9-06, 9-07]', async () => {
  const { unmount } = show();
  const items = within(await screen.findByRole('region', { name: 'Buy Credits' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Mini$9.99500 creditsBuy',
    'Plus$27.991,500 creditsBuy',
    'BasicMost Popular$49.993,000 creditsBuy',
    'Enterprise$199.9916,500 credits, 1,500 of them a bonusBuy',
  ]);
  unmount();
  answer(listPackages, { packages: packages.slice(0, 2), support_telegram: null });
  show();
  await screen.findByRole('region', { name: 'Buy Credits' });
  expect(screen.queryByText('Most Popular')).not.toBeInTheDocument();
});

test('a click on Buy sends no request and shows the Telegram account of the support [2.10-07, 8.3-05]', async () => {
  show();
  const buy = await screen.findByRole('button', { name: 'Buy Basic' });
  const calls = jest.spyOn(globalThis, 'fetch');
  await userEvent.click(buy);
  const dialog = within(await screen.findByRole('dialog', { name: 'Basic – $49.99' }));
  expect(calls).not.toHaveBeenCalled();
  expect(dialog.queryByText(/Stars/)).toBeNull();
  expect(dialog.getByRole('note')).toHaveTextContent(
    /^Payment is currently unavailable in the app\. ?To buy the Basic package \(3,000 credits for \$49\.99\), please contact @flyerdeck_support on Telegram\.$/,
  );
  expect(dialog.getByRole('link', { name: '@flyerdeck_support' })).toHaveAttribute(
    'href',
    'https://t.me/flyerdeck_support',
  );
});

describe('with prices in Stars', () => {
  const open = async () => {
    answer(listPackages, { packages: [buildPackage({ stars: 2500 })], support_telegram: 'flyerdeck_support' });
    const sent = answer(createStarsInvoice, { invoice_url: 'https://t.me/$invoice' });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Buy Basic' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Basic – $49.99' }));
    const pay = dialog.getByRole('button', { name: 'Pay with Stars (2,500)' });
    // The button is above the notice, which stays.
    expect(pay.compareDocumentPosition(dialog.getByRole('note'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    return { dialog, pay, sent };
  };

  test('a browser shows a link to the invoice', async () => {
    const { dialog, pay, sent } = await open();
    await userEvent.click(pay);
    const link = await dialog.findByRole('link', { name: 'Open the invoice in Telegram' });
    expect(link).toHaveAttribute('href', 'https://t.me/$invoice');
    expect(sent.map(({ body }) => body)).toEqual([{ package_id: 'basic' }]);
  });

  test('the mini app opens the invoice, and says when it is paid', async () => {
    let close = (_: string) => {};
    const openInvoice = jest.fn((_: string, onClose: typeof close) => {
      close = onClose;
    });
    const HapticFeedback = { notificationOccurred: jest.fn() };
    act(() => setTelegram({ webApp: { isVersionAtLeast: () => true, openInvoice, HapticFeedback } as never }));
    try {
      const { dialog, pay } = await open();
      await userEvent.click(pay);
      await waitFor(() => expect(openInvoice).toHaveBeenCalledWith('https://t.me/$invoice', expect.any(Function)));
      act(() => close('cancelled'));
      expect(pay).toBeVisible();
      act(() => close('paid'));
      expect(dialog.getByRole('status')).toHaveTextContent(/^Paid\. The credits are booked as soon as Telegram/);
      expect(HapticFeedback.notificationOccurred.mock.calls).toEqual([['success']]);
    } finally {
      act(() => setTelegram({ webApp: null }));
    }
  });

  test('a failure is said, and the button stays', async () => {
    const { dialog, pay } = await open();
    refuse(createStarsInvoice, 503, { error: 'Telegram does not answer.', code: 'unavailable' });
    await userEvent.click(pay);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Telegram does not answer.');
    expect(pay).toBeEnabled();
  });
});

test("fetches 20 transactions, shows 6 of them, and all 20 after a click on 'Show All' [2.10-02, 2.10-03, 2.10-04, 2.10-05, 9-08, 9-09]", async () => {
  const sent = answer(listTransactions, { transactions: ledger(20) });
  show();
  const list = within(await history());
  expect(sent[0]?.url.searchParams.get('limit')).toBe('20');
  expect(list.getAllByRole('listitem')).toHaveLength(6);
  await userEvent.click(list.getByRole('button', { name: 'Show All' }));
  expect(list.getAllByRole('listitem')).toHaveLength(20);
  const older = answer(listEntries, { transactions: [buildTransaction({ id: uuid(200), description: 'Line 21' })] });
  await userEvent.click(list.getByRole('button', { name: 'Show Older' }));
  expect(await list.findByText('Line 21')).toBeVisible();
  expect(older[0]?.url.searchParams.get('before')).toBe(uuid(119));
  await userEvent.click(list.getByRole('button', { name: 'Show Less' }));
  expect(list.getAllByRole('listitem')).toHaveLength(6);
});

test('a day of the fees opens into its assistants and pages, and these into their fees', async () => {
  const sum = (key: string, name = '') => ({
    sums: [{ key, name, fees: 30, credits: 300 }],
    credits: 300,
    left_out: 0,
  });
  answer(listSpending, sum('2026-03-01'));
  show();
  const day = await screen.findByRole('button', { name: 'Mar 1, 2026' });
  const asked = answer(listSpending, sum(uuid(9), 'Luna'));
  await userEvent.click(day);
  const [, page] = await screen.findAllByRole('button', { name: 'Luna' });
  expect(asked.map(({ url }) => [url.searchParams.get('by'), url.searchParams.get('day')]).sort()).toEqual([
    ['assistant', '2026-03-01'],
    ['page', '2026-03-01'],
  ]);
  const sent = answer(listEntries, {
    transactions: [buildTransaction({ id: uuid(200), description: 'Fee for Luna' })],
  });
  await userEvent.click(page as HTMLElement);
  expect(await screen.findByText('Fee for Luna')).toBeVisible();
  expect(sent[0]?.url.searchParams.get('day')).toBe('2026-03-01');
  expect(sent[0]?.url.searchParams.get('page_guid')).toBe(uuid(9));
});

test("shows the name of each transaction type and marks page fees, and no 'Show All' button for six or fewer [9-10, 9-11]", async () => {
  answer(listTransactions, {
    transactions: [
      buildTransaction({ id: uuid(1), transaction_type: 'purchase', amount: 3000 }),
      buildTransaction({ id: uuid(2), transaction_type: 'spending', amount: -10, page_guid: uuid(9) }),
      buildTransaction({ id: uuid(3), transaction_type: 'bonus', amount: 150 }),
      buildTransaction({ id: uuid(4), transaction_type: 'admin_adjustment', amount: -5 }),
      buildTransaction({ id: uuid(5), transaction_type: 'refund', amount: 10 }),
      buildTransaction({ id: uuid(6), transaction_type: 'refund', amount: 20 }),
    ],
  });
  show();
  expect(within(await history()).queryByRole('button')).not.toBeInTheDocument();
  const rows = within(await history())
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');
  expect(rows.map((row) => row.replace(/Welcome bonus/, ' ').replace(/Mar .*/, ''))).toEqual([
    'Purchase +3,000',
    'Posting FeePage Fee −10',
    'Bonus Credits +150',
    'Admin Adjustment −5',
    'Refund +10',
    'Refund +20',
  ]);
});

test('shows the flyer of a fee, and which fee a refund gives back', async () => {
  const paid = new Date(2026, 2, 1, 14, 5).toISOString();
  answer(listTransactions, {
    transactions: [
      buildTransaction({ id: uuid(1), transaction_type: 'refund', refund_of: { id: uuid(2), created_at: paid } }),
      buildTransaction({
        ...{ id: uuid(2), transaction_type: 'spending', amount: -10, page_guid: uuid(9), refunded_at: paid },
        posting: { id: uuid(3), task_id: uuid(4), flyer: 'Come in' },
      }),
    ],
  });
  show();
  const [refund, fee] = within(await history()).getAllByRole('listitem');
  expect(refund).toHaveTextContent('Gives back the fee of Mar 1, 2026 14:05');
  expect(fee).toHaveTextContent('Posting FeePage FeeRefunded');
  expect(within(fee as HTMLElement).getByRole('link', { name: 'Come in' })).toHaveAttribute(
    'href',
    `/tasks/${uuid(4)}`,
  );
});

test('says that there are no transactions yet, and no fees [2.10-08]', async () => {
  answer(listTransactions, { transactions: [] });
  show();
  expect(await screen.findByText('No transactions yet')).toBeInTheDocument();
  expect(await screen.findByText('No posting fees.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  ['balance', getBalance, () => answer(getBalance, buildBalance({ credits_balance: 75 })), '75'],
  ['transactions', listTransactions, () => answer(listTransactions, { transactions: ledger(1) }), 'Line 1'],
  ['packages', listPackages, () => answer(listPackages, { packages, support_telegram: null }), 'Enterprise'],
])(
  "when the %s cannot be loaded, shows the server's message and sends the request again on Retry [8.3-04]",
  async (_what, call, answerCall, shown) => {
    refuse(call, 500, { error: 'The ledger is locked.', code: 'internal' });
    show();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Error loading credit data: The ledger is locked.')).toBeVisible();
    expect(screen.queryByText(shown)).not.toBeInTheDocument();
    const requests = answerCall();
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(shown)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(requests).toHaveLength(1);
  },
);

test('shows what the next 7 days will cost, and that the balance lasts or when it ends', async () => {
  const { unmount } = show();
  const region = within(await screen.findByRole('region', { name: 'Next 7 days' }));
  expect(await region.findByText('70')).toBeVisible();
  expect(region.getByText('The balance lasts.')).toBeVisible();
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    ['Sun 1', 'Mon 2', 'Tue 3', 'Wed 4', 'Thu 5', 'Fri 6', 'Sat 7'].map((day) => `${day} 10`),
  );
  unmount();
  answer(getCreditOutlook, outlook({ ends_at: '2026-03-04T15:30:00', after: '2026-03-03T12:00:00' }));
  show();
  expect(await screen.findByText('The balance ends on Mar 4, 2026 15:30.')).toBeVisible();
  expect(screen.getByText('Posts after Mar 3, 2026 12:00 are not all included.')).toBeVisible();
});
