import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useApiServer } from '../../../../../test/apiServer.ts';
import { uuid } from '../../../../../test/builders.ts';
import { answerPostings, buildPostings, lastQuery, showPostings, toggles } from '../../../../../test/postingsTable.tsx';

useApiServer();

const PAGES = { total_pages: 3, total: 150 };
const user = userEvent.setup({ delay: null });
let copied: jest.SpyInstance;
beforeEach(() => {
  copied = jest.spyOn(navigator.clipboard, 'writeText');
});
afterEach(() => copied.mockRestore());

const show = async (address?: string) => {
  const rendered = showPostings(address);
  await toggles();
  return rendered;
};
const toggle = async (number: number) => (await toggles())[number - 1] as HTMLElement;

test('an arrow key enters the table, and arrow keys, Page Up, Page Down, Home and End move between rows', async () => {
  answerPostings(buildPostings(13));
  await show();
  for (const [key, row] of [
    ['ArrowDown', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['PageDown', 11],
    ['End', 13],
    ['PageUp', 3],
    ['Home', 1],
  ] as const) {
    await user.keyboard(`{${key}}`);
    expect(await toggle(row)).toHaveFocus();
  }
});

test('only the row that had the focus is in the tab order', async () => {
  answerPostings(buildPostings(3));
  await show();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect((await toggles()).map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
});

test('Page Down does not enter the table, because it scrolls the window', async () => {
  answerPostings(buildPostings(3));
  await show();
  await user.keyboard('{PageDown}{Home}{End}');
  expect(document.body).toHaveFocus();
});

test('Enter opens the focused row', async () => {
  answerPostings(buildPostings(3));
  await show();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect((await toggles()).map((one) => one.getAttribute('aria-expanded'))).toEqual(['false', 'true', 'false']);
});

test('c copies the id of the focused row, and of the row that had the focus last', async () => {
  answerPostings(buildPostings(3));
  await show();
  await user.keyboard('c');
  expect(screen.queryByText(/^Copied/)).not.toBeInTheDocument();
  await user.keyboard('{ArrowDown}{ArrowDown}c');
  expect(await screen.findByText(`Copied ${uuid(2)}`)).toBeInTheDocument();
  expect(copied).toHaveBeenLastCalledWith(uuid(2));
  await user.keyboard('{ArrowDown}');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('c');
  expect(copied).toHaveBeenLastCalledWith(uuid(3));
});

test('a failure to copy is shown', async () => {
  answerPostings(buildPostings(1));
  await show();
  copied.mockRejectedValueOnce(new Error('Denied.'));
  await user.keyboard('{ArrowDown}c');
  expect(await screen.findByText('Failed to copy.')).toBeInTheDocument();
});

test('/ moves the focus to the search box and types nothing into it', async () => {
  answerPostings(buildPostings(1));
  await show();
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('] and [ go to the next and the previous page, and no further', async () => {
  const requests = answerPostings(buildPostings(2), PAGES);
  const { address } = await show('/admin/postings?page=2');
  await user.keyboard(']');
  await waitFor(() => expect(lastQuery(requests)).toMatchObject({ page: '3' }));
  await user.keyboard(']');
  expect(address()).toBe('/admin/postings?page=3');
  await user.keyboard('[[');
  await user.keyboard('[[');
  await user.keyboard('[[');
  expect(address()).toBe('/admin/postings');
});

test('the focus goes to the first row of the next page, if it was in a row', async () => {
  answerPostings(buildPostings(2), PAGES);
  await show();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  answerPostings(buildPostings(4).slice(2), PAGES);
  await user.keyboard(']');
  await waitFor(() => expect(screen.getByLabelText('details of Flyer 3')).toHaveFocus());
});

test('the focus stays in the search box when the rows change', async () => {
  answerPostings(buildPostings(2), PAGES);
  await show();
  await user.keyboard('{ArrowDown}');
  answerPostings(buildPostings(4).slice(2), PAGES);
  await user.keyboard(']/');
  await screen.findByLabelText('details of Flyer 3');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});

test('keys are text in a text field, and do nothing with Ctrl, Alt or the system key', async () => {
  answerPostings(buildPostings(2), PAGES);
  const { address } = await show('/admin/postings');
  await user.keyboard('/');
  await user.keyboard('c]?');
  expect(screen.getByRole('searchbox')).toHaveValue('c]?');
  await user.clear(screen.getByRole('searchbox'));
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('{Control>}]{/Control}{Alt>}?{/Alt}{Meta>}/{/Meta}');
  expect(address()).toBe('/admin/postings');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(document.body).toHaveFocus();
});

test('a character that needs AltGr on the keyboard works', async () => {
  answerPostings(buildPostings(2), PAGES);
  const { address } = await show('/admin/postings');
  const init = { key: ']', ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true };
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', init)));
  await waitFor(() => expect(address()).toBe('/admin/postings?page=2'));
});

test('? lists the keys, and the others do nothing while the list is open', async () => {
  answerPostings(buildPostings(2), PAGES);
  const { address } = await show('/admin/postings');
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent("cCopy the row's id");
  expect(dialog).toHaveTextContent('Go to the page before or after');
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard(']{ArrowDown}');
  expect(address()).toBe('/admin/postings');
});

test('a button lists the keys too', async () => {
  answerPostings(buildPostings(1));
  await show();
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
});
