import { listAssistants, listPresets, listUserPages, queueStatus, startQueue } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../../test/apiServer.ts';
import { buildAssistant, buildPage, buildPreset, buildUser, uuid } from '../../../../test/builders.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import CommandPalette from './CommandPalette.tsx';

useApiServer();

const PAGES = Array.from({ length: 30 }, (_, index) =>
  buildPage({ guid: uuid(index + 1), name: `Luna ${index + 1}`, username: `luna${index + 1}`, tags: [] }),
);

beforeEach(() => {
  answer(listUserPages, { pages: [...PAGES, buildPage({ guid: uuid(99), name: 'Bella', tags: ['vip'] })] });
  answer(listAssistants, [buildAssistant({ name: 'Evening lunar' })]);
  answer(listPresets, [buildPreset({ name: 'Lunch' })]);
  answer(queueStatus, { is_posting_active: false, current_task_id: null });
});

const actions = {
  onClosed: jest.fn(),
  onShow: jest.fn(),
  onSearchIn: jest.fn(),
  onOpen: jest.fn(),
  onLinkPage: jest.fn(),
  onHelp: jest.fn(),
};
async function open(user = buildUser({ is_admin: false })) {
  for (const action of Object.values(actions)) action.mockReset();
  const shown = renderScreen(<CommandPalette user={user} {...actions} />);
  const box = await screen.findByRole('combobox', { name: 'Page, assistant, preset or action' });
  await screen.findByRole('option', { name: /^Bella|^Luna 1/ });
  return { ...shown, box };
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = (box: HTMLElement) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');

test('the field has the focus, and lists at most seven results of each kind', async () => {
  const { box } = await open();
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  await userEvent.type(box, 'lun');
  expect(options()).toEqual([
    ...PAGES.slice(0, 7).map(({ name, username }) => `${name}@${username}`),
    'Evening lunarWaiting to Start',
    'Lunch',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('9 results');
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(3);
});

test('arrows move over all groups and around the ends, Enter opens the page, and nothing else was run', async () => {
  const { box } = await open();
  await userEvent.type(box, 'lun');
  expect(active(box)).toHaveTextContent('Luna 1@luna1');
  expect(active(box)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}');
  expect(active(box)).toHaveTextContent('Lunch');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(actions.onClosed).toHaveBeenCalled());
  expect(actions.onSearchIn.mock.calls).toEqual([['pages', 'Luna 2']]);
});

test('a page is found by its tag, and a click opens it', async () => {
  const { box } = await open();
  await userEvent.type(box, 'VIP');
  expect(options()).toEqual(['Bella@bellarose']);
  await userEvent.click(screen.getByRole('option', { name: /Bella/ }));
  await waitFor(() => expect(actions.onSearchIn.mock.calls).toEqual([['pages', 'Bella']]));
});

test.each([
  ['evening', () => `/?view=assistants&expandAssistant=${uuid(10)}`],
  ['lunch', () => '/'],
])('%s and Enter opens what was found', async (typed, address) => {
  const shown = await open();
  await userEvent.type(shown.box, `${typed}{Enter}`);
  await waitFor(() => expect(actions.onClosed).toHaveBeenCalled());
  await waitFor(() => expect(shown.address()).toBe(address()));
  expect(actions.onSearchIn.mock.calls).toEqual(typed === 'lunch' ? [['presets', 'Lunch']] : []);
});

test('runs actions', async () => {
  const starts = answer(startQueue, { message: 'Queue processing start requested.', is_posting_active: true });
  const first = await open();
  await userEvent.type(first.box, 'new post{Enter}');
  await waitFor(() => expect(actions.onOpen.mock.calls).toEqual([['new-post']]));
  first.unmount();
  const second = await open();
  await screen.findByRole('option', { name: 'Start Posting' });
  await userEvent.type(second.box, 'start p{Enter}');
  await waitFor(() => expect(starts).toHaveLength(1));
});

test('the admin panel is an action of admins only', async () => {
  const { box, unmount } = await open();
  await userEvent.type(box, 'admin');
  expect(options()).toEqual([]);
  expect(screen.getByText('Nothing found.')).toBeVisible();
  unmount();
  const { box: ofAdmin } = await open(buildUser({ is_admin: true }));
  await userEvent.type(ofAdmin, 'admin');
  expect(options()).toEqual(['Admin panel']);
});

test('Escape closes it and runs nothing', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(actions.onClosed).toHaveBeenCalled());
  expect(actions.onOpen).not.toHaveBeenCalled();
});
