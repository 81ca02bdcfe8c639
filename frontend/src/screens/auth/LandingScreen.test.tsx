import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { buildUser } from '../../../test/builders.ts';
import { useFetchMock } from '../../../test/fetchMock.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { documentLoads } from '../../app/documentLoads.ts';
import { makeStore } from '../../app/store.ts';
import { webAppSettings } from '../../app/webAppSettings.ts';
import { ENDED_ELSEWHERE, sessionEnded } from '../../data/request/sessionActions.ts';
import { isSignInNonce } from '../../data/request/signInNonce.ts';
import LandingScreen from './LandingScreen.tsx';
import { TelegramLoginWidget } from './SignInCard.tsx';

describe('the landing page', () => {
  const fetchMock = useFetchMock();
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(webAppSettings, 'hasOidc');
    Reflect.deleteProperty(webAppSettings, 'backupMadeAt');
  });

  const setSettings = (flags: { mockAuth: boolean; botUsername: string }) => {
    jest.replaceProperty(webAppSettings, 'mockAuth', flags.mockAuth);
    jest.replaceProperty(webAppSettings, 'botUsername', flags.botUsername);
  };
  const renderLanding = (entry: string | { pathname: string; state: unknown } = '/auth') => {
    const store = makeStore();
    render(
      <Provider store={store}>
        <MemoryRouter initialEntries={[entry]}>
          <LandingScreen />
        </MemoryRouter>
      </Provider>,
    );
    return store;
  };
  const offer = (name: string) => {
    const heading = screen.getByRole('heading', { name });
    const card = heading.closest('li');
    if (!card) throw new Error(`No offer ${name}.`);
    return card;
  };
  const demoButton = () => screen.queryByRole('button', { name: 'Continue as demo user' });

  it("has three offers, one of them 'Most popular', three steps, the terms, what credits buy and the sign-in [1-03, 1-04, 1-05, 1-06, 1-07, 1-08, 1-09, 2.4-01]", () => {
    renderLanding();
    const steps = within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('listitem');
    expect(steps).toHaveLength(3);
    for (const [name, facts] of [
      ['Free start', ['150 credits', 'About 15 pages for 1 day']],
      ['Basic Pack', ['$49.99', '3000 credits', '10 pages for 30 days']],
      ['Enterprise', ['$199.99', '16,500 credits', '50+ pages for 30 days', 'With a 1500 bonus']],
    ] as const)
      for (const fact of facts) expect(within(offer(name)).getByText(fact)).toBeVisible();
    expect(screen.getAllByText('Most popular')).toHaveLength(1);
    expect(within(offer('Basic Pack')).getByText('Most popular')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Sign in with Telegram' })).toBeVisible();
    const terms = within(screen.getByRole('list', { name: 'Terms' })).getAllByRole('listitem');
    expect(terms.map((term) => term.textContent)).toEqual([
      'Credits do not expire',
      'Purchases are non-refundable',
      'Support answers within 24-48 hours',
    ]);
    expect(screen.getByText('10 credits buy 24 hours of unlimited posting to one page.')).toBeVisible();
  });

  it.each(['Invalid authentication data', 'Authentication failed'])(
    'shows %p when the login callback redirects with this error [2.4-04, 2.4-05, 8.1-10, 8.1-11]',
    (error) => {
      renderLanding({ pathname: '/auth', state: { error } });
      expect(screen.getByRole('alert')).toHaveTextContent(new RegExp(`^${error}$`));
    },
  );

  it('says that the session ended elsewhere, and nothing after a sign-out', async () => {
    const store = renderLanding();
    store.dispatch(fulfilled('me', buildUser()));
    act(() => void store.dispatch(sessionEnded(ENDED_ELSEWHERE)));
    expect(screen.getByRole('alert')).toHaveTextContent('You were signed out because your session ended elsewhere');
    act(() => void store.dispatch(fulfilled('me', buildUser())));
    act(() => void store.dispatch(sessionEnded()));
    // A call of the screen that was left.
    act(() => void store.dispatch(sessionEnded(ENDED_ELSEWHERE)));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each(['/auth', '/auth?error=Call%20555-0100%20to%20restore%20your%20account'])(
    'shows no alert at %s',
    (address) => {
      renderLanding(address);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  it("opens the provider of OpenID Connect after a click on 'Continue with Telegram', without Telegram's script", async () => {
    setSettings({ mockAuth: false, botUsername: '' });
    Object.assign(webAppSettings, { hasOidc: true });
    const url = 'https://provider.example/auth?state=made-by-the-server';
    fetchMock.mockImplementation(async () => Response.json({ url }));
    const opened = jest.spyOn(documentLoads, 'open').mockImplementation(() => {});
    renderLanding();
    expect(document.querySelector('script[src*="telegram"]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Telegram' }));
    await waitFor(() => expect(opened).toHaveBeenCalledWith(url));
    expect(fetchMock.mock.calls.map(([address]) => address)).toEqual(['/api/auth/oidc/start']);
    expect(isSignInNonce('made-by-the-server')).toBe(true);
  });

  it('offers an empty installation to restore its backup with a code', async () => {
    Object.assign(webAppSettings, { backupMadeAt: '2026-11-23T04:00:00.000Z' });
    const sentence = 'This is not the code in the log of the server.';
    const answers = [
      Response.json({ error: sentence, code: 'restore.wrong_code' }, { status: 403 }),
      Response.json({ made_at: '2026-11-23T04:00:00.000Z' }),
    ];
    fetchMock.mockImplementation(async () => answers.shift() as Response);
    renderLanding();
    const restore = await screen.findByRole('button', { name: 'Restore' });
    expect(restore).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), ' wrong ');
    await userEvent.click(restore);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    await userEvent.click(restore);
    expect(await screen.findByText(/Posting is paused for everybody/)).toBeVisible();
    expect(fetchMock.mock.calls.map(([address, options]) => [address, options?.body])).toEqual(
      Array(2).fill(['/api/restore', '{"proof":"wrong"}']),
    );
  });

  it('shows the Telegram widget of the configured bot and no demo button [9-20]', () => {
    setSettings({ mockAuth: false, botUsername: 'flyerdeck_bot' });
    renderLanding();
    expect(document.querySelector('script[data-telegram-login="flyerdeck_bot"]')).not.toBeNull();
    expect(demoButton()).not.toBeInTheDocument();
  });
});

const widgetScripts = () => document.querySelectorAll<HTMLScriptElement>('script[src*="telegram-widget"]');

it("the widget loads Telegram's script for a large, rounded button with user picture, write access and the callback /auth/callback [2.4-02]", () => {
  render(<TelegramLoginWidget botUsername="some_bot" />);
  const [script] = widgetScripts();
  expect(script).toHaveAttribute('src', 'https://telegram.org/js/telegram-widget.js?22');
  expect(script).toHaveAttribute('data-telegram-login', 'some_bot');
  expect(script).toHaveAttribute('data-size', 'large');
  expect(script).toHaveAttribute('data-radius', '20');
  expect(script).toHaveAttribute('data-userpic', 'true');
  expect(script).toHaveAttribute('data-request-access', 'write');
  const callback = new URL(script?.dataset.authUrl ?? '', 'http://localhost');
  expect(callback.pathname).toBe('/auth/callback');
  // The callback uses this nonce to check that the sign-in started in the same tab.
  expect(isSignInNonce(callback.searchParams.get('state'))).toBe(true);
  expect(callback.searchParams.get('state')).toMatch(/^[0-9a-f]{32}$/);
});
