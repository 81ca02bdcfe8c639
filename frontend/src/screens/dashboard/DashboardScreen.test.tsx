import { describeLinking, getBalance, listUserPages, signOut, updateAssistant } from '@flyerdeck/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../test/apiServer.ts';
import {
  buildAssistant,
  buildBalance,
  buildLinkDescription,
  buildPage,
  buildUser,
  uuid,
} from '../../../test/builders.ts';
import { renderScreen, SIGNED_IN } from '../../../test/renderScreen.tsx';
import { documentLoads } from '../../app/documentLoads.ts';
import { draftEdited, selectSettingsDraft, settingsKey } from '../../data/drafts/draftsSlice.ts';
import DashboardScreen from './DashboardScreen.tsx';

// The other tabs have their own tests. These tests check which tab is shown and its props.
jest.mock('../assistants/AssistantsTab.tsx', () => ({
  __esModule: true,
  default: (props: object) => <p>assistants {JSON.stringify(props)}</p>,
}));
jest.mock('../queue/QueueTab.tsx', () => ({ __esModule: true, default: () => <p>the queue</p> }));
jest.mock('../presets/PresetsTab.tsx', () => ({
  __esModule: true,
  default: (props: object) => <p>presets {JSON.stringify(props)}</p>,
}));
jest.mock('../credits/CreditsTab.tsx', () => ({ __esModule: true, default: () => <p>the credits</p> }));
jest.mock('./firstSteps/FirstSteps.tsx', () => ({ __esModule: true, default: () => <p>first steps</p> }));

useApiServer();
beforeEach(() => {
  answer(getBalance, buildBalance({ credits_balance: 1200 }));
  answer(listUserPages, { pages: [buildPage({ name: 'Bella Rose' })] });
  answer(describeLinking, buildLinkDescription());
});

/** Each tab with the key that shows it after `g`. */
const TABS = [
  ['a', 'Assistants'],
  ['q', 'Queue'],
  ['r', 'Presets'],
  ['c', 'Credits'],
  ['p', 'Pages'],
] as const;
const show = (address = '/') => renderScreen(<DashboardScreen />, { address });
const tab = (name: string) => screen.getByRole('tab', { name });
const search = () => screen.queryByPlaceholderText('Search...');

test('opens the Pages tab by default and has a link to download the extension [2.2-01, 2.2-04, 2.2-07]', async () => {
  show();
  expect(screen.getByRole('link', { name: 'Download extension' })).toHaveAttribute('href', '/extension.zip');
  expect(tab('Pages')).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('article', { name: 'Bella Rose' })).toBeInTheDocument();
  expect(within(screen.getByRole('banner')).getByRole('heading', { level: 1 })).toHaveTextContent(/^Flyerdeck$/);
});

test('writes the open tab into the URL and shows a search box on all tabs except Queue and Credits [2.2-06, 2.2-08, 6-06]', async () => {
  const { address } = show();
  for (const [, name] of TABS) {
    await userEvent.click(tab(name));
    // The tab is shown when its chunk is loaded.
    await waitFor(() => expect(tab(name)).toHaveAttribute('aria-selected', 'true'));
    expect(screen.getByRole('tabpanel', { name })).toBeInTheDocument();
    expect(address()).toBe(`/?view=${name.toLowerCase()}`);
    expect(search() !== null).toBe(!['Queue', 'Credits'].includes(name));
  }
});

test('filters the pages by the text in the search box [2.6-03]', async () => {
  answer(listUserPages, {
    pages: [buildPage({ name: 'Bella Rose' }), buildPage({ guid: uuid(2), name: 'Luna', username: 'luna' })],
  });
  show();
  await screen.findByRole('article', { name: 'Bella Rose' });
  await userEvent.type(screen.getByPlaceholderText('Search...'), 'luna');
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Bella Rose' })).not.toBeInTheDocument());
  expect(screen.getByRole('article', { name: 'Luna' })).toBeInTheDocument();
});

test('opens the Assistants tab for the parameter expandAssistant and removes it from the URL on a tab change [2.2-11, 2.2-12, 2.2-13]', async () => {
  const { address } = show(`/?view=queue&expandAssistant=${uuid(7)}`);
  expect(await screen.findByText(/^assistants/)).toHaveTextContent(`"expandAssistantId":"${uuid(7)}"`);
  await userEvent.click(tab('Presets'));
  await waitFor(() => expect(address()).toBe('/?view=presets'));
});

