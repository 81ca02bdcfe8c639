import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  listUsers,
  type SavedView,
  updateSavedView,
} from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildAdminUser } from '../../../../../test/adminBuilders.ts';
import { answer, keepWaiting, refuse, useApiServer } from '../../../../../test/apiServer.ts';
import { uuid } from '../../../../../test/builders.ts';
import { renderScreen } from '../../../../../test/renderScreen.tsx';
import UsersScreen from '../../users/UsersScreen.tsx';

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
  answer(listUsers, [buildAdminUser({ telegram_id: '1' }), buildAdminUser({ telegram_id: '2', is_active: false })]);
  answer(listSavedViews, () => ({ views }));
});

const show = (address = '/admin/users') => renderScreen(<UsersScreen />, { address });
const open = async (label: string | RegExp = 'Views') => {
  await user.click(await screen.findByRole('button', { name: label }));
  return within(await screen.findByRole('group', { name: 'Views' }));
};
const manage = async (label?: string | RegExp) => {
  await open(label);
  await user.click(screen.getByRole('button', { name: 'Save or change views…' }));
  return within(await screen.findByRole('dialog'));
};
const shownIds = async () => (await screen.findAllByRole('link', { name: /^\d+$/ })).map((link) => link.textContent);

describe('the menu', () => {
  test('shows a view, its name on the button, and the standard view again', async () => {
    const { address } = show('/admin/users?page=2');
    const menu = await open();
    expect(menu.getByRole('button', { current: true })).toHaveTextContent('Standard view');
    await user.click(await menu.findByRole('button', { name: 'Inactive' }));
    expect(address()).toBe('/admin/users?order=asc&sort=username&status=inactive');
    expect(await shownIds()).toEqual(['2']);
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
});

describe('the default view', () => {
  beforeEach(() => {
    views = [{ ...INACTIVE, is_default: true }];
  });

  test('applies when the screen is opened without a query', async () => {
    const { address } = show();
    await waitFor(() => expect(address()).toBe('/admin/users?order=asc&sort=username&status=inactive'));
    expect(await shownIds()).toEqual(['2']);
  });

  test('does not apply to a link with a query, or with the standard view', async () => {
    for (const query of ['search=1', 'view=standard']) {
      const { address, unmount } = show(`/admin/users?${query}`);
      const menu = await open();
      await menu.findByRole('button', { name: /Inactive/ });
      expect(address()).toBe(`/admin/users?${query}`);
      unmount();
    }
  });

  test('is not applied again after the standard view was chosen, also not by a link to it', async () => {
    const { address } = show();
    const menu = await open('View: Inactive');
    await user.click(menu.getByRole('button', { name: 'Standard view' }));
    expect(address()).toBe('/admin/users?view=standard');
    expect(await shownIds()).toEqual(['1', '2']);
  });

  test('replaces the columns that were chosen last in this browser', async () => {
    localStorage.setItem('table_columns:100000001:users', '["username"]');
    const { address } = show();
    await waitFor(() => expect(address()).toBe('/admin/users?order=asc&sort=username&status=inactive'));
    expect(screen.getAllByRole('columnheader')).toHaveLength(7);
  });
});

test('the table does not wait for the views', async () => {
  keepWaiting(listSavedViews);
  show();
  expect(await shownIds()).toEqual(['1', '2']);
});

describe('the dialog', () => {
  test('saves the state of the table without its page, as the default view', async () => {
    const requests = answer(createSavedView, view(2));
    show('/admin/users?status=active&page=4&columns=username.240');
    const dialog = await manage();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: 'Name of the new view' }), 'Wide');
    await user.click(dialog.getByRole('checkbox', { name: 'Show it when the screen is opened' }));
    views = [INACTIVE, view(2, { name: 'Wide', query: 'columns=username.240&status=active', is_default: true })];
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Saved “Wide”.')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([
      { table: 'users', name: 'Wide', query: 'columns=username.240&status=active', is_default: true },
    ]);
    expect(await dialog.findByRole('button', { name: 'Delete Wide' })).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name of the new view' })).toHaveValue('');
  });

  test("shows the server's sentence when a view is refused, and keeps the name", async () => {
    const sentence = 'Another view of this table has this name.';
    refuse(createSavedView, 409, { error: sentence, code: 'saved_view.name_taken' });
    show();
    const dialog = await manage();
    await user.type(dialog.getByRole('textbox', { name: 'Name of the new view' }), 'Inactive{Enter}');
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Name of the new view' })).toHaveValue('Inactive');
  });

  test('renames, replaces and makes a view the default', async () => {
    const requests = answer(updateSavedView, INACTIVE);
    show('/admin/users?status=active');
    const dialog = await manage();
    await user.click(await dialog.findByRole('button', { name: 'Rename Inactive' }));
    const field = dialog.getByRole('textbox', { name: 'New name of Inactive' });
    await user.clear(field);
    await user.type(field, 'Gone{Enter}');
    expect(await dialog.findByText('Renamed “Inactive” to “Gone”.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Replace Inactive by what is shown' }));
    expect(await dialog.findByText('Replaced “Inactive”.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Open with Inactive' }));
    expect(await dialog.findByText('“Inactive” is the default.')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([
      { name: 'Gone' },
      { query: 'status=active' },
      { is_default: true },
    ]);
  });

  test('takes the default away', async () => {
    views = [{ ...INACTIVE, is_default: true }];
    const requests = answer(updateSavedView, INACTIVE);
    show('/admin/users?status=active');
    const dialog = await manage();
    await user.click(await dialog.findByRole('button', { name: 'Do not open with Inactive' }));
    expect(await dialog.findByText('“Inactive” is no longer the default.')).toBeVisible();
    expect(requests.map(({ body }) => body)).toEqual([{ is_default: false }]);
  });

  test('deletes a view after a question', async () => {
    const requests = answer(deleteSavedView, undefined);
    show();
    const dialog = await manage();
    await user.click(await dialog.findByRole('button', { name: 'Delete Inactive' }));
    expect(requests).toHaveLength(0);
    views = [];
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Deleted “Inactive”.')).toBeVisible();
    expect(requests).toHaveLength(1);
    await waitFor(() => expect(dialog.queryByRole('listitem')).not.toBeInTheDocument());
  });

  test('a view that the table shows can not be replaced by itself', async () => {
    show(`/admin/users?${INACTIVE.query}`);
    const dialog = await manage('View: Inactive');
    expect(await dialog.findByRole('button', { name: 'Replace Inactive by what is shown' })).toBeDisabled();
  });
});
