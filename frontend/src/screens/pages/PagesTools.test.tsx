import {
  listPickerPages,
  listUserPages,
  setLimitsOfPages,
  unlinkPage,
  unlinkPages,
  updateTags,
  updateTagsOfPages,
} from '@flyerdeck/contracts';
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

  test('shows a message when no page matches the filters, and clears the filters', async () => {
    const { address } = await show('/?view=pages&sort=name&active=no&paid=yes&tag=gone');
    expect(screen.getByText('No pages match these filters.')).toBeInTheDocument();
    expect(screen.getByLabelText('Tag')).toHaveDisplayValue('#gone');
    await userEvent.click(screen.getByText('Clear filters'));
    expect(names()).toHaveLength(4);
    expect(address()).toBe('/?view=pages&sort=name');
  });

  test("shows 'No pages found matching your search.' also when filters are set [2.6-18]", async () => {
    await show('/?view=pages&active=yes', 'nobody');
    expect(screen.getByText('No pages found matching your search.')).toBeInTheDocument();
  });

  test('shows the same data in a table row as in a card', async () => {
    const page = buildPage({
      guid: uuid(9),
      name: 'Luna',
      username: 'luna_star',
      creator_id: '77',
      credits_charged: 10,
      is_paid: true,
      paid_until: '2099-03-02T12:00:00Z',
      tags: ['vip', 'EU', 'night shift', 'Ibiza 2026', 'spring'],
    });
    answer(listUserPages, { pages: [page] });
    renderScreen(<PagesTab search="" onLinkPage={() => {}} />, { address: '/?layout=table' });
    const row = within(await screen.findByRole('row', { name: 'Luna' }));
    expect(row.getByText('@luna_star · ID: 77')).toBeInTheDocument();
    expect(row.getByText('Active')).toHaveAttribute('title', 'Page recently polled');
    expect(row.getByText('Paid')).toBeInTheDocument();
    expect(row.getByText(/Mar \d, 2099/)).toBeInTheDocument();
    expect(row.getByText('10 credits')).toBeInTheDocument();
    const tags = row.getByRole('button', { name: 'Edit tags of Luna: vip, EU, night shift, Ibiza 2026, spring' });
    expect(tags).toHaveTextContent(/^vip, EU, night shift \+2$/);
    expect(screen.getAllByRole('columnheader')).toHaveLength(7);
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

  test('shows each tag with the state of its pages, and a click on a tag or a number filters', async () => {
    const { address } = await show();
    const tags = within(screen.getByRole('list', { name: 'Pages by tag' }));
    expect(tags.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '#vip1 active1 inactive1 problem',
      '#night1 inactive',
    ]);
    await userEvent.click(tags.getByRole('button', { name: '#vip' }));
    expect(names()).toEqual(['Cleo', 'Bella']);
    await userEvent.click(tags.getByRole('button', { name: '1 inactive with the tag vip' }));
    expect(names()).toEqual(['Bella']);
    expect(address()).toBe('/?view=pages&tag=vip&active=no');
    await userEvent.click(tags.getByRole('button', { name: '1 problem with the tag vip' }));
    expect(names()).toEqual(['Cleo']);
    await userEvent.click(tags.getByRole('button', { name: '1 problem with the tag vip' }));
    expect(address()).toBe('/?view=pages');
  });
});