test('opens the admin panel for an admin, and the Credits tab after a click on the balance [2.2-02, 2.2-03]', async () => {
  const { address } = show();
  await userEvent.click(await screen.findByRole('button', { name: '1.2k credits Excellent' }));
  expect(await screen.findByText('the credits')).toBeInTheDocument();
  expect(address()).toBe('/?view=credits');
  await userEvent.click(screen.getByRole('button', { name: 'Admin panel' }));
  expect(address()).toBe('/admin');
});

test('shows no admin panel button to a user who is not an admin [2.2-02, 6-07]', async () => {
  renderScreen(<DashboardScreen />, { state: { session: { ...SIGNED_IN, user: buildUser({ is_admin: false }) } } });
  await screen.findByRole('article', { name: 'Bella Rose' });
  expect(screen.queryByRole('button', { name: /admin/i })).not.toBeInTheDocument();
});

test.each([5, 30, 300])(
  "with %i pages, fills in a linking token from the URL once, and a second one that arrives later; 'Link OnlyFans Page' opens an empty dialog [2.2-10]",
  async (count) => {
    answer(listUserPages, { pages: Array.from({ length: count }, (_, n) => buildPage({ guid: uuid(n) })) });
    const { address, go } = show('/?view=pages#link=abc%2Bd');
    await screen.findByRole('dialog', { name: 'Link OnlyFans Page' });
    expect(screen.getByPlaceholderText('Paste your linking token here')).toHaveValue('abc+d');
    expect(address()).toBe('/?view=pages');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await userEvent.click(screen.getByRole('button', { name: 'Link OnlyFans Page' }));
    await screen.findByRole('dialog', { name: 'Link OnlyFans Page' });
    expect(screen.getByPlaceholderText('Paste your linking token here')).toHaveValue('');
    go('/?view=pages#link=second');
    await waitFor(() => expect(screen.getByPlaceholderText('Paste your linking token here')).toHaveValue('second'));
  },
);

test('ends the session and goes to the landing page after a click on Logout [2.2-05]', async () => {
  const load = jest.spyOn(documentLoads, 'replace').mockImplementation(() => {});
  answer(signOut, undefined);
  const { store } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(load).toHaveBeenCalledWith('/auth'));
  expect(store.getState().session.status).toBe('anonymous');
});

describe('logging out with an unsaved edit', () => {
  const id = uuid(10);
  const button = (name: string) => screen.findByRole('button', { name });
  beforeEach(() => {
    jest.spyOn(documentLoads, 'replace').mockImplementation(() => {});
  });

  test('saves the edit before it signs out; asks for confirmation when it cannot be saved, and keeps it after Cancel', async () => {
    refuse(updateAssistant, 503);
    const signOuts = answer(signOut, undefined);
    const { store } = show();
    act(() => void store.dispatch(draftEdited({ key: settingsKey(id), patch: { name: 'Friday' } })));
    await userEvent.click(await button('Logout'));
    const answerQuestion = async (name: string) => {
      const dialog = within(await screen.findByRole('dialog', { name: 'Log out without saving?' }));
      await userEvent.click(dialog.getByRole('button', { name }));
    };
    await answerQuestion('Cancel');
    expect(signOuts).toHaveLength(0);
    expect(selectSettingsDraft(store.getState(), id)?.pending).toEqual({ name: 'Friday' });
    const saves = answer(updateAssistant, buildAssistant());
    await userEvent.click(await button('Logout'));
    await waitFor(() => expect(signOuts).toHaveLength(1));
    expect(saves.map(({ body }) => body)).toEqual([{ name: 'Friday' }]);
  });
});

describe('keys', () => {
  // Without delay, because the time limit after `g` could expire on a slow machine.
  const user = userEvent.setup({ delay: null });
  const showTab = async (address = '/') => {
    const rendered = show(address);
    await screen.findByRole('tabpanel');
    return rendered;
  };

  test('/ moves the focus to the search box, and g and the letter of a tab shows it', async () => {
    const { address } = await showTab();
    await user.keyboard('/');
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('');
    act(() => search()?.blur());
    for (const [key, name] of TABS) {
      await user.keyboard(`g${key}`);
      // The tab is shown when its chunk is loaded.
      await waitFor(() => expect(tab(name)).toHaveAttribute('aria-selected', 'true'));
      expect(address()).toBe(`/?view=${name.toLowerCase()}`);
    }
  });

  test('? opens a dialog that lists the keys and disables them while it is open, and closing it restores the focus', async () => {
    const { address } = await showTab();
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
});
