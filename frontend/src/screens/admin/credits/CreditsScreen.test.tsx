import { adjustCredits, getUser, listCreditUsers, requestExport } from '@flyerdeck/contracts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildCreditUser, buildUserDetail } from '../../../../test/adminBuilders.ts';
import { answer, disconnect, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { buildTransaction } from '../../../../test/builders.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { StatCards } from '../layout/Section.tsx';
import CreditsScreen, { creditCards, creditColumns } from './CreditsScreen.tsx';

useApiServer();

/** In the local time zone. */
const AFTERNOON = new Date(2026, 2, 1, 14, 5).toISOString();
const anna = buildCreditUser({
  last_login: AFTERNOON,
  telegram_id: '20',
  credits_balance: 1150,
  total_credits_purchased: 3000,
  total_credits_spent: 2000,
});
const nameless = buildCreditUser({
  telegram_id: '300',
  username: '',
  first_name: '',
  last_name: '',
  credits_balance: 0,
  last_login: null,
});
const zoe = buildCreditUser({
  telegram_id: '200',
  username: 'zed',
  first_name: 'Zoe',
  last_name: '',
  credits_balance: 40,
});
const USERS = [anna, zoe, nameless];

const show = (address = '/admin/credits') => renderScreen(<CreditsScreen />, { address });
/** The buttons of the rows. Queries by role are slow in tables. */
const buttons = () => [...document.querySelectorAll<HTMLElement>('.ant-table-row .ant-btn-variant-text')];
const names = async () => {
  await waitFor(() => expect(buttons()).not.toHaveLength(0));
  return buttons().map(({ textContent }) => textContent);
};

test('the cards show the sums of all users and the number of users with a balance above 0 [2.17-02, 2.17-03, 2.17-04, 2.17-05]', () => {
  render(<StatCards cards={creditCards(USERS)} />);
  for (const [name, value] of [
    ['Total Credits', '1,190'],
    ['Total Purchased', '3,000'],
    ['Total Spent', '2,000'],
    ['Active Users', '2'],
  ] as const) {
    expect(screen.getByRole('region', { name }).textContent).toBe(`${name}${value}`);
  }
});

test('the columns have the documented titles and texts, and the id leads to the user [2.17-06, 2.17-07, 2.17-08, 2.17-09, 2.17-10, 2.17-11]', () => {
  const columns = creditColumns(() => {});
  const { cells, texts } = renderCells(columns, anna);
  expect(Object.entries(texts)).toEqual([
    ['User', 'Anna Bell@annabID: 20'],
    ['Balance', '1,150'],
    ['Purchased', '3,000'],
    ['Spent', '2,000'],
    ['Last Activity', 'Mar 1, 2026 14:05'],
    ['Actions', 'Adjust Credits'],
  ]);
  expect(cells.User?.querySelector('a')).toHaveAttribute('href', '/admin/users/20');
  expect(Object.values(renderCells(columns, nameless).texts)).toEqual([
    ...['Unnamed UserID: 300', '0', '0', '0', 'Never', 'Adjust Credits'],
  ]);
});

test('lists the users with the highest balance first, and refreshes and exports them; a link shows only one user [2.17-01, 2.17-06, 8.4-16]', async () => {
  const requests = answer(listCreditUsers, USERS);
  const exported = answer(requestExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  const { address } = show('/admin/credits?user=20');
  expect(await names()).toEqual(['Anna Bell']);
  fireEvent.click(screen.getByText('Export CSV'));
  await waitFor(() => expect(exported[0]?.body).toMatchObject({ user_id: '20' }));
  await userEvent.click(screen.getByRole('button', { name: 'Only user 20' }));
  expect(await names()).toEqual(['Anna Bell', 'Zoe', 'Unnamed User']);
  expect(address()).toBe('/admin/credits');
  fireEvent.click(screen.getByText('Refresh'));
  await waitFor(() => expect(requests).toHaveLength(2));
});

test('a failed request shows the server’s or the network’s message, Retry sends it again, and the URL has search and order [8.4-11, 8.4-12]', async () => {
  refuse(listCreditUsers, 500, { error: 'The ledger rests.', code: 'internal' });
  show('/admin/credits?search=n&sort=first_name&order=asc');
  expect(within(await screen.findByRole('alert')).getByText('The ledger rests.')).toBeVisible();
  disconnect(listCreditUsers);
  fireEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('Failed to fetch')).toBeVisible();
  answer(listCreditUsers, [zoe, anna, buildCreditUser({ telegram_id: '9', first_name: 'Zoe', username: 'n' })]);
  fireEvent.click(screen.getByText('Retry'));
  expect(await names()).toEqual(['Anna Bell', 'Zoe Bell']);
});

test('Enter on a name opens the dialog; an adjustment closes it, shows the result and reloads the list; Cancel sends nothing [2.17-16, 2.17-17, 7.6-06, 7.6-07]', async () => {
  answer(listCreditUsers, USERS);
  answer(getUser, buildUserDetail(zoe));
  const sent = answer(adjustCredits, {
    message: 'Credits added: 50.',
    credits_balance: 90,
    transaction: buildTransaction(),
  });
  show();
  await names();
  act(() => buttons()[1]?.focus());
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog')).toHaveAccessibleName('Adjust Credits: Zoe');
  const amount = () => screen.getByLabelText('Amount');
  await userEvent.type(amount(), '77');
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toHaveLength(0);
  fireEvent.click(screen.getByLabelText('Adjust Credits of Zoe'));
  expect(amount()).toHaveValue('');
  await userEvent.type(amount(), '50');
  const requests = answer(listCreditUsers, [{ ...zoe, credits_balance: 90 }]);
  await userEvent.click(screen.getByText('Apply Adjustment'));
  expect(await screen.findByText('Credits added: 50.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(await screen.findByText('90', { selector: '.ant-table-cell' })).toBeInTheDocument();
  expect(sent.map(({ url, body }) => [url.pathname, body])).toEqual([
    [
      '/api/credits/admin/adjust-credits',
      {
        user_id: '200',
        amount: 50,
        transaction_type: 'admin_adjustment',
        description: 'Admin adjustment: 50 credits',
      },
    ],
  ]);
});
