import type { CurrentUser } from '@flyerdeck/contracts/types';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { buildUser } from '../../../test/builders.ts';
import { useFetchMock } from '../../../test/fetchMock.ts';
import { SIGNED_IN } from '../../../test/renderScreen.tsx';
import { makeStore } from '../../app/store.ts';
import { sessionNotStarted } from '../../data/request/sessionActions.ts';
import { saveOidcState, signInNonce } from '../../data/request/signInNonce.ts';
import { saveCredentials } from '../../data/request/storage.ts';
import AuthCallbackScreen from './AuthCallbackScreen.tsx';

const fetchMock = useFetchMock();

const QUERY = '?id=42&first_name=Mia&username=mia&auth_date=1700000000&hash=abc';
const MIA = { telegram_id: '42', username: 'mia', first_name: 'Mia', last_name: '' };

const acceptSignIn = () =>
  fetchMock.mockImplementation(async (address) =>
    Response.json(address.endsWith('/auth/telegram') ? { session_token: 'token', telegram_id: '42' } : MIA),
  );
const refuseSignIn = () =>
  fetchMock.mockImplementation(async () =>
    Response.json({ error: 'This sign-in is too old.', code: 'auth.proof_stale' }, { status: 401 }),
  );

function CurrentScreen() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <output aria-label="address">{pathname + search}</output>
      <output aria-label="state">{JSON.stringify(state)}</output>
      {pathname === '/auth/callback' && <AuthCallbackScreen />}
    </>
  );
}
interface OpenOptions {
  readonly isStarting?: boolean;
  /** The sign-in did not start in this tab. */
  readonly isFromOtherTab?: boolean;
  readonly user?: CurrentUser;
}
const open = (query: string, { isStarting = false, isFromOtherTab = false, user }: OpenOptions = {}) => {
  const nonce = signInNonce();
  const address = `/auth/callback${query}${isFromOtherTab || query === '' ? '' : `&state=${nonce}`}`;
  if (user) saveCredentials({ sessionToken: 'older', telegramId: user.telegram_id });
  const store = makeStore(user ? { session: { ...SIGNED_IN, user } } : {});
  if (!isStarting && !user) store.dispatch(sessionNotStarted());
  render(
    <StrictMode>
      <Provider store={store}>
        <MemoryRouter initialEntries={[address]}>
          <CurrentScreen />
        </MemoryRouter>
      </Provider>
    </StrictMode>,
  );
  return store;
};
const shownAddress = () => screen.getByRole('status', { name: 'address' }).textContent;
const state = () => JSON.parse(screen.getByRole('status', { name: 'state' }).textContent ?? 'null');
const signInBodies = () =>
  fetchMock.mock.calls
    .filter(([called]) => called.endsWith('/auth/telegram'))
    .map(([, request]) => JSON.parse(String(request.body)));

it("shows 'Авторизация...' during the sign-in and removes the query from the URL immediately [2.4-06]", () => {
  fetchMock.mockReturnValue(new Promise(() => {}));
  open(QUERY);
  expect(screen.getByText('Авторизация...')).toBeVisible();
  expect(shownAddress()).toBe('/auth/callback');
});

it('sends the received fields unchanged as the proof, only once, and goes to / [2.1-10, 2.4-03, 2.4-07, 3-01, 3-02, 9-18]', async () => {
  acceptSignIn();
  const store = open(`${QUERY}&last_name=Lane&photo_url=p.jpg&view=pages`);
  await waitFor(() => expect(shownAddress()).toBe('/'));
  expect(signInBodies()).toEqual([
    {
      telegram_id: '42',
      username: 'mia',
      first_name: 'Mia',
      last_name: 'Lane',
      widget: {
        id: '42',
        first_name: 'Mia',
        last_name: 'Lane',
        username: 'mia',
        photo_url: 'p.jpg',
        auth_date: '1700000000',
        hash: 'abc',
      },
    },
  ]);
  expect(store.getState().session.status).toBe('authenticated');
  expect({ ...localStorage }).toEqual({ session_token: 'token', telegram_id: '42' });
});

it.each([
  ['the server refuses the sign-in', refuseSignIn],
  ['the network fails', () => fetchMock.mockRejectedValue(new TypeError('fetch failed'))],
])("goes to /auth with 'Authentication failed' and stores no credentials when %s [2.4-05, 8.1-11]", async (_, fail) => {
  fail();
  open(QUERY);
  await waitFor(() => expect(shownAddress()).toBe('/auth'));
  expect(state()).toEqual({ error: 'Authentication failed' });
  expect(localStorage).toHaveLength(0);
});

