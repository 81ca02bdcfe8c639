import { listPickerPages, listUserPages, setLimitsOfPages, unlinkPages, updateTagsOfPages } from '@flyerdeck/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import PagesTab from './PagesTab.tsx';

useApiServer();

const PAGES = [
  buildPage({ guid: uuid(1), name: 'Dora', is_active: true, is_paid: true, paid_until: '2099-03-02T12:00:00Z' }),
  buildPage({ guid: uuid(2), name: 'Cleo', is_active: true, tags: ['vip'] }),
  buildPage({ guid: uuid(3), name: 'Bella', is_active: false, tags: ['vip', 'night'] }),
  buildPage({ guid: uuid(4), name: 'Alma', is_active: false }),
];
beforeEach(() => {
  answer(listUserPages, { pages: PAGES });
  answer(listPickerPages, { pages: [], tags: [] });
});

async function show(address = '/?view=pages', search = '') {
  const rendered = renderScreen(<PagesTab search={search} onLinkPage={() => {}} />, { address });
  await screen.findByText(/4 pages$/);
  return rendered;
}
// Queries by label, because queries by role compute the name of each control and are slow here.
const names = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'));
const selectBox = (name: string) => screen.getByLabelText(`Select ${name}`);
const selectAll = () => screen.getByLabelText(/^Select all/);
const choose = (select: string, option: string) => userEvent.selectOptions(screen.getByLabelText(select), option);
const bar = () => screen.queryByRole('region', { name: 'Selected pages' });
const withinBar = () => within(screen.getByRole('region', { name: 'Selected pages' }));
// It is loaded on first use.
const shownBar = () => screen.findByRole('region', { name: 'Selected pages' });
const clickInBar = async (name: string) => userEvent.click(within(await shownBar()).getByRole('button', { name }));

describe('sorting and filtering', () => {
  test('writes the chosen filters, order and layout into the URL', async () => {
    const { address } = await show();
    await choose('Tag', '#vip');
    await choose('Sort by', 'Active first');
    expect(names()).toEqual(['Cleo', 'Bella']);
    expect(address()).toBe('/?view=pages&tag=vip&sort=active');
    await choose('Tag', 'Any tag');
    await choose('Activity', 'Active');
    await choose('Payment', 'Unpaid');
    expect(names()).toEqual(['Cleo']);
    expect(address()).toBe('/?view=pages&sort=active&active=yes&paid=no');
    await choose('Layout', 'Table');
    expect(address()).toBe('/?view=pages&sort=active&active=yes&paid=no&layout=table');
    expect(screen.getByRole('row', { name: 'Cleo' })).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });

  test("shows 'No pages found matching your search.' also when filters are set [2.6-18]", async () => {
    await show('/?view=pages&active=yes', 'nobody');
    expect(screen.getByText('No pages found matching your search.')).toBeInTheDocument();
  });

  test('300 pages are cards; the table is offered once from 30 pages on, and the choice is remembered in this browser [2.6-02, 2.6-16, 2.6-17]', async () => {
    const many = Array.from({ length: 300 }, (_, n) => buildPage({ guid: uuid(n), name: `No ${n}`, tags: ['vip'] }));
    const showPages = (count: number) => {
      answer(listUserPages, { pages: many.slice(0, count) });
      return renderScreen(<PagesTab search="" onLinkPage={() => {}} />, { address: '/' });
    };
    const few = showPages(29);
    await screen.findByText('29 pages');
    expect(screen.queryByText('Show table')).not.toBeInTheDocument();
    few.unmount();

    const cards = showPages(300);
    const first = within(await screen.findByRole('article', { name: 'No 0' }));
    expect(first.getByLabelText('Unlink No 0')).toBeEnabled();
    expect(first.getByPlaceholderText('Add tags...')).toBeEnabled();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(names().length).toBeLessThan(100);
    await userEvent.click(screen.getByText('Show table'));
    expect(screen.getByRole('table')).toBeInTheDocument();
    expect(screen.queryByText('Keep cards')).not.toBeInTheDocument();
    cards.unmount();

    const again = showPages(29);
    expect(await screen.findByRole('table')).toBeInTheDocument();
    await choose('Layout', 'Cards');
    again.unmount();
    showPages(300);
    expect(await screen.findByRole('article', { name: 'No 0' })).toBeInTheDocument();
    expect(screen.queryByText('Show table')).not.toBeInTheDocument();
  });
});

