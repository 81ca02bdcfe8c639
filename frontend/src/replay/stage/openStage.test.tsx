import { act, fireEvent, render, screen } from '@testing-library/react';
import { buildBalance, buildPage, buildUser, uuid } from '../../../test/builders.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { saveCredentials } from '../../data/request/storage.ts';
import { type RootState, rootReducer } from '../../data/store/rootReducer.ts';
import { holdMinuteClock } from '../../lib/minuteClock.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { makeStageStore, ReplayedApp } from './openStage.tsx';

const stateAfter = (...actions: { type: string }[]): RootState =>
  actions.reduce<RootState>(rootReducer, rootReducer(undefined, { type: 'start' }));
const cached = (name: string) => ({ args: undefined, requestId: `of ${name}` });
const SIGNED_IN = [
  fulfilled('me', buildUser(), cached('me')),
  fulfilled('getBalance', buildBalance({ credits_balance: 120 }), cached('balance')),
];
const PAGES = fulfilled('listUserPages', {
  pages: [buildPage({ name: 'Luna Star' }), buildPage({ guid: uuid(2), name: 'Mila Rose' })],
});

const fetchSpy = jest.fn();
const realFetch = globalThis.fetch;
beforeEach(() => {
  fetchSpy.mockReset();
  globalThis.fetch = fetchSpy;
  saveCredentials({ sessionToken: 'token-of-the-viewer', telegramId: '1' });
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

test('shows the given state, sends no requests and does not change the state on clicks', async () => {
  const store = makeStageStore(stateAfter(...SIGNED_IN, PAGES));
  const before = store.getState();
  render(<ReplayedApp store={store} address="/" />);
  expect(await screen.findByRole('button', { name: /120 credits/ })).toBeVisible();
  expect((await screen.findAllByText('Luna Star')).length).toBeGreaterThan(0);
  await settle();

  const setItem = jest.spyOn(Storage.prototype, 'setItem');
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await settle();
  expect(fetchSpy).not.toHaveBeenCalled();
  expect(setItem).not.toHaveBeenCalled();
  expect(store.getState()).toBe(before);
  expect(screen.getByRole('button', { name: /120 credits/ })).toBeVisible();
});

test('relative times depend on the clock of the log', () => {
  holdMinuteClock(Date.parse('2026-03-01T12:00:00Z'));
  render(<RelativeTime word="Updated" at="2026-03-01T10:00:00Z" />);
  expect(screen.getByText('Updated about 2 hours ago')).toBeVisible();
  act(() => holdMinuteClock(Date.parse('2026-03-04T12:00:00Z')));
  expect(screen.getByText('Updated 3 days ago')).toBeVisible();
});
