import { act, render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { useFetchMock } from '../../../test/fetchMock.ts';
import { makeStore } from '../../app/store.ts';
import { sessionNotStarted } from '../../data/session/sessionActions.ts';
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
const open = (query: string, { isStarting = false } = {}) => {
  const store = makeStore();
  if (!isStarting) store.dispatch(sessionNotStarted());
  render(
    <StrictMode>
      <Provider store={store}>
        <MemoryRouter initialEntries={[`/auth/callback${query}`]}>
          <CurrentScreen />
        </MemoryRouter>
      </Provider>
    </StrictMode>,
  );
  return store;
};
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const state = () => JSON.parse(screen.getByRole('status', { name: 'state' }).textContent ?? 'null');
const signInBodies = () =>
  fetchMock.mock.calls
    .filter(([called]) => called.endsWith('/auth/telegram'))
    .map(([, request]) => JSON.parse(String(request.body)));

describe('AuthCallbackScreen', () => {
  it("shows 'Авторизация...' meanwhile, its query gone from the address at once", () => {
    fetchMock.mockReturnValue(new Promise(() => {}));
    open(QUERY);
    expect(screen.getByText('Авторизация...')).toBeVisible();
    expect(address()).toBe('/auth/callback');
  });

  it('sends the received fields untouched as the proof, once, and goes to /', async () => {
    acceptSignIn();
    const store = open(QUERY);
    await waitFor(() => expect(address()).toBe('/'));
    expect(signInBodies()).toEqual([
      {
        telegram_id: '42',
        username: 'mia',
        first_name: 'Mia',
        last_name: '',
        widget: { id: '42', first_name: 'Mia', username: 'mia', auth_date: '1700000000', hash: 'abc' },
      },
    ]);
    expect(store.getState().session.status).toBe('authenticated');
    expect(localStorage.getItem('session_token')).toBe('token');
  });

  it("goes to /auth with 'Authentication failed' when the server refuses, and keeps no credentials", async () => {
    refuseSignIn();
    open(QUERY);
    await waitFor(() => expect(address()).toBe('/auth'));
    expect(state()).toEqual({ error: 'Authentication failed' });
    expect(localStorage.getItem('session_token')).toBeNull();
  });

  it("goes to /auth with 'Authentication failed' when the network fails", async () => {
    fetchMock.mockRejectedValue(new TypeError('fetch failed'));
    open(QUERY);
    await waitFor(() => expect(address()).toBe('/auth'));
    expect(state()).toEqual({ error: 'Authentication failed' });
  });

  it.each(['', '?first_name=Mia&hash=abc', '?id='])(
    "goes to /auth with 'Invalid authentication data' and asks nothing without an id: %p",
    async (query) => {
      open(query);
      await waitFor(() => expect(address()).toBe('/auth'));
      expect(state()).toEqual({ error: 'Invalid authentication data' });
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );

  it('waits for the startup, which may still be refusing an older session', async () => {
    acceptSignIn();
    const store = open(QUERY, { isStarting: true });
    await act(async () => {});
    expect(fetchMock).not.toHaveBeenCalled();
    act(() => {
      store.dispatch(sessionNotStarted());
    });
    await waitFor(() => expect(address()).toBe('/'));
    expect(signInBodies()).toHaveLength(1);
  });
});
