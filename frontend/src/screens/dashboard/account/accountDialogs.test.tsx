import { endRunner, endSession, eraseAccount, listRunners, listSessions, me, pairRunner } from '@flyerdeck/contracts';
import type { CurrentUser, OwnSession, Runner } from '@flyerdeck/contracts/types';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { buildUser, uuid } from '../../../../test/builders.ts';
import { renderScreen, SIGNED_IN } from '../../../../test/renderScreen.tsx';
import { webAppSettings } from '../../../app/webAppSettings.ts';
import { loadCredentials, saveCredentials } from '../../../data/request/storage.ts';
import { setTelegram, type WebApp } from '../../../telegram/webApp.ts';
import { useAskForMessages } from '../DashboardDialogs.tsx';
import MessagesDialog from './MessagesDialog.tsx';
import PrivacyDialog from './PrivacyDialog.tsx';
import RunnersDialog from './RunnersDialog.tsx';
import SessionsDialog from './SessionsDialog.tsx';

useApiServer();

describe('privacy', () => {
  const onClose = jest.fn();

  beforeEach(() => {
    jest.replaceProperty(webAppSettings, 'mockAuth', true);
  });
  afterEach(() => jest.restoreAllMocks());

  const show = () => renderScreen(<PrivacyDialog onClose={onClose} />);
  const region = async (name: string) => within(await screen.findByRole('region', { name }));

  test('deletes the account only after the word was typed, and removes what the browser stored', async () => {
    saveCredentials({ sessionToken: 'token', telegramId: '100000001' });
    const requests = answer(eraseAccount, undefined);
    const { address } = show();
    const data = await region('Delete my account');
    expect(data.getByText(/Your 150 credits are lost\./)).toBeInTheDocument();
    const button = data.getByRole('button', { name: 'Delete my account' });
    expect(button).toBeDisabled();
    await userEvent.type(data.getByRole('textbox', { name: 'Type DELETE to confirm' }), 'delete');
    expect(button).toBeDisabled();
    await userEvent.clear(data.getByRole('textbox'));
    await userEvent.type(data.getByRole('textbox'), 'DELETE');
    await userEvent.click(button);
    await waitFor(() => expect(address()).toBe('/auth'));
    expect(requests).toHaveLength(1);
    expect(loadCredentials()).toBeNull();
  });

  test('in the mini app it sends the init data, and shows why a confirmation is refused', async () => {
    jest.replaceProperty(webAppSettings, 'mockAuth', false);
    const requests = refuse(eraseAccount, 403, { error: 'The confirmation is too old.', code: 'account.proof_stale' });
    const initData = new URLSearchParams({ user: '{"id":100000001}', auth_date: '1', hash: 'abc' }).toString();
    sessionStorage.setItem('telegram_launch_params', new URLSearchParams({ tgWebAppData: initData }).toString());
    Object.assign(window, { TelegramWebviewProxy: {} });
    try {
      show();
      const data = await region('Delete my account');
      await userEvent.type(data.getByRole('textbox'), 'DELETE{Enter}');
      expect(await data.findByRole('alert')).toHaveTextContent('The confirmation is too old.');
      expect(requests.map(({ body }) => body)).toEqual([{ confirm: 'DELETE', init_data: initData }]);
    } finally {
      sessionStorage.clear();
      Reflect.deleteProperty(window, 'TelegramWebviewProxy');
    }
  });
});

