import { adjustCreditsOfUsers, listUsers, requestExport } from '@flyerdeck/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminUser } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { choose } from '../../../../test/choose.ts';
import { renderCells } from '../../../../test/renderCells.tsx';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import UsersScreen, { userColumns } from './UsersScreen.tsx';

useApiServer();

const zoe = buildAdminUser({
  ...{ telegram_id: '300', username: 'zed', first_name: 'Zoe', last_name: '' },
  ...{ created_at: '2026-03-03T12:00:00Z' },
});
const anna = buildAdminUser({
  ...{ telegram_id: '20', username: 'annab', first_name: 'Anna', last_name: 'Bell' },
  ...{ created_at: '2026-03-02T12:00:00Z', is_admin: true },
});
const nameless = buildAdminUser({
  ...{ telegram_id: '1000', username: '', first_name: '', last_name: '' },
  ...{ created_at: '2026-03-01T12:00:00Z', is_active: false },
});
const USERS = [zoe, anna, nameless];

const show = (address = '/admin/users') => renderScreen(<UsersScreen />, { address });
const search = () => screen.getByPlaceholderText('Search users by name, username, or Telegram ID');
/** The links of the rows. Queries by role are slow in tables. */
const links = () => [...document.querySelectorAll<HTMLElement>('.ant-table-row a')];
const ids = async () => {
  await waitFor(() => expect(links()).not.toHaveLength(0));
  return links().map(({ textContent }) => textContent);
};

test('the columns have the documented titles and texts [2.13-06, 2.13-07, 2.13-08, 2.13-09, 2.13-10, 2.13-11, 2.13-12]', () => {
  const columns = userColumns(() => {});
  expect(Object.entries(renderCells(columns, anna).texts)).toEqual([
    ['Telegram ID', '20'],
    ['Username', 'annab'],
    ['Name', 'Anna Bell'],
    ['Registered', 'Mar 2, 2026'],
    ['Status', 'Active'],
    ['Admin', 'Admin'],
    ['Actions', 'View'],
  ]);
  expect(Object.values(renderCells(columns, nameless).texts)).toEqual([
    ...['1000', '–', '–', 'Mar 1, 2026', 'Inactive', 'User', 'View'],
  ]);
});

test('shows the users newest first, sorts, filters and searches them without a request, and exports what is shown [2.13-01, 2.13-06, 2.13-15, 2.13-18, 2.13-19]', async () => {
  const waiting = keepWaiting(listUsers);
  const { unmount } = show();
  expect(await screen.findByRole('status', { name: 'Loading users' })).toBeInTheDocument();
  expect(screen.queryByText('No users found')).not.toBeInTheDocument();
  await waitFor(() => expect(waiting).toHaveLength(1));
  unmount();

  const requests = answer(listUsers, USERS);
  const exported = answer(requestExport, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  const { address } = show();
  expect(await ids()).toEqual(['300', '20', '1000']);
  expect(screen.getByText('3 users')).toBeInTheDocument();
  const title = screen.getByText('Telegram ID', { selector: 'th *' });
  fireEvent.click(title);
  expect(await ids()).toEqual(['20', '300', '1000']);
  fireEvent.click(title);
  expect(await ids()).toEqual(['1000', '300', '20']);
  await choose('Role', 'Admins');
  expect(address()).toBe('/admin/users?sort=telegram_id&role=admin');
  expect(await ids()).toEqual(['20']);
  fireEvent.change(search(), { target: { value: 'BELL' } });
  await waitFor(() => expect(address()).toContain('search=BELL'));
  fireEvent.click(screen.getByText('Export CSV'));
  await waitFor(() => expect(exported[0]?.body).toMatchObject({ search: 'BELL', is_admin: true }));
  fireEvent.change(search(), { target: { value: 'BELLx' } });
  expect(await screen.findByText('0 of 3 users')).toBeInTheDocument();
  await waitFor(() => expect(address()).toContain('search=BELLx'));
  expect(requests).toHaveLength(1);
  fireEvent.click(screen.getByText('Back to Dashboard'));
  expect(address()).toBe('/admin');
});

test('reads search, filters and order from the URL; a click on a row and keys open a user [2.13-13, 2.13-16, 2.13-17]', async () => {
  answer(listUsers, USERS);
  const { address, go } = show('/admin/users?search=0&sort=telegram_id&order=asc');
  expect(await ids()).toEqual(['20', '300', '1000']);
  expect(search()).toHaveValue('0');
  act(() => links()[0]?.focus());
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/admin/users/20');
  go('/admin/users?status=active');
  fireEvent.click(await screen.findByText('Zoe'));
  expect(address()).toBe('/admin/users/300');
});

test('shows an error when the users cannot be loaded, loads them again on Retry, and says when there are none [2.13-14, 8.4-02]', async () => {
  refuse(listUsers, 500, { error: 'No.', code: 'internal' });
  show();
  expect(within(await screen.findByRole('alert')).getByText('Failed to load users')).toBeVisible();
  expect(screen.queryByText('No users found')).not.toBeInTheDocument();
  answer(listUsers, []);
  fireEvent.click(screen.getByText('Retry'));
  expect(await screen.findByText('No users found')).toBeInTheDocument();
});

test('selected users get credits, once for a repeated request', async () => {
  const refused = refuse(adjustCreditsOfUsers, 422, {
    error: 'The balance would fall below zero: Zoe.',
    code: 'credits.below_zero',
  });
  answer(listUsers, USERS);
  show('/admin/users?status=active');
  await ids();
  fireEvent.click(document.querySelector('.ant-table-thead .ant-checkbox-input') as HTMLElement);
  fireEvent.click(screen.getByText('Give credits…'));
  const book = () => screen.getByRole('button', { name: /2 Users$/ });
  fireEvent.change(await screen.findByLabelText('Amount'), { target: { value: '-20' } });
  fireEvent.change(screen.getByLabelText('Description (optional)'), { target: { value: 'The site was down' } });
  expect(await screen.findByText('−20 credits for each of 2 users, −40 credits in total.')).toBeInTheDocument();
  expect(book()).toHaveTextContent('Take from 2 Users');
  fireEvent.click(book());
  expect(await screen.findByText('The balance would fall below zero: Zoe.')).toBeInTheDocument();
  const books = answer(adjustCreditsOfUsers, { message: 'Credits removed: 20 for each of 2 users.' });
  await waitFor(() => expect(book()).toBeEnabled());
  fireEvent.click(book());
  expect(await screen.findByText('Credits removed: 20 for each of 2 users.')).toBeInTheDocument();
  expect(books.map(({ body }) => body)).toEqual([
    {
      telegram_ids: ['300', '20'],
      ...{ amount: -20, transaction_type: 'admin_adjustment', description: 'The site was down' },
    },
  ]);
  const keys = [...refused, ...books].map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});
