import { getBalance, listPackages, listTransactions } from '@flyerdeck/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildBalance, buildPackage, buildTransaction, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import CreditsTab from './CreditsTab.tsx';

useApiServer();

const packages = ['Mini', 'Plus', 'Basic', 'Enterprise'].map((name, place) =>
  buildPackage({ id: name, name, total_credits: 500 * (place + 1), bonus_credits: name === 'Enterprise' ? 1500 : 0 }),
);
const ledger = (count: number) =>
  Array.from({ length: count }, (_, i) => buildTransaction({ id: uuid(100 + i), description: `Line ${i + 1}` }));

beforeEach(() => {
  answer(getBalance, buildBalance({ credits_balance: 75 }));
  answer(listPackages, { packages, support_telegram: 'flyerdeck_support' });
  answer(listTransactions, { transactions: ledger(2) });
});
const show = () => renderScreen(<CreditsTab />);
const history = () => screen.findByRole('region', { name: 'Transaction History' });

test('shows the balance with its label', async () => {
  show();
  const card = within(await screen.findByRole('region', { name: 'Credit balance' }));
  expect(card.getByText('75')).toBeInTheDocument();
  expect(card.getByText('Good')).toHaveAttribute('data-tone', 'warning');
});

test('marks the third package as the most popular', async () => {
  show();
  const items = within(await screen.findByRole('region', { name: 'Buy Credits' })).getAllByRole('listitem');
  expect(items.map((item) => within(item).queryByText('Most Popular') !== null)).toEqual([false, false, true, false]);
});

test('marks none with fewer than three packages', async () => {
  answer(listPackages, { packages: packages.slice(0, 2), support_telegram: null });
  show();
  await screen.findByRole('region', { name: 'Buy Credits' });
  expect(screen.queryByText('Most Popular')).not.toBeInTheDocument();
});

test('choosing a package calls nothing and names whom to ask for it', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Buy Basic' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('note')).toHaveTextContent('Payment is currently unavailable');
  expect(dialog.getByRole('note')).toHaveTextContent('To buy the Basic package (1,500 credits for $49.99)');
  expect(dialog.getByRole('link', { name: '@flyerdeck_support' })).toHaveAttribute(
    'href',
    'https://t.me/flyerdeck_support',
  );
});

test('fetches 20 transactions, shows 6 and all of them on demand', async () => {
  const sent = answer(listTransactions, { transactions: ledger(20) });
  show();
  const list = within(await history());
  expect(sent[0]?.url.searchParams.get('limit')).toBe('20');
  expect(list.getAllByRole('listitem')).toHaveLength(6);
  await userEvent.click(list.getByRole('button', { name: 'Show All' }));
  expect(list.getAllByRole('listitem')).toHaveLength(20);
  await userEvent.click(list.getByRole('button', { name: 'Show Less' }));
  expect(list.getAllByRole('listitem')).toHaveLength(6);
});

test('offers no toggle for six transactions or fewer', async () => {
  answer(listTransactions, { transactions: ledger(6) });
  show();
  expect(within(await history()).queryByRole('button')).not.toBeInTheDocument();
});

test('names every kind of transaction, and marks what was paid for a page', async () => {
  answer(listTransactions, {
    transactions: [
      buildTransaction({ id: uuid(1), transaction_type: 'purchase', amount: 3000 }),
      buildTransaction({ id: uuid(2), transaction_type: 'spending', amount: -10, page_guid: uuid(9) }),
      buildTransaction({ id: uuid(3), transaction_type: 'bonus', amount: 150 }),
      buildTransaction({ id: uuid(4), transaction_type: 'admin_adjustment', amount: -5 }),
      buildTransaction({ id: uuid(5), transaction_type: 'refund', amount: 10 }),
    ],
  });
  show();
  const rows = within(await history())
    .getAllByRole('listitem')
    .map((row) => row.textContent ?? '');
  expect(rows.map((row) => row.replace(/Welcome bonus/, ' ').replace(/Mar .*/, ''))).toEqual([
    'Purchase +3,000',
    'Posting FeePage Fee −10',
    'Bonus Credits +150',
    'Admin Adjustment −5',
    'Refund +10',
  ]);
});

test('says that there are no transactions yet', async () => {
  answer(listTransactions, { transactions: [] });
  show();
  expect(await screen.findByText('No transactions yet')).toBeInTheDocument();
});

test('says what could not be loaded and asks for it again on Retry', async () => {
  refuse(listTransactions, 500, { error: 'The ledger is resting.', code: 'internal' });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading credit data: The ledger is resting.');
  answer(listTransactions, { transactions: ledger(1) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Line 1')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
