import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../../test/apiServer.ts';
import { uuid } from '../../../../../test/builders.ts';
import { renderScreen } from '../../../../../test/renderScreen.tsx';
import { SavedViews } from './SavedViews.tsx';
import { useOpenedView } from './useOpenedView.ts';

useApiServer();

const user = userEvent.setup({ delay: null });
const view = (number: number, changes: Partial<SavedView> = {}): SavedView => ({
  id: uuid(number),
  table: 'users',
  name: `View ${number}`,
  query: `search=${number}`,
  is_default: false,
  ...changes,
});
const INACTIVE = view(1, { name: 'Inactive', query: 'order=asc&sort=username&status=inactive' });

let views: SavedView[];
beforeEach(() => {
  views = [INACTIVE];
  answer(listSavedViews, () => ({ views }));
});

function Toolbar({ columns }: { readonly columns: string | null }) {
  useOpenedView('users', () => columns);
  return <SavedViews table="users" />;
}
const show = (address = '/admin/users', columns: string | null = null) =>
  renderScreen(<Toolbar columns={columns} />, { address });
const open = async (label: string | RegExp = 'Views') => {
  await user.click(await screen.findByRole('button', { name: label }));
  return within(await screen.findByRole('group', { name: 'Views' }));
};
const nameField = () => screen.getByRole('textbox', { name: 'Name of the view' });

test('shows a view in any order of its parameters and on any page, its name on the button, and the standard view again', async () => {
  const { address } = show('/admin/users?page=2');
  const menu = await open();
  expect(menu.getByRole('button', { current: true })).toHaveTextContent('Standard view');
  await user.click(await menu.findByRole('button', { name: 'Inactive' }));
  expect(address()).toBe('/admin/users?order=asc&sort=username&status=inactive');
  const again = await open('View: Inactive');
  expect(again.getByRole('button', { current: true })).toHaveTextContent('Inactive');
  await user.click(again.getByRole('button', { name: 'Standard view' }));
  expect(address()).toBe('/admin/users');
});

test('recognises a view in any order of its parameters and on any page', async () => {
  show('/admin/users?status=inactive&page=3&sort=username&order=asc');
  expect(await screen.findByRole('button', { name: 'View: Inactive' })).toBeVisible();
});

test('says when the views can not be loaded, and loads them again', async () => {
  refuse(listSavedViews, 500, { error: 'No.', code: 'internal' });
  show();
  await open();
  expect(await screen.findByText('No.')).toBeVisible();
  answer(listSavedViews, { views });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Inactive' })).toBeVisible();
});

describe('the default view', () => {
  beforeEach(() => {
    views = [{ ...INACTIVE, is_default: true }];
  });

  test('applies when the screen is opened without a query, in place of the columns that were chosen last, and not again', async () => {
    const { address } = show('/admin/users', 'username');
    expect(address()).toBe('/admin/users?columns=username');
    await waitFor(() => expect(address()).toBe('/admin/users?order=asc&sort=username&status=inactive'));
    const menu = await open('View: Inactive');
    await user.click(menu.getByRole('button', { name: 'Standard view' }));
    expect(address()).toBe('/admin/users?view=standard');
  });

  test.each(['search=1', 'view=standard'])('does not apply to a link with the query %s', async (query) => {
    const { address } = show(`/admin/users?${query}`);
    const menu = await open();
    await menu.findByRole('button', { name: 'Inactive' });
    expect(address()).toBe(`/admin/users?${query}`);
  });
});

test('saves the state of the table without its page, and replaces the view of that name', async () => {
  const created = answer(createSavedView, view(2));
  const updated = answer(updateSavedView, INACTIVE);
  show('/admin/users?status=active&page=4&columns=username');
  const menu = await open();
  await menu.findByRole('button', { name: 'Inactive' });
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.type(nameField(), 'Wide');
  views = [INACTIVE, view(2, { name: 'Wide', query: 'columns=username&status=active' })];
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await menu.findByRole('button', { name: 'Wide', current: true })).toBeVisible();
  expect(created.map(({ body }) => body)).toEqual([
    { table: 'users', name: 'Wide', query: 'columns=username&status=active', is_default: false },
  ]);
  expect(nameField()).toHaveValue('');
  await user.type(nameField(), 'Inactive');
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(updated.map(({ body }) => body)).toEqual([{ query: 'columns=username&status=active' }]));
});

test("shows the server's sentence when a view is refused, and keeps the name", async () => {
  refuse(createSavedView, 409, { error: 'There are too many views.', code: 'saved_view.too_many' });
  show();
  await open();
  await user.type(nameField(), 'Wide{Enter}');
  expect(await screen.findByText('There are too many views.')).toBeVisible();
  expect(nameField()).toHaveValue('Wide');
});

test('makes a view the default, and takes the default away', async () => {
  const requests = answer(updateSavedView, INACTIVE);
  show();
  const menu = await open();
  views = [{ ...INACTIVE, is_default: true }];
  await user.click(await menu.findByRole('button', { name: 'Open with Inactive', pressed: false }));
  await user.click(await menu.findByRole('button', { name: 'Open with Inactive', pressed: true }));
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ is_default: true }, { is_default: false }]));
});

test('deletes a view after a question', async () => {
  const requests = answer(deleteSavedView, undefined);
  show();
  const menu = await open();
  await user.click(await menu.findByRole('button', { name: 'Delete Inactive…' }));
  await user.click(menu.getByRole('button', { name: 'Keep' }));
  await user.click(menu.getByRole('button', { name: 'Delete Inactive…' }));
  expect(requests).toHaveLength(0);
  views = [];
  await user.click(menu.getByRole('button', { name: 'Delete Inactive' }));
  await waitFor(() => expect(menu.queryByRole('button', { name: 'Inactive' })).not.toBeInTheDocument());
  expect(requests).toHaveLength(1);
});
