import {
  listPickerPages,
  listUserPages,
  setLimitsOfPages,
  unlinkPage,
  unlinkPages,
  updateTags,
  updateTagsOfPages,
} from '@flyerdeck/contracts';
import type { Page } from '@flyerdeck/contracts/types';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import PagesTab from './PagesTab.tsx';

useApiServer();

const SIZES = [5, 30, 300] as const;
/** So many linked pages: these and others. */
const among = (count: number, pages: readonly Page[]) => [
  ...pages,
  ...Array.from({ length: count - pages.length }, (_, n) =>
    buildPage({ guid: uuid(1_000 + n), name: `Other ${n}`, username: `other_${n}` }),
  ),
];

describe('cards', () => {
  // Cards and rows without a height would all be in the window.
  beforeEach(() => void jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(182));

  const show = (search = '') => renderScreen(<PagesTab search={search} onLinkPage={() => {}} />);
  const card = (name: string) => screen.findByLabelText(name);

  test.each(SIZES)(
    'one of %i cards shows the picture, name and creator id of a page, whether it polls, and an Unlink button [2.6-04, 2.6-05, 2.6-06, 2.6-07, 2.6-08, 2.6-09, 2.6-10, 2.6-11, 2.6-17]',
    async (count) => {
      answer(listUserPages, {
        pages: among(count, [
          buildPage({
            ...{ guid: uuid(1), name: 'Bella Rose', username: 'bella', creator_id: '8812300', is_active: true },
            avatarThumbUrl: 'https://pictures.test/bella.jpg',
          }),
          buildPage({ guid: uuid(2), name: '', username: 'luna', is_active: false, avatarThumbUrl: null }),
          buildPage({ guid: uuid(3), name: '', username: '' }),
        ]),
      });
      show();
      const bella = within(await card('Bella Rose'));
      expect(bella.getByRole('heading')).toHaveTextContent(/^Bella Rose$/);
      expect(bella.getByText('ID: 8812300')).toBeInTheDocument();
      expect(bella.getByText('Active')).toHaveAttribute('title', 'Page recently polled');
      expect(bella.getByText('Unlink')).toBeEnabled();

      const pictureOf = async (name: string) => (await card(name)).querySelector('img');
      expect(await pictureOf('Bella Rose')).toHaveAttribute('src', 'https://pictures.test/bella.jpg');
      expect(await pictureOf('luna')).toHaveAttribute('src', '/avatar.jpg');

      const luna = within(await card('luna'));
      expect(luna.getByRole('heading')).toHaveTextContent(/^luna$/);
      expect(luna.getByText('Inactive')).toHaveAttribute('title', 'Page has not polled recently');

      expect(within(await card('Unnamed Page')).getByRole('heading')).toHaveTextContent(/^Unnamed Page$/);
    },
  );

  test('the address of a page opens its dialog, which leaves the list', async () => {
    answer(listUserPages, { pages: [buildPage({ guid: uuid(1), name: 'Bella Rose' })] });
    const { address } = renderScreen(<PagesTab search="" onLinkPage={() => {}} />, {
      address: `/?view=pages&page=${uuid(1)}`,
    });
    const dialog = await screen.findByRole('dialog', { name: 'Bella Rose' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/?view=pages'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  /** The text of a card under a heading; null without the heading. */
  const detailText = (shown: HTMLElement, label: string) =>
    within(shown).queryByText(label)?.parentElement?.querySelector('dd')?.textContent ?? null;

  test.each(SIZES)(
    'one of %i cards shows whether a page is paid, until when, and the last charge if there was one [2.6-12, 2.6-13, 2.6-14, 2.6-15, 4.7-02, 4.7-03]',
    async (count) => {
      // The time is shown in the local time zone.
      const paidUntil = new Date(2026, 2, 2, 17, 45).toISOString();
      answer(listUserPages, {
        pages: among(count, [
          buildPage({ guid: uuid(1), name: 'Paid one', is_paid: true, paid_until: paidUntil, credits_charged: 10 }),
          buildPage({ guid: uuid(2), name: 'Free', is_paid: false, paid_until: null, credits_charged: 0 }),
          buildPage({ guid: uuid(3), name: 'Run out', is_paid: false, paid_until: paidUntil, credits_charged: 10 }),
        ]),
      });
      show();
      const paid = await card('Paid one');
      expect(within(paid).getByText('Paid')).toBeInTheDocument();
      expect(detailText(paid, 'Paid until')).toBe('Mar 2, 2026 17:45');
      expect(detailText(paid, 'Last charge')).toBe('10 credits');

      for (const [name, charge] of [
        ['Free', null],
        ['Run out', '10 credits'],
      ] as const) {
        const unpaid = await card(name);
        const title = 'Not paid - 10 credits will be charged on first post';
        expect(within(unpaid).getByText('Unpaid')).toHaveAttribute('title', title);
        expect(within(unpaid).queryByText('Paid')).not.toBeInTheDocument();
        expect(detailText(unpaid, 'Paid until')).toBeNull();
        expect(detailText(unpaid, 'Last charge')).toBe(charge);
      }
    },
  );

  test.each(SIZES)(
    'one of %i rows of the table has everything that a card has [2.6-09, 2.6-10, 2.6-12, 2.6-14, 2.6-15, 2.6-16, 2.6-17]',
    async (count) => {
      const paid_until = new Date(2026, 2, 2, 17, 45).toISOString();
      const bella = buildPage({
        is_paid: true,
        paid_until,
        credits_charged: 10,
        tags: ['vip', 'EU', 'a long campaign of spring'],
      });
      answer(listUserPages, { pages: among(count, [bella]) });
      renderScreen(<PagesTab search="" onLinkPage={() => {}} />, { address: '/?view=pages&layout=table' });
      // By label, because queries by role compute the name of each control and are slow here.
      const row = within(await screen.findByLabelText('Bella Rose'));
      expect(row.getByText(/ID:\s8812300$/)).toBeVisible();
      expect(row.getByTitle('Page recently polled')).toHaveTextContent('Active');
      for (const text of ['Paid', 'Mar 2, 2026 17:45', '10 credits', 'vip, EU +1']) {
        expect(row.getByText(text)).toBeVisible();
      }
      await userEvent.click(row.getByText('vip, EU +1'));
      expect(row.getByPlaceholderText('Add tags...')).toHaveFocus();
      await userEvent.click(row.getByText('Bella Rose'));
      expect(await screen.findByRole('button', { name: 'Unlink Bella Rose' })).toBeEnabled();
    },
  );

  test.each([
    [5, 'name', 'bella'],
    [30, 'username', 'VELVET'],
    [300, 'tag', 'evening'],
    [300, 'guid', uuid(2)],
  ])('finds one of %i pages by %s, ignoring upper and lower case [2.6-01]', async (count, _field, search) => {
    const bella = buildPage({ guid: uuid(2), name: 'Bella Rose', username: 'velvet_b', tags: ['Evening'] });
    answer(listUserPages, { pages: among(count - 1, []).concat(bella) });
    show(search);
    expect(await card('Bella Rose')).toBeInTheDocument();
    expect(screen.queryByLabelText('Other 0')).not.toBeInTheDocument();
    expect(screen.getByText(`1 of ${count} pages`)).toBeInTheDocument();
  });

  test('says when no page matches [2.6-18]', async () => {
    answer(listUserPages, { pages: [buildPage()] });
    show('nobody');
    expect(await screen.findByText('No pages found matching your search.')).toBeInTheDocument();
  });

  test('shows the server’s or the default message when the pages cannot be fetched, and fetches them again on Retry [8.2-02, 8.2-03]', async () => {
    refuse(listUserPages, 500);
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch pages');
    refuse(listUserPages, 500, { error: 'The database is resting.', code: 'internal' });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The database is resting.')).toBeVisible();
    answer(listUserPages, { pages: [buildPage({ name: 'Bella Rose' })] });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card('Bella Rose')).toBeInTheDocument();
  });

  test('shows no pages and no error when the session has ended [2.6-19, 8.2-01]', async () => {
    refuse(listUserPages, 401, { error: 'Sign in again.', code: 'auth.invalid' });
    const { store } = show();
    await waitFor(() => expect(store.getState().session.status).toBe('anonymous'));
    const empty = 'No pages linked yet. Use the button above to link your first page.';
    expect(await screen.findByText(empty)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('tags accept any text, show it before the response, and send the whole list [2.6-16, 5-07, 7.2-02]', async () => {
    answer(listUserPages, { pages: [buildPage({ guid: uuid(1), tags: ['vip'] })] });
    const sent = keepWaiting(updateTags);
    show();
    const shown = within(await card('Bella Rose'));
    const input = shown.getByPlaceholderText('Add tags...');
    expect(shown.getByText('vip')).toBeInTheDocument();
    await userEvent.type(input, '40 % off! <b>Скидка</b> ☀️{Enter}');
    expect(await shown.findByText('40 % off! <b>Скидка</b> ☀️')).toBeInTheDocument();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.url.pathname).toBe(`/api/pages/${uuid(1)}/tags`);
    expect(sent[0]?.body).toEqual({ tags: ['vip', '40 % off! <b>Скидка</b> ☀️'] });
  });

  test('tags are restored with an error under the card when the server refuses a tag [8.2-04]', async () => {
    answer(listUserPages, { pages: [buildPage({ tags: ['vip'] })] });
    refuse(updateTags, 500);
    show();
    const input = await screen.findByRole('textbox', { name: 'Tags of Bella Rose' });
    await userEvent.type(input, 'evening{Enter}');
    const alert = await within(await card('Bella Rose')).findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to update tags$/);
    expect(input.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByText('evening')).not.toBeInTheDocument();
    expect(screen.getByText('vip')).toBeInTheDocument();
  });

  const unlinkButton = () => screen.findByRole('button', { name: 'Unlink Bella Rose' });

  test('unlinking asks for confirmation, does nothing after Cancel, shows an error when the server refuses, and removes the card after the response [4.7-01, 5-08, 5-09, 8.2-05]', async () => {
    const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(false);
    answer(listUserPages, { pages: [buildPage({ guid: uuid(1) })] });
    answer(listPickerPages, { pages: [], tags: [] });
    const refused = refuse(unlinkPage, 503);
    show();
    await userEvent.click(await unlinkButton());
    expect(confirmSpy).toHaveBeenCalledWith('Are you sure you want to unlink this page? This action cannot be undone.');
    expect(refused).toHaveLength(0);
    confirmSpy.mockReturnValue(true);
    await userEvent.click(await unlinkButton());
    const alert = await within(await card('Bella Rose')).findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to unlink page$/);
    expect((await unlinkButton()).compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    let unlink = () => {};
    const sent = answer(unlinkPage, undefined, new Promise((resolve) => (unlink = resolve)));
    await userEvent.click(await unlinkButton());
    await waitFor(() => expect(sent.map(({ url }) => url.pathname)).toEqual([`/api/unlink_page/${uuid(1)}`]));
    expect(await unlinkButton()).toBeDisabled();
    unlink();
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  });
});

describe('tools', () => {
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
  const selectAll = () => screen.getByLabelText(/^Select all/);
  const withinBar = () => within(screen.getByRole('region', { name: 'Selected pages' }));
  // It is loaded on first use.
  const shownBar = () => screen.findByRole('region', { name: 'Selected pages' });
  const clickInBar = async (name: string) => userEvent.click(within(await shownBar()).getByRole('button', { name }));

  test('120 pages are cards; the table is offered, and the choice is remembered in this browser [2.6-02, 2.6-16, 2.6-17]', async () => {
    answer(listUserPages, {
      pages: Array.from({ length: 120 }, (_, n) => buildPage({ guid: uuid(n), name: `No ${n}` })),
    });
    const showPages = () => renderScreen(<PagesTab search="" onLinkPage={() => {}} />, { address: '/' });
    const cards = showPages();
    const first = within(await screen.findByRole('article', { name: 'No 0' }));
    expect(first.getByLabelText('Unlink No 0')).toBeEnabled();
    expect(first.getByPlaceholderText('Add tags...')).toBeEnabled();
    expect(names().length).toBeLessThan(100);
    await userEvent.click(screen.getByText('Show table'));
    expect(screen.getByRole('table')).toBeInTheDocument();
    cards.unmount();
    showPages();
    expect(await screen.findByRole('table')).toBeInTheDocument();
    expect(screen.queryByText('Keep cards')).not.toBeInTheDocument();
  });

  test('tags of several pages are added in one request and shown before the response', async () => {
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

  test('unlinking several pages asks for confirmation with the number of pages, then sends one request and disables the bar until the response', async () => {
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

  const limits = { max_posts_in_24_hours: 3, min_gap_minutes: null, hours: null };
  const withLimits = (page: (typeof PAGES)[number]) => ({ ...page, limits, limited_until: '2026-03-02T12:00:00Z' });

  test('posting limits are set for all selected pages in one request, and shown on their cards', async () => {
    const sent = answer(setLimitsOfPages, { pages: PAGES.slice(1, 3).map(withLimits) });
    await show();
    for (const name of ['Cleo', 'Bella']) await userEvent.click(screen.getByLabelText(`Select ${name}`));
    await clickInBar('Limits');
    const dialog = within(await screen.findByRole('dialog', { name: 'Posting limits of 2 pages' }));
    fireEvent.change(dialog.getByLabelText('Posts in 24 hours'), { target: { value: '3' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save limits' }));
    expect(await screen.findAllByText(/^At most 3 posts in 24 hours/)).toHaveLength(2);
    expect(screen.getAllByText(/^Next post Mar 2, 2026/)).toHaveLength(2);
    expect(sent[0]?.body).toEqual({ guids: [uuid(2), uuid(3)], limits });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
