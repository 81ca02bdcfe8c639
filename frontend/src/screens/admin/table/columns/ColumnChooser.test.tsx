import { listUsers } from '@flyerdeck/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminUser } from '../../../../../test/adminBuilders.ts';
import { answer, useApiServer } from '../../../../../test/apiServer.ts';
import { renderScreen } from '../../../../../test/renderScreen.tsx';
import UsersScreen from '../../users/UsersScreen.tsx';

useApiServer();

const user = userEvent.setup({ delay: null });
const REST = ['first_name', 'created_at', 'is_active', 'is_admin', 'actions'];

beforeEach(() => {
  answer(listUsers, [buildAdminUser()]);
});
const show = async (query = '') => {
  const { address } = renderScreen(<UsersScreen />, { address: `/admin/users${query}` });
  await screen.findByRole('link', { name: '700000001' });
  return { columns: () => new URL(address(), 'http://x').searchParams.get('columns') };
};
const titles = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const openChooser = async () => {
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('group', { name: 'Columns' }));
};

test('columns are moved by the keyboard, and the focus stays on the button', async () => {
  const { columns } = await show();
  const chooser = await openChooser();
  const up = chooser.getByRole('button', { name: 'Move Name up' });
  up.focus();
  await user.keyboard('{Enter}');
  expect(columns()).toBe(['first_name', 'username', ...REST.slice(1)].join(','));
  expect(titles().slice(0, 3)).toEqual(['Telegram ID', 'Name', 'Username']);
  expect(chooser.getByText('Name is column 2 of 7')).toBeInTheDocument();
  expect(up).toBeDisabled();
  await user.click(chooser.getByRole('button', { name: 'Move Name down' }));
  expect(columns()).toBeNull();
  expect(chooser.getByRole('button', { name: 'Move Name down' })).toHaveFocus();
});

test('the first column can not be hidden or moved', async () => {
  await show();
  const chooser = await openChooser();
  expect(chooser.getByRole('checkbox', { name: 'Telegram ID' })).toBeDisabled();
  expect(chooser.queryByRole('button', { name: 'Move Telegram ID down' })).not.toBeInTheDocument();
  expect(chooser.getByRole('button', { name: 'Move Username up' })).toBeDisabled();
  expect(chooser.getByRole('button', { name: 'Move Actions down' })).toBeDisabled();
});

test('a width applies once it is valid, and is limited when the field is left', async () => {
  const { columns } = await show();
  const chooser = await openChooser();
  const field = chooser.getByRole('spinbutton', { name: 'Width of Username' });
  expect(field).toHaveValue(180);
  await user.clear(field);
  await user.type(field, '24');
  expect(columns()).toBeNull();
  await user.type(field, '0');
  expect(columns()).toBe(['username.240', ...REST].join(','));
  await user.clear(field);
  await user.type(field, '9999');
  await user.tab();
  expect(columns()).toBe(['username.800', ...REST].join(','));
  await user.click(chooser.getByRole('button', { name: 'Reset columns' }));
  expect(columns()).toBeNull();
});

test('an empty width keeps the column as it is', async () => {
  const { columns } = await show('?columns=username.240');
  const chooser = await openChooser();
  await user.clear(chooser.getByRole('spinbutton', { name: 'Width of Username' }));
  await user.tab();
  expect(columns()).toBe('username.240');
  expect(chooser.getByRole('spinbutton', { name: 'Width of Username' })).toHaveValue(240);
});

describe('the edge of a header cell', () => {
  const edge = (title: string) =>
    screen.getByRole('columnheader', { name: title }).querySelector(':scope > [aria-hidden]') as HTMLElement;
  /** jsdom has no PointerEvent. */
  const point = (type: string, clientX: number) =>
    fireEvent(edge('Username'), new MouseEvent(type, { clientX, bubbles: true }));
  beforeEach(() => {
    HTMLElement.prototype.setPointerCapture = () => {};
  });

  test('changes the width when it is dragged, and does not sort', async () => {
    const { columns } = await show();
    point('pointerdown', 100);
    point('pointermove', 120);
    expect(columns()).toBeNull();
    point('pointermove', 150);
    point('pointerup', 150);
    await user.click(edge('Username'));
    expect(columns()).toBe(['username.230', ...REST].join(','));
    expect(screen.getByRole('columnheader', { name: 'Username' })).not.toHaveAttribute('aria-sort');
  });

  test('restores the default width on a double click', async () => {
    const { columns } = await show('?columns=username.300');
    await user.dblClick(edge('Username'));
    expect(columns()).toBe('username');
  });

  test('changes nothing when it is only pressed', async () => {
    const { columns } = await show();
    point('pointerdown', 100);
    point('pointerup', 100);
    expect(columns()).toBeNull();
  });
});
