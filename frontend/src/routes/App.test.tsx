import { me, signIn, signOut } from '@flyerdeck/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../test/apiServer.ts';
import { buildUser } from '../../test/builders.ts';
import { renderScreen, SIGNED_IN } from '../../test/renderScreen.tsx';
import { documentLoads } from '../app/documentLoads.ts';
import { readMiniApp } from '../telegram/miniApp.ts';
import { AccountGate } from './App.tsx';

describe('AccountGate', () => {
  useApiServer();

  const launchAs = (user: object) => {
    const initData = new URLSearchParams({ user: JSON.stringify(user), hash: 'abc' }).toString();
    window.history.replaceState(
      null,
      '',
      `/#${new URLSearchParams({ tgWebAppData: initData, tgWebAppPlatform: 'web' })}`,
    );
  };
  afterEach(() => {
    delete (window as { TelegramWebviewProxy?: object }).TelegramWebviewProxy;
    window.history.replaceState(null, '', '/');
  });

  const ANNA = buildUser({ telegram_id: '41', username: 'anna', first_name: 'Anna', last_name: 'Bell' });
  const MIA = { id: 42, username: 'mia', first_name: 'Mia' };
  const show = (address = '/?view=queue') =>
    renderScreen(
      <AccountGate>
        <p>the app</p>
      </AccountGate>,
      {
        address: address + window.location.hash,
        state: { session: { ...SIGNED_IN, user: ANNA, insideMiniApp: true } },
      },
    );
  const findQuestion = () => screen.findByRole('heading', { name: 'Switch to another account?' });

  test('a link with the launch parameters of another account shows a question instead of the app', async () => {
    launchAs(MIA);
    show();
    expect(await findQuestion()).toBeVisible();
    expect(screen.getByText('Anna Bell (@anna)')).toBeVisible();
    expect(screen.getByText('Mia (@mia)')).toBeVisible();
    expect(screen.queryByText('the app')).not.toBeInTheDocument();
  });

  test('Keep does not change the session and loads the app without the parameters [S6.3-3]', async () => {
    const load = jest.spyOn(documentLoads, 'replace').mockImplementation(() => {});
    launchAs(MIA);
    const { store } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(load).toHaveBeenCalledWith('/?view=queue');
    expect(store.getState().session.user).toEqual(ANNA);
    window.history.replaceState(null, '', '/?view=queue');
    expect(readMiniApp()).toBeNull();
  });

  test('Switch ends the session, signs in the other account and shows the app', async () => {
    launchAs(MIA);
    const ended = answer(signOut, undefined);
    const sent = answer(signIn, { session_token: 'fresh', telegram_id: '42' });
    answer(me, buildUser({ telegram_id: '42', username: 'mia' }));
    const { store } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Switch' }));
    await waitFor(() => expect(store.getState().session.user?.telegram_id).toBe('42'));
    expect(await screen.findByText('the app')).toBeVisible();
    expect(ended).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ telegram_id: '42', init_data: expect.stringContaining('hash=abc') });
  });
});
