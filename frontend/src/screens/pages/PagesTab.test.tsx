import { listPickerPages, listUserPages, unlinkPage, updateTags } from '@flyerdeck/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, keepWaiting, refuse, useApiServer } from '../../../test/apiServer.ts';
import { buildPage, uuid } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import PagesTab from './PagesTab.tsx';

useApiServer();

const show = (search = '') => renderScreen(<PagesTab search={search} onLinkPage={() => {}} />);
const card = (name: string) => screen.findByRole('article', { name });

test('shows what a page is called, whose it is and how it stands', async () => {
  answer(listUserPages, {
    pages: [
      buildPage({ guid: uuid(1), name: 'Bella Rose', creator_id: '8812300', is_active: true }),
      buildPage({ guid: uuid(2), name: '', username: 'luna', is_active: false }),
      buildPage({ guid: uuid(3), name: '', username: '', is_paid: true, paid_until: '2026-03-02T12:00:00Z' }),
    ],
  });
  show();
  const bella = within(await card('Bella Rose'));
  expect(bella.getByText('ID: 8812300')).toBeInTheDocument();
  expect(bella.getByText('Active')).toHaveAttribute('title', 'Page recently polled');
  expect(bella.getByText('Unpaid')).toHaveAttribute('title', 'Not paid - 10 credits will be charged on first post');

  const luna = within(await card('luna'));
  expect(luna.getByText('Inactive')).toHaveAttribute('title', 'Page has not polled recently');

  const unnamed = within(await card('Unnamed Page'));
  expect(unnamed.getByText('Paid')).toBeInTheDocument();
  expect(unnamed.getByText(/^Mar \d, 2026 \d\d:00$/)).toBeInTheDocument();
});

test('shows the last charge only when there was one', async () => {
  answer(listUserPages, {
    pages: [
      buildPage({ guid: uuid(1), name: 'Charged', credits_charged: 10 }),
      buildPage({ guid: uuid(2), name: 'Free', credits_charged: 0 }),
    ],
  });
  show();
  expect(within(await card('Charged')).getByText('10 credits')).toBeInTheDocument();
  expect(within(await card('Free')).queryByText(/credits$/)).not.toBeInTheDocument();
});

test('says why a fee was not given back', async () => {
  answer(listUserPages, {
    pages: [
      buildPage({ guid: uuid(1), name: 'Charged', notice: 'fee_kept' }),
      buildPage({ guid: uuid(2), name: 'Plain', notice: null }),
    ],
  });
  show();
  expect(within(await card('Charged')).getByText(/^The last fee was not given back: /)).toBeInTheDocument();
  expect(within(await card('Plain')).queryByText(/given back/)).not.toBeInTheDocument();
});

test('falls back to the silhouette where a page has no picture', async () => {
  answer(listUserPages, { pages: [buildPage({ name: 'Bella Rose', avatarThumbUrl: null })] });
  show();
  expect((await card('Bella Rose')).querySelector('img')).toHaveAttribute('src', '/avatar.jpg');
});

test.each([
  ['name', 'bella'],
  ['username', 'VELVET'],
  ['tag', 'evening'],
  ['guid', uuid(2)],
])('finds pages by %s, whatever the case', async (_field, search) => {
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

test('says that no page is linked yet', async () => {
  answer(listUserPages, { pages: [] });
  show();
  expect(
    await screen.findByText('No pages linked yet. Use the button above to link your first page.'),
  ).toBeInTheDocument();
});

test('says that a search found nothing', async () => {
  answer(listUserPages, { pages: [buildPage()] });
  show('nobody is called this');
  expect(await screen.findByText('No pages found matching your search.')).toBeInTheDocument();
});

test('shows the server’s sentence when the pages cannot be fetched, and asks again on Retry', async () => {
  refuse(listUserPages, 500, { error: 'The database is resting.', code: 'internal' });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is resting.');
  answer(listUserPages, { pages: [buildPage({ name: 'Bella Rose' })] });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await card('Bella Rose')).toBeInTheDocument();
});

test('falls back to the documented words when the server says nothing', async () => {
  refuse(listUserPages, 500);
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch pages');
});

test('is silent when the session has ended', async () => {
  refuse(listUserPages, 401, { error: 'Sign in again.', code: 'auth.invalid' });
  const { store } = show();
  await waitFor(() => expect(store.getState().session.status).toBe('anonymous'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe('tags', () => {
  test('shows a new tag before the server agreed, and sends the whole list', async () => {
    answer(listUserPages, { pages: [buildPage({ guid: uuid(1), tags: ['vip'] })] });
    const sent = keepWaiting(updateTags);
    show();
    const input = await screen.findByRole('textbox', { name: 'Tags of Bella Rose' });
    expect(input).toHaveAttribute('placeholder', 'Add tags...');
    await userEvent.type(input, 'evening{Enter}');
    expect(await screen.findByText('evening')).toBeInTheDocument();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.url.pathname).toBe(`/api/pages/${uuid(1)}/tags`);
    expect(sent[0]?.body).toEqual({ tags: ['vip', 'evening'] });
  });

  test('takes a refused tag back and says so under the card', async () => {
    answer(listUserPages, { pages: [buildPage({ tags: ['vip'] })] });
    refuse(updateTags, 500);
    show();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Tags of Bella Rose' }), 'evening{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update tags');
    expect(screen.queryByText('evening')).not.toBeInTheDocument();
    expect(screen.getByText('vip')).toBeInTheDocument();
  });
});

describe('unlinking', () => {
  const unlinkButton = () => screen.findByRole('button', { name: 'Unlink Bella Rose' });

  test('asks in the documented words and does nothing when the answer is no', async () => {
    const asked = jest.spyOn(window, 'confirm').mockReturnValue(false);
    answer(listUserPages, { pages: [buildPage()] });
    const sent = answer(unlinkPage, undefined);
    show();
    await userEvent.click(await unlinkButton());
    expect(asked).toHaveBeenCalledWith('Are you sure you want to unlink this page? This action cannot be undone.');
    expect(sent).toHaveLength(0);
    expect(await card('Bella Rose')).toBeInTheDocument();
  });

  test('removes the card once the server agreed', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    answer(listUserPages, { pages: [buildPage()] });
    answer(listPickerPages, { pages: [], tags: [] });
    answer(unlinkPage, undefined);
    show();
    await userEvent.click(await unlinkButton());
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  });

  test('keeps the card and says what went wrong when the server refuses', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    answer(listUserPages, { pages: [buildPage()] });
    refuse(unlinkPage, 503);
    show();
    await userEvent.click(await unlinkButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to unlink page');
    expect(await card('Bella Rose')).toBeInTheDocument();
  });
});
