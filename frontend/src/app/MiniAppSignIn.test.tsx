import { me, signIn } from '@flyerdeck/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, useApiServer } from '../../test/apiServer.ts';
import { buildUser } from '../../test/builders.ts';
import { renderScreen, SIGNED_OUT } from '../../test/renderScreen.tsx';
import type { SignInFailure } from '../data/request/sessionActions.ts';
import { DashboardGuard } from './guards.tsx';

useApiServer();

const INIT_DATA = new URLSearchParams({ user: JSON.stringify({ id: 42, first_name: 'Eva' }), hash: 'abc' }).toString();
beforeEach(() => {
  Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } });
  const hash = new URLSearchParams({ tgWebAppData: INIT_DATA, tgWebAppPlatform: 'ios' });
  window.history.replaceState(null, '', `/#${hash}`);
});
afterEach(() => {
  delete (window as { TelegramWebviewProxy?: object }).TelegramWebviewProxy;
  window.history.replaceState(null, '', '/');
});

const show = (signInFailure: SignInFailure | null) =>
  renderScreen(
    <DashboardGuard>
      <p>dashboard</p>
    </DashboardGuard>,
    {
      address: `/${window.location.hash}`,
      state: { session: { ...SIGNED_OUT, insideMiniApp: true, signInFailure } },
    },
  );

test.each<[SignInFailure, string]>([
  [
    { kind: 'stale' },
    'Telegram signed you in more than an hour ago, which is too long to trust. Close Flyerdeck and open it again from Telegram.',
  ],
  [{ kind: 'nobody' }, 'Telegram did not say who you are. Close Flyerdeck and open it again from Telegram.'],
])('%j: shows a message to open the app again above the dashboard, without a button', async (failure, sentence) => {
  show(failure);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('dashboard')).toBeInTheDocument();
});

test.each<[SignInFailure, string]>([
  [{ kind: 'unreachable' }, 'Flyerdeck could not be reached. Check your connection, then try again.'],
  [{ kind: 'refused', sentence: 'Your account is deactivated.' }, 'Your account is deactivated.'],
])('%j: shows the reason, and Retry signs in with the same proof', async (failure, sentence) => {
  const sent = answer(signIn, { session_token: 'fresh', telegram_id: '42' });
  answer(me, buildUser({ telegram_id: '42' }));
  const { store } = show(failure);
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(store.getState().session.status).toBe('authenticated'));
  expect(sent[0]?.body).toMatchObject({ telegram_id: '42', init_data: INIT_DATA });
  await act(async () => {});
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe('launch parameters of a link in an ordinary browser', () => {
  beforeEach(() => {
    delete (window as { TelegramWebviewProxy?: object }).TelegramWebviewProxy;
  });

  test('show the account of the link, and sign it in only after a click on Sign in', async () => {
    const sent = answer(signIn, { session_token: 'fresh', telegram_id: '42' });
    answer(me, buildUser({ telegram_id: '42' }));
    const { store } = show(null);
    expect(
      await screen.findByText(
        'This link signs you in as Eva (ID 42). Sign in only if you opened it from Telegram yourself.',
      ),
    ).toBeVisible();
    // A dashboard that looks usable would only answer with errors.
    expect(screen.queryByText('dashboard')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(store.getState().session.status).toBe('authenticated'));
    expect(await screen.findByText('dashboard')).toBeVisible();
  });
});
