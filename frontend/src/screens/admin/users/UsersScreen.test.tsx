import { exportUsers, listUsers } from '@flyerdeck/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminUser } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { choose } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import UsersScreen from './UsersScreen.tsx';

useApiServer();

const USERS = [
  buildAdminUser({
    telegram_id: '300',
    username: 'zed',
    first_name: 'Zoe',
    last_name: '',
    created_at: '2026-03-03T12:00:00Z',
  }),
  buildAdminUser({
    telegram_id: '20',
    username: 'annab',
    first_name: 'Anna',
    last_name: 'Bell',
    created_at: '2026-03-02T12:00:00Z',
    is_admin: true,
  }),
  buildAdminUser({
    telegram_id: '1000',
    username: '',
    first_name: '',
    last_name: '',
    created_at: '2026-03-01T12:00:00Z',
    is_active: false,
  }),
];
beforeEach(() => {
  answer(listUsers, USERS);
});

const show = (address = '/admin/users') => renderScreen(<UsersScreen />, { address });
const search = () => screen.getByPlaceholderText('Search users by name, username, or Telegram ID');
const ids = async () => (await screen.findAllByRole('link', { name: /^\d+$/ })).map((link) => link.textContent);
const cells = async (id: string) =>
  within((await screen.findByRole('link', { name: id })).closest('[role=row]') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('shows every user with the documented columns, newest first [2.13-06, 2.13-07, 2.13-08, 2.13-09, 2.13-10, 2.13-11, 2.13-12]', async () => {
  show();
  expect(await ids()).toEqual(['300', '20', '1000']);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Telegram ID',
    'Username',
    'Name',
    'Registered',
    'Status',
    'Admin',
    'Actions',
  ]);
  expect(await cells('20')).toEqual(['20', 'annab', 'Anna Bell', 'Mar 2, 2026', 'Active', 'Admin', 'View']);
  expect(await cells('1000')).toEqual(['1000', '–', '–', 'Mar 1, 2026', 'Inactive', 'User', 'View']);
  expect(screen.getByText('3 users')).toBeInTheDocument();
});

test('the search finds a part of the Telegram ID, username, first name or last name, ignoring upper and lower case, without a request [2.13-01, 2.13-02, 2.13-03, 2.13-04, 2.13-05]', async () => {
  const requests = answer(listUsers, USERS);
  show();
  await ids();
  for (const [typed, found] of [
    ['00', ['300', '1000']],
    ['ED', ['300']],
    ['zO', ['300']],
    ['eLL', ['20']],
  ] as const) {
    await userEvent.clear(search());
    await userEvent.type(search(), typed);
    await waitFor(async () => expect(await ids()).toEqual(found));
  }
  expect(requests).toHaveLength(1);
});

test('searches during typing and writes the search into the URL', async () => {
  const { address } = show();
  await ids();
  await userEvent.type(search(), 'BELL');
  await waitFor(async () => expect(await ids()).toEqual(['20']));
  expect(screen.getByText('1 of 3 users')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/admin/users?search=BELL'));
});

test('reads search, filters and order from the URL [2.13-16]', async () => {
  show('/admin/users?search=0&status=active&sort=telegram_id&order=asc');
  expect(await ids()).toEqual(['20', '300']);
  expect(search()).toHaveValue('0');
  expect(screen.getByTitle('Active')).toBeInTheDocument();
  expect(screen.getByRole('columnheader', { name: 'Telegram ID' })).toHaveAttribute('aria-sort', 'ascending');
});

test('a click on a column title sorts by it, and a second click reverses the order', async () => {
  const { address } = show();
  await ids();
  await userEvent.click(screen.getByRole('columnheader', { name: 'Telegram ID' }));
  expect(await ids()).toEqual(['20', '300', '1000']);
  await userEvent.click(screen.getByRole('columnheader', { name: 'Telegram ID' }));
  expect(await ids()).toEqual(['1000', '300', '20']);
  expect(address()).toBe('/admin/users?sort=telegram_id');
});

test.each([
  ['Status', 'Inactive', ['1000'], 'status=inactive'],
  ['Role', 'Admins', ['20'], 'role=admin'],
])('filters by %s: %s', async (filter, option, expected, inAddress) => {
  const { address } = show();
  await ids();
  await choose(filter, option);
  expect(await ids()).toEqual(expected);
  expect(address()).toBe(`/admin/users?${inAddress}`);
});

test('a click on a row opens the user [2.13-13]', async () => {
  const { address } = show('/admin/users?sort=username');
  await userEvent.click(await screen.findByText('Anna Bell'));
  expect(address()).toBe('/admin/users/20');
});

test('arrow keys move between rows, and Enter opens the user [2.13-17]', async () => {
  const { address } = show();
  await ids();
  act(() => screen.getByRole('link', { name: '300' }).focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: '20' })).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(screen.getByRole('link', { name: '1000' })).toHaveFocus();
  await userEvent.keyboard('{Home}');
  expect(screen.getByRole('link', { name: '300' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/admin/users/300');
});

test("shows 'No users found' when no user matches [2.13-14]", async () => {
  show('/admin/users?search=nobody');
  expect(await screen.findByText('No users found')).toBeInTheDocument();
});

test('shows a placeholder while the users load [2.13-19]', async () => {
  keepWaiting(listUsers);
  show();
  expect(await screen.findByRole('status', { name: 'Loading users' })).toBeInTheDocument();
  expect(screen.queryByText('No users found')).not.toBeInTheDocument();
});

test('shows an error when the users can not be loaded, and loads them again on Retry [8.4-02]', async () => {
  refuse(listUsers, 500, { error: 'No.', code: 'internal' });
  show();
  expect(within(await screen.findByRole('alert')).getByText('Failed to load users')).toBeVisible();
  expect(screen.queryByText('No users found')).not.toBeInTheDocument();
  answer(listUsers, USERS);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await ids()).toHaveLength(3);
});

test("opens the admin dashboard after a click on 'Back to Dashboard' [2.13-15]", async () => {
  const { address } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Back to Dashboard' }));
  expect(address()).toBe('/admin');
});

test('the export request contains the search, filters and order of the table [2.13-18]', async () => {
  const requests = answer(exportUsers, { download_url: '#ticket', expires_at: '2026-03-01T12:01:00Z' });
  show('/admin/users?search=ann&status=active&role=admin&sort=username&order=asc');
  await ids();
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    search: 'ann',
    is_active: true,
    is_admin: true,
    sort_by: 'username',
    sort_order: 1,
    time_zone: expect.any(String),
  });
});
