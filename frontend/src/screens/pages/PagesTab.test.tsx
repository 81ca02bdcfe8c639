import { listPickerPages, listUserPages, resumePage, unlinkPage, updateTags } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import PagesTab from './PagesTab.tsx';

useApiServer();

const show = (search = '') => renderScreen(<PagesTab search={search} onLinkPage={() => {}} />);
const card = (name: string) => screen.findByRole('article', { name });

test('a card shows the picture, name and creator id of a page, whether it polls, and an Unlink button [2.6-04, 2.6-05, 2.6-06, 2.6-07, 2.6-08, 2.6-09, 2.6-10, 2.6-11, 2.6-17]', async () => {
  answer(listUserPages, {
    pages: [
      buildPage({
        ...{ guid: uuid(1), name: 'Bella Rose', username: 'bella', creator_id: '8812300', is_active: true },
        avatarThumbUrl: 'https://pictures.test/bella.jpg',
      }),
      buildPage({ guid: uuid(2), name: '', username: 'luna', is_active: false, avatarThumbUrl: null }),
      buildPage({ guid: uuid(3), name: '', username: '' }),
    ],
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
});

/** The text of a card under a heading; null without the heading. */
const detailText = (shown: HTMLElement, label: string) =>
  within(shown).queryByText(label)?.parentElement?.querySelector('dd')?.textContent ?? null;

test('a card shows whether a page is paid, until when, and the last charge if there was one [2.6-12, 2.6-13, 2.6-14, 2.6-15, 4.7-02, 4.7-03]', async () => {
  // The time is shown in the local time zone.
  const paidUntil = new Date(2026, 2, 2, 17, 45).toISOString();
  answer(listUserPages, {
    pages: [
      buildPage({ guid: uuid(1), name: 'Paid one', is_paid: true, paid_until: paidUntil, credits_charged: 10 }),
      buildPage({ guid: uuid(2), name: 'Free', is_paid: false, paid_until: null, credits_charged: 0 }),
      buildPage({ guid: uuid(3), name: 'Run out', is_paid: false, paid_until: paidUntil, credits_charged: 10 }),
    ],
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
});

test('shows why a page is paused and until when, and Resume ends the pause', async () => {
  const until = new Date(2026, 2, 2, 17, 45).toISOString();
  const paused = buildPage({ guid: uuid(1), name: 'Paused', pause: { kind: 'rate_limited', until } });
  answer(listUserPages, { pages: [paused, buildPage({ guid: uuid(2), name: 'Plain' })] });
  answer(resumePage, { ...paused, pause: null });
  show();
  const text = /asks to wait before the next post. Posting continues automatically on Mar 2, 2026 17:45./;
  expect(await within(await card('Paused')).findByText(text)).toBeInTheDocument();
  expect(within(await card('Plain')).queryByRole('button', { name: /^Resume/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Resume Paused' }));
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());
});

test.each([
  ['name', 'bella'],
  ['username', 'VELVET'],
  ['tag', 'evening'],
  ['guid', uuid(2)],
])('finds pages by %s, ignoring upper and lower case [2.6-01]', async (_field, search) => {
  answer(listUserPages, {
    pages: [
      buildPage({ guid: uuid(1), name: 'Somebody Else', username: 'else' }),
      buildPage({ guid: uuid(2), name: 'Bella Rose', username: 'velvet_b', tags: ['Evening'] }),
    ],
  });
  show(search);
  expect(await card('Bella Rose')).toBeInTheDocument();
  expect(screen.queryByRole('article', { name: 'Somebody Else' })).not.toBeInTheDocument();
  expect(screen.getByText('1 of 2 pages')).toBeInTheDocument();
});

test('shows a message when no page is linked [2.6-19]', async () => {
  answer(listUserPages, { pages: [] });
  show();
  expect(
    await screen.findByText('No pages linked yet. Use the button above to link your first page.'),
  ).toBeInTheDocument();
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

test('shows no error when the session has ended [8.2-01]', async () => {
  refuse(listUserPages, 401, { error: 'Sign in again.', code: 'auth.invalid' });
  const { store } = show();
  await waitFor(() => expect(store.getState().session.status).toBe('anonymous'));
  expect(await screen.findByText(/^No pages linked yet/)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe('tags', () => {
  test('accept any text, show it before the response, and send the whole list [2.6-16, 5-07, 7.2-02]', async () => {
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

  test('are restored with an error under the card when the server refuses a tag [8.2-04]', async () => {
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
});

describe('unlinking', () => {
  const unlinkButton = () => screen.findByRole('button', { name: 'Unlink Bella Rose' });

  test('asks for confirmation, does nothing after Cancel, and keeps the card with a disabled button until the response [4.7-01, 5-08, 5-09]', async () => {
    const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(false);
    answer(listUserPages, { pages: [buildPage()] });
    const sent = keepWaiting(unlinkPage);
    show();
    await userEvent.click(await unlinkButton());
    expect(confirmSpy).toHaveBeenCalledWith('Are you sure you want to unlink this page? This action cannot be undone.');
    expect(sent).toHaveLength(0);
    expect(await unlinkButton()).toBeEnabled();
    confirmSpy.mockReturnValue(true);
    await userEvent.click(await unlinkButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(await unlinkButton()).toBeDisabled();
  });

  test('removes the card after the response [4.7-01]', async () => {
    const confirmSpy = jest.spyOn(window, 'confirm').mockReturnValue(true);
    answer(listUserPages, { pages: [buildPage({ guid: uuid(1) })] });
    answer(listPickerPages, { pages: [], tags: [] });
    const sent = answer(unlinkPage, undefined);
    show();
    await userEvent.click(await unlinkButton());
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    expect(confirmSpy).toHaveBeenCalledTimes(1);
    expect(sent.map(({ url }) => url.pathname)).toEqual([`/api/unlink_page/${uuid(1)}`]);
  });

  test('keeps the card and shows an error when the server refuses [8.2-05]', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    answer(listUserPages, { pages: [buildPage()] });
    refuse(unlinkPage, 503);
    show();
    await userEvent.click(await unlinkButton());
    const alert = await within(await card('Bella Rose')).findByRole('alert');
    expect(alert).toHaveTextContent(/^Failed to unlink page$/);
    expect((await unlinkButton()).compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});