describe('messages of the bot', () => {
  const Messages = ({ user }: { readonly user: CurrentUser }) => (
    <MessagesDialog user={user} askForMessages={useAskForMessages(user)} onClose={() => {}} />
  );
  const show = (bot_may_write: boolean) => {
    jest.replaceProperty(webAppSettings, 'botUsername', 'flyerdeck_bot');
    const user = buildUser({ bot_may_write });
    answer(me, () => user);
    return renderScreen(<Messages user={user} />, {
      state: { session: { ...SIGNED_IN, user } },
    });
  };
  afterEach(() => {
    act(() => setTelegram({ webApp: null }));
    jest.restoreAllMocks();
  });

  test('names what the bot sends and its settings, while it may write', async () => {
    show(true);
    expect(await screen.findByText(/Send it \/settings for quiet hours/)).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the bot' })).toHaveAttribute('href', 'https://t.me/flyerdeck_bot');
  });

  test('a person who has refused gets the way back: the question of Telegram, or the chat with the bot', async () => {
    const answers: ((isAllowed: boolean) => unknown)[] = [];
    const requestWriteAccess = (onAnswer: (isAllowed: boolean) => unknown) => void answers.push(onAnswer);
    setTelegram({ webApp: { isVersionAtLeast: () => true, requestWriteAccess } as unknown as WebApp });
    const { store } = show(false);
    expect(await screen.findByRole('alert')).toHaveTextContent('The bot cannot write to you');
    await userEvent.click(screen.getByRole('button', { name: 'Allow messages' }));
    answers[0]?.(false);
    expect(store.getState().session.user?.bot_may_write).toBe(false);
    answers[0]?.(true);
    await waitFor(() => expect(store.getState().session.user?.bot_may_write).toBe(true));
  });
});

describe('runners', () => {
  const runner: Runner = {
    ...{ id: uuid(1), host_name: 'Studio', version: '1.0.0', pages: 12, awake: 2, logged_out: 1, is_connected: true },
    paired_at: new Date(Date.now() - 86_400_000).toISOString(),
    last_contact_at: new Date(Date.now() - 60_000).toISOString(),
  };
  const show = () => renderScreen(<RunnersDialog onClose={() => {}} />);

  test('pairs a runner after its machine was shown', async () => {
    answer(listRunners, { runners: [] });
    const named = { host_name: 'Studio', asked_at: new Date().toISOString() };
    answer(pairRunner, { ...named, is_paired: false });
    show();
    await userEvent.type(await screen.findByLabelText('Code of the runner'), 'abcd-efgh');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/It may then link pages/)).toHaveTextContent('Pair the runner on Studio');
    const paired = answer(pairRunner, { ...named, is_paired: true });
    await userEvent.click(screen.getByRole('button', { name: 'Pair runner' }));
    expect(await screen.findByRole('status')).toHaveTextContent('The runner on Studio is paired.');
    expect(paired).toMatchObject([{ body: { confirm: true } }]);
  });

  test('shows each runner with its pages and what waits for a person, and ends it with the second click only', async () => {
    answer(listRunners, { runners: [runner] });
    const ended = answer(endRunner, undefined);
    show();
    const row = (await screen.findByText('Studio')).closest('li');
    expect(row).toHaveTextContent('Connected12 pages, 2 working, 10 asleep. Last contact 1 minute ago.');
    expect(row).toHaveTextContent("1 page must be logged in again: open the runner's own page on Studio.");
    await userEvent.click(screen.getByRole('button', { name: 'End the runner Studio' }));
    expect(screen.getByText('Its pages stay linked, but nothing posts for them.')).toBeVisible();
    expect(ended).toHaveLength(0);
    await userEvent.click(screen.getByRole('button', { name: 'End the runner Studio now' }));
    await waitFor(() => expect(ended).toHaveLength(1));
  });
});

test('the sessions are listed with the current one marked, and one is ended by one request on a double click', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const session = (n: number, browser: string): OwnSession => ({
    ...{ id: uuid(n), browser, is_current: n === 1, created_at: ago(3 * 1440), last_used_at: ago(5) },
  });
  let sessions = [session(1, 'Firefox on macOS'), session(2, 'Chrome on Windows'), session(3, '')];
  answer(listSessions, () => ({ sessions }));
  const ended = answer(endSession, () => {
    sessions = sessions.slice(0, 1);
    return undefined;
  });
  renderScreen(<SessionsDialog onClose={() => {}} />);
  expect((await screen.findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    'Firefox on macOS This oneSigned in 3 days ago, last used 5 minutes ago',
    'Chrome on Windows Signed in 3 days ago, last used 5 minutes agoEnd',
    'Unknown browser Signed in 3 days ago, last used 5 minutes agoEnd',
  ]);
  await userEvent.dblClick(screen.getByRole('button', { name: 'End the session of Chrome on Windows' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(ended.map(({ url }) => url.pathname)).toEqual([`/api/auth/sessions/${uuid(2)}`]);
});
