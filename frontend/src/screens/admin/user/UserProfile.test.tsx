import { endUserSessions, getUser, updateUser } from '@flyerdeck/contracts';
import type { AdminUser } from '@flyerdeck/contracts/types';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildUserDetail } from '../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import { useGetUserQuery } from '../../../data/admin/adminApi.ts';
import { UserProfile } from './UserProfile.tsx';

useApiServer();

const OWN_ID = '100000001';
/** In the local time zone. */
const user = buildUserDetail({ telegram_id: '20', created_at: new Date(2026, 2, 1, 14, 5).toISOString() });
const click = userEvent.setup({ delay: null }).click;

function Profile({ telegramId }: { readonly telegramId: string }) {
  const { data } = useGetUserQuery({ telegramId });
  return data && <UserProfile user={data} />;
}
const show = async (changes: Partial<AdminUser> = {}) => {
  const shown = { ...user, ...changes };
  answer(getUser, shown);
  renderScreen(<Profile telegramId={shown.telegram_id} />);
  await screen.findByRole('region');
};
type SwitchName = 'Active Status' | 'Admin Privileges';
const toggle = (name: SwitchName) => screen.getByRole('switch', { name });
const change = async (name: SwitchName) => {
  await click(toggle(name));
  const dialog = within(await screen.findByRole('dialog'));
  await click(dialog.getByRole('button', { name: name === 'Active Status' ? 'Deactivate' : 'Make Admin' }));
};
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('.ant-descriptions-item-container > span')].map((part) => part.textContent));

test('shows names, Telegram ID, registration, status and role [2.14-01, 2.14-03, 2.14-05, 2.14-06, 2.14-07, 2.14-08, 2.14-09, 2.14-10]', async () => {
  await show();
  expect(rows()).toEqual([
    ['Telegram ID', '20'],
    ['Registered', 'Mar 1, 2026 14:05'],
    ['Status', 'Active'],
    ['Role', 'User'],
  ]);
  expect(screen.getByRole('heading', { name: 'Anna Bell' })).toBeInTheDocument();
  expect(screen.getByText('@annab')).toBeInTheDocument();
  expect(toggle('Active Status')).toBeChecked();
  expect(toggle('Admin Privileges')).not.toBeChecked();
});

test('shows placeholders for a user without names [2.14-02, 2.14-04, 2.14-07, 2.14-08]', async () => {
  await show({ first_name: '', last_name: '', username: '', is_active: false, is_admin: true });
  expect(rows().slice(2)).toEqual([
    ['Status', 'Inactive'],
    ['Role', 'Admin'],
  ]);
  expect(screen.getByRole('heading', { name: 'Unnamed User' })).toBeInTheDocument();
  expect(screen.getByText('No username')).toBeInTheDocument();
});

test.each([
  ['Active Status', { is_active: false }],
  ['Admin Privileges', { is_admin: true }],
] as const)(
  '%s changes immediately, and both switches are disabled until the response [4.11-08, 4.11-09, 5-25]',
  async (name, body) => {
    const sent = keepWaiting(updateUser);
    await show();
    const wasChecked = toggle(name).getAttribute('aria-checked') === 'true';
    await change(name);
    await waitFor(() => expect(toggle(name)).toHaveAttribute('aria-checked', String(!wasChecked)));
    expect(toggle('Active Status')).toBeDisabled();
    expect(toggle('Admin Privileges')).toBeDisabled();
    await waitFor(() => expect(sent.map((one) => one.body)).toEqual([body]));
  },
);

test.each([
  ['Active Status', 'Failed to update user status', 'internal'],
  ['Admin Privileges', 'Failed to update admin status', 'internal'],
  ['Admin Privileges', 'The rule of the server.', 'admin.own_privileges'],
] as const)(
  "%s returns to its previous state with the error '%s' of %s [8.4-04, 8.4-05, 8.4-06]",
  async (name, sentence, code) => {
    refuse(updateUser, code === 'internal' ? 500 : 409, { error: 'The rule of the server.', code });
    await show();
    await change(name);
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(toggle(name)).toHaveAttribute('aria-checked', String(name === 'Active Status'));
    expect(rows()[2]).toEqual(['Status', 'Active']);
  },
);

test('the switches are disabled with a caption in the profile of the signed-in admin [5-23, 5-24]', async () => {
  await show({ telegram_id: OWN_ID, is_admin: true });
  expect(toggle('Admin Privileges')).toBeDisabled();
  expect(toggle('Admin Privileges')).toHaveAccessibleDescription('You cannot remove your own admin privileges');
  expect(screen.getByText('You cannot remove your own admin privileges')).toBeVisible();
  expect(toggle('Active Status')).toBeDisabled();
});

test.each([
  ['Active Status', true, 'Deactivate user?', 'Deactivate', /^Anna Bell is signed out everywhere/],
  ['Active Status', false, 'Activate user?', 'Activate', /^Anna Bell can sign in and post again/],
  ['Admin Privileges', false, 'Make admin?', 'Make Admin', /^Anna Bell can see and change all users/],
  ['Admin Privileges', true, 'Remove admin privileges?', 'Remove Privileges', /^Anna Bell loses access/],
] as const)(
  'a change of %s, which is %s, asks: %s, and changes nothing after Cancel',
  async (name, isOn, title, action, text) => {
    const sent = answer(updateUser, user);
    await show({ is_active: isOn, is_admin: isOn });
    await click(toggle(name));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(dialog.getByText(text)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: action })).toBeEnabled();
    await click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(toggle(name)).toHaveAttribute('aria-checked', String(isOn));
    expect(sent).toHaveLength(0);
  },
);

test('ending sessions asks for confirmation, sends nothing after Cancel, and shows the result [2.14-23]', async () => {
  const sent = answer(endUserSessions, { message: '2 sessions ended.', ended: 2 });
  await show();
  const ask = async () => {
    await click(screen.getByRole('button', { name: 'End Sessions' }));
    return within(await screen.findByRole('dialog', { name: 'End all sessions?' }));
  };
  const first = await ask();
  expect(first.getByText(/^Anna Bell is signed out/)).toBeInTheDocument();
  await click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toHaveLength(0);
  await click((await ask()).getByRole('button', { name: 'End Sessions' }));
  expect(await screen.findByText('2 sessions ended.')).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});