it.each(['', '?first_name=Mia&hash=abc', '?id='])(
  "goes to /auth with 'Invalid authentication data' and sends no request without an id: %p [2.4-04, 5-04, 8.1-10]",
  async (query) => {
    open(query);
    await waitFor(() => expect(shownAddress()).toBe('/auth'));
    expect(state()).toEqual({ error: 'Invalid authentication data' });
    expect(fetchMock).not.toHaveBeenCalled();
  },
);

const findQuestion = (name: string) => screen.findByRole('heading', { name });

it('for a sign-in that did not start in this tab it asks for confirmation, and Cancel sends no sign-in request [S6.3-3]', async () => {
  open(QUERY, { isFromOtherTab: true });
  await findQuestion('Sign in with this account?');
  expect(screen.getByText('Mia (@mia)')).toBeVisible();
  expect(shownAddress()).toBe('/auth/callback');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(shownAddress()).toBe('/auth'));
  expect(fetchMock).not.toHaveBeenCalled();
});

const ANNA = buildUser({ telegram_id: '41', username: 'anna', first_name: 'Anna', last_name: '' });

it.each([true, false])(
  'asks before it switches to another account (started in another tab: %p), and Keep keeps the current account [S6.3-3]',
  async (isFromOtherTab) => {
    const store = open(QUERY, { isFromOtherTab, user: ANNA });
    await screen.findByRole('heading', { name: 'Switch to another account?' });
    expect(screen.getByText('Anna (@anna)')).toBeVisible();
    expect(screen.getByText('Mia (@mia)')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(shownAddress()).toBe('/'));
    expect(fetchMock).not.toHaveBeenCalled();
    expect(store.getState().session.user).toEqual(ANNA);
    expect(localStorage.getItem('session_token')).toBe('older');
  },
);

it('when a user is already signed in, it ends the current session and signs in after a click on Switch', async () => {
  acceptSignIn();
  const store = open(QUERY, { user: ANNA });
  await userEvent.click(await screen.findByRole('button', { name: 'Switch' }));
  await waitFor(() => expect(shownAddress()).toBe('/'));
  expect(fetchMock.mock.calls.map(([called]) => called)).toEqual([
    '/api/auth/logout',
    '/api/auth/telegram',
    '/api/auth/me',
  ]);
  expect(store.getState().session.user?.telegram_id).toBe('42');
});

describe('with a code of OpenID Connect', () => {
  const CODE = '?code=the-code&state=made-by-the-server&iss=https%3A%2F%2Fprovider.example';
  const openCode = (query = CODE, options?: OpenOptions) => open(query, { isFromOtherTab: true, ...options });
  const called = () => fetchMock.mock.calls.map(([address, request]) => [address, request?.body]);
  const answers = (status: number) =>
    fetchMock.mockImplementation(async (address) => {
      if (!address.endsWith('/auth/oidc')) return Response.json(MIA);
      if (status === 200) return Response.json({ session_token: 'token', telegram_id: '42' });
      return Response.json({ error: 'No.', code: 'auth.proof_invalid' }, { status });
    });
  beforeEach(() => saveOidcState('made-by-the-server'));

  it('sends the whole query once and goes to /', async () => {
    answers(200);
    openCode();
    await waitFor(() => expect(shownAddress()).toBe('/'));
    expect(called()).toEqual([
      ['/api/auth/oidc', JSON.stringify({ proof: CODE.slice(1) })],
      ['/api/auth/me', undefined],
    ]);
    expect({ ...localStorage }).toEqual({ session_token: 'token', telegram_id: '42' });
  });

  it("goes to /auth with 'Authentication failed' when the server refuses it", async () => {
    answers(401);
    openCode();
    await waitFor(() => expect(state()).toEqual({ error: 'Authentication failed' }));
    expect(localStorage).toHaveLength(0);
  });

  it('sends no request for a sign-in that did not start in this tab [S6.3-5]', async () => {
    openCode(CODE.replace('made', 'not-made'));
    await waitFor(() => expect(state()).toEqual({ error: 'Invalid authentication data' }));
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('keeps the user who is signed in already', async () => {
    const anna = buildUser({ telegram_id: '41' });
    const store = openCode(CODE, { user: anna });
    await waitFor(() => expect(shownAddress()).toBe('/'));
    expect(fetchMock).not.toHaveBeenCalled();
    expect(store.getState().session.user).toEqual(anna);
  });
});
