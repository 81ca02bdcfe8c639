import { getBalance, listUserPages } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../../test/apiServer.ts';
import { buildBalance, buildPage } from '../../../test/builders.ts';
import { renderScreen } from '../../../test/renderScreen.tsx';
import DashboardScreen from './DashboardScreen.tsx';

// These tests check which tab is shown, not its content.
jest.mock('../assistants/AssistantsTab.tsx', () => ({ __esModule: true, default: () => <p>the assistants</p> }));
jest.mock('../queue/QueueTab.tsx', () => ({ __esModule: true, default: () => <p>the queue</p> }));
jest.mock('../presets/PresetsTab.tsx', () => ({ __esModule: true, default: () => <p>the presets</p> }));
jest.mock('../credits/CreditsTab.tsx', () => ({ __esModule: true, default: () => <p>the credits</p> }));

// Without delay, because the time limit after `g` could expire on a slow machine.
const user = userEvent.setup({ delay: null });

jest.mock('./FirstSteps.tsx', () => ({ __esModule: true, default: () => <p>first steps</p> }));

useApiServer();
beforeEach(() => {
  answer(getBalance, buildBalance());
  answer(listUserPages, { pages: [buildPage({ name: 'Bella Rose' })] });
});

const show = async (address = '/') => {
  const rendered = renderScreen(<DashboardScreen />, { address });
  await screen.findByRole('tabpanel');
  return rendered;
};
const searchBox = () => screen.getByRole('searchbox', { name: 'Search' });

test('/ moves the focus to the search box and types nothing into it', async () => {
  await show();
  await user.keyboard('/');
  expect(searchBox()).toHaveFocus();
  expect(searchBox()).toHaveValue('');
  await user.keyboard('a/b');
  expect(searchBox()).toHaveValue('a/b');
});

test('/ does nothing on a tab without a search box', async () => {
  await show('/?view=queue');
  await user.keyboard('/');
  expect(document.body).toHaveFocus();
});

test.each([
  ['p', 'Pages'],
  ['a', 'Assistants'],
  ['q', 'Queue'],
  ['r', 'Presets'],
  ['c', 'Credits'],
])('g then %s shows %s', async (key, name) => {
  const { address } = await show(key === 'p' ? '/?view=queue' : '/');
  await user.keyboard(`g${key}`);
  // The tab is shown when its chunk is loaded.
  await waitFor(() => expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true'));
  expect(address()).toBe(`/?view=${name.toLowerCase()}`);
});

test('a letter that does not directly follow g switches no tab', async () => {
  const { address } = await show();
  await user.keyboard('qgxq');
  expect(address()).toBe('/');
});

test('the keys do nothing while the focus is in a text field or Ctrl is held', async () => {
  const { address } = await show();
  await user.click(searchBox());
  await user.keyboard('gq?');
  expect(searchBox()).toHaveValue('gq?');
  await user.click(document.body);
  await user.keyboard('{Control>}g{/Control}q');
  expect(address()).toBe('/');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the keys work while a checkbox has the focus', async () => {
  const { address } = await show();
  (await screen.findByRole('checkbox', { name: 'Select Bella Rose' })).focus();
  await user.keyboard('gq');
  await waitFor(() => expect(address()).toBe('/?view=queue'));
});

test('? opens a dialog that lists the keys and disables them while it is open, and closing it restores the focus', async () => {
  const { address } = await show();
  screen.getByRole('tab', { name: 'Pages' }).focus();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
  for (const name of ['Pages', 'Assistants', 'Queue', 'Presets', 'Credits']) {
    expect(dialog).toHaveTextContent(`Show ${name}`);
  }
  await user.keyboard('gq');
  expect(address()).toBe('/');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Pages' })).toHaveFocus());
  expect(dialog).not.toBeVisible();
  await user.keyboard('gq');
  await waitFor(() => expect(address()).toBe('/?view=queue'));
});