describe('selecting', () => {
  test('a click selects one page, Shift and click selects a range, and the bar shows the count', async () => {
    await show();
    expect(bar()).not.toBeInTheDocument();
    const user = userEvent.setup();
    await user.click(selectBox('Dora'));
    expect(await shownBar()).toHaveTextContent('1 page selected');
    expect(selectAll()).toBePartiallyChecked();
    await user.keyboard('{Shift>}');
    await user.click(selectBox('Bella'));
    await user.keyboard('{/Shift}');
    expect(await shownBar()).toHaveTextContent('3 pages selected');
    expect(selectBox('Cleo')).toBeChecked();
    expect(selectBox('Alma')).not.toBeChecked();
  });

  test('selects all matching pages at once, not in the URL, and leaves out those that a filter hides; clearing the selection keeps the focus in the list', async () => {
    const { address } = await show('/?view=pages&tag=vip');
    await userEvent.click(screen.getByLabelText('Select all 2 matching'));
    expect(await shownBar()).toHaveTextContent('2 pages selected');
    expect(address()).toBe('/?view=pages&tag=vip');
    await choose('Tag', '#night');
    expect(await shownBar()).toHaveTextContent('1 page selected');
    await choose('Tag', 'Any tag');
    expect(await shownBar()).toHaveTextContent('2 pages selected');
    await clickInBar('Clear selection');
    expect(bar()).not.toBeInTheDocument();
    expect(selectAll()).toHaveFocus();
  });
});

describe('tags of several pages', () => {
  test('are added in one request and shown before the response', async () => {
    await show('/?view=pages&tag=vip');
    const sent = keepWaiting(updateTagsOfPages);
    await userEvent.click(selectAll());
    await clickInBar('Add tags');
    const input = await screen.findByLabelText('Tags to add');
    expect(input).toHaveFocus();
    await userEvent.type(input, 'Spring, night{Enter}evening');
    // The last tag is not confirmed yet: a click on the button adds it too.
    await clickInBar('Add to 2 pages');
    expect(await screen.findAllByText('evening', { selector: 'span' })).toHaveLength(2);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ guids: [uuid(2), uuid(3)], add: ['Spring, night', 'evening'], remove: [] });
    expect(withinBar().getByRole('button', { name: 'Add tags' })).toHaveFocus();
  });

  test('are restored with an error when the server refuses, also when a filter had hidden the changed pages', async () => {
    await show('/?view=pages&tag=vip');
    refuse(updateTagsOfPages, 500);
    await userEvent.click(selectAll());
    await clickInBar('Remove tags');
    await userEvent.click(within(await withinBar().findByRole('form')).getByRole('button', { name: 'vip' }));
    await clickInBar('Remove from 2 pages');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update tags');
    expect(names()).toEqual(['Cleo', 'Bella']);
    expect(await shownBar()).toHaveTextContent('2 pages selected');
  });
});

describe('unlinking several pages', () => {
  test('asks for confirmation with the number of pages, then sends one request and disables the bar until the response', async () => {
    const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(false);
    await show('/?view=pages&tag=vip');
    await userEvent.click(selectAll());
    const requests = keepWaiting(unlinkPages);
    await clickInBar('Unlink');
    expect(confirmSpy).toHaveBeenCalledWith('Are you sure you want to unlink 2 pages? This action cannot be undone.');
    expect(requests).toHaveLength(0);
    expect(names()).toHaveLength(2);
    confirmSpy.mockReturnValue(true);
    await clickInBar('Unlink');
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.body).toEqual({ guids: [uuid(2), uuid(3)] });
    expect(withinBar().getByRole('button', { name: 'Clear selection' })).toBeDisabled();
  });
});

describe('posting limits', () => {
  const limits = { max_posts_in_24_hours: 3, min_gap_minutes: null, hours: null };
  const withLimits = (page: (typeof PAGES)[number]) => ({ ...page, limits, limited_until: '2026-03-02T12:00:00Z' });

  const openBulkDialog = async () => {
    await userEvent.click(selectBox('Cleo'));
    await userEvent.click(selectBox('Bella'));
    await clickInBar('Limits');
    return within(await screen.findByRole('dialog', { name: 'Posting limits of 2 pages' }));
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save limits' }));

  test('are set for all selected pages in one request, and shown on their cards', async () => {
    const sent = answer(setLimitsOfPages, { pages: PAGES.slice(1, 3).map(withLimits) });
    await show();
    const dialog = await openBulkDialog();
    fireEvent.change(dialog.getByLabelText('Posts in 24 hours'), { target: { value: '3' } });
    await save();
    expect(await screen.findAllByText(/^At most 3 posts in 24 hours/)).toHaveLength(2);
    expect(screen.getAllByText(/^Next post Mar 2, 2026/)).toHaveLength(2);
    expect(sent[0]?.body).toEqual({ guids: [uuid(2), uuid(3)], limits });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('with a mistake are not sent, and those that are refused stay in the dialog, with the reason', async () => {
    const refused = { error: 'This page is not linked to your account.', code: 'page.not_found' } as const;
    const requests = refuse(setLimitsOfPages, 422, refused);
    await show();
    const dialog = await openBulkDialog();
    const posts = dialog.getByLabelText('Posts in 24 hours');
    await userEvent.type(posts, 'many');
    await save();
    expect(dialog.getByRole('alert')).toHaveTextContent('Use whole numbers.');
    expect(requests).toHaveLength(0);
    await userEvent.clear(posts);
    await userEvent.type(posts, '3');
    await save();
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(await dialog.findByRole('alert')).toHaveTextContent('This page is not linked to your account.');
    expect(dialog.getByLabelText('Posts in 24 hours')).toHaveValue('3');
  });
});