describe('a table row', () => {
  const row = () => within(screen.getByRole('row', { name: 'Bella' }));
  beforeEach(async () => {
    await show('/?layout=table');
  });

  test('opens the details of its page, which have what the row leaves out, and its actions', async () => {
    const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(true);
    const sent = keepWaiting(unlinkPage);
    expect(row().queryByText('Unlink')).not.toBeInTheDocument();
    expect(row().getByText(/^Offline \d+ days/)).toBeInTheDocument();
    await userEvent.click(row().getByRole('button', { name: 'Bella' }));
    const details = within(await screen.findByRole('dialog', { name: 'Bella' }));
    expect(details.getByText(/^Offline since Mar/)).toBeInTheDocument();
    await userEvent.click(details.getByRole('button', { name: 'Unlink Bella' }));
    expect(confirmSpy).toHaveBeenCalledWith('Are you sure you want to unlink this page? This action cannot be undone.');
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('shows its tags, and the field for them after a click until it is left', async () => {
    const sent = keepWaiting(updateTags);
    await userEvent.click(row().getByRole('button', { name: 'Edit tags of Bella: vip, night' }));
    const field = row().getByRole('textbox', { name: 'Tags of Bella' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'new');
    await userEvent.tab();
    expect(await row().findByRole('button', { name: 'Edit tags of Bella: vip, night, new' })).toBeInTheDocument();
    await waitFor(() => expect(sent).toHaveLength(1));
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

  test('the space bar selects the focused page, and with Shift a range', async () => {
    await show();
    const user = userEvent.setup();
    selectBox('Cleo').focus();
    await user.keyboard(' ');
    expect(selectBox('Cleo')).toBeChecked();
    expect(selectBox('Cleo')).toHaveFocus();
    selectBox('Alma').focus();
    await user.keyboard('{Shift>} {/Shift}');
    expect(await shownBar()).toHaveTextContent('3 pages selected');
    expect(selectBox('Bella')).toBeChecked();
    expect(selectBox('Dora')).not.toBeChecked();
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

  test('can be removed from a list of the tags of the selected pages', async () => {
    await show();
    const sent = keepWaiting(updateTagsOfPages);
    await userEvent.click(selectAll());
    await clickInBar('Remove tags');
    const form = within(await withinBar().findByRole('form', { name: 'Remove tags' }));
    expect(form.getByRole('button', { name: 'night' })).toHaveFocus();
    expect(form.getByRole('button', { name: 'Remove from 4 pages' })).toBeDisabled();
    await userEvent.click(form.getByRole('button', { name: 'vip' }));
    await userEvent.click(form.getByRole('button', { name: 'Remove from 4 pages' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ add: [], remove: ['vip'] });
    await waitFor(() => expect(screen.queryByLabelText('Remove tag vip')).not.toBeInTheDocument());
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

  test('Escape closes the form and restores the focus', async () => {
    await show();
    await userEvent.click(selectBox('Cleo'));
    await clickInBar('Add tags');
    await screen.findByLabelText('Tags to add');
    await userEvent.keyboard('{Escape}');
    expect(withinBar().queryByRole('form')).not.toBeInTheDocument();
    expect(withinBar().getByRole('button', { name: 'Add tags' })).toHaveFocus();
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

  test('removes the cards after the response and keeps the focus in the list', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    await show();
    answer(unlinkPages, { unlinked: [uuid(1), uuid(4)] });
    await userEvent.click(selectBox('Dora'));
    await userEvent.click(selectBox('Alma'));
    await clickInBar('Unlink');
    await waitFor(() => expect(names()).toEqual(['Cleo', 'Bella']));
    expect(bar()).not.toBeInTheDocument();
    await waitFor(() => expect(selectAll()).toHaveFocus());
  });

  test('keeps the cards and the selection and shows an error when the server refuses', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    await show();
    refuse(unlinkPages, 404, { error: 'This page is not linked to your account.', code: 'page.not_found' });
    await userEvent.click(selectAll());
    await clickInBar('Unlink');
    expect(await screen.findByRole('alert')).toHaveTextContent('This page is not linked to your account.');
    expect(await shownBar()).toHaveTextContent('4 pages selected');
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

  test('have hours in a chosen zone and a gap', async () => {
    const sent = answer(setLimitsOfPages, { pages: [] });
    await show();
    const dialog = await openBulkDialog();
    await userEvent.type(dialog.getByLabelText('Hours between posts'), '1');
    await userEvent.type(dialog.getByLabelText('and minutes'), '30');
    fireEvent.change(dialog.getByLabelText('Post from'), { target: { value: '18:00' } });
    fireEvent.change(dialog.getByLabelText('Post until'), { target: { value: '02:30' } });
    await userEvent.selectOptions(dialog.getByLabelText('Time zone'), 'Asia/Tokyo');
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      limits: {
        max_posts_in_24_hours: null,
        min_gap_minutes: 90,
        hours: { from: '18:00', until: '02:30', time_zone: 'Asia/Tokyo' },
      },
    });
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

  test('keep what was typed when the cards are replaced by a table', async () => {
    await show();
    await userEvent.click(screen.getByLabelText('Posting limits of Dora'));
    await userEvent.type(await screen.findByLabelText('Posts in 24 hours'), '3');
    fireEvent.change(screen.getByLabelText('Layout'), { target: { value: 'table' } });
    expect(screen.getByRole('table', { hidden: true })).toBeInTheDocument();
    expect(screen.getByLabelText('Posts in 24 hours')).toHaveValue('3');
  });

  test('of one page are removed in its dialog', async () => {
    answer(listUserPages, { pages: PAGES.map(withLimits) });
    answer(setLimitsOfPages, { pages: PAGES.slice(0, 1) });
    await show();
    await userEvent.click(screen.getByLabelText('Posting limits of Dora'));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove limits' }));
    await waitFor(() => expect(screen.getAllByText(/^At most 3 posts/)).toHaveLength(3));
  });
});
