import { LIVE_TAGS } from '@flyerdeck/contracts/cacheTags.values';
import type { LiveTag } from '@flyerdeck/contracts/types';
import type { UnknownAction } from '@reduxjs/toolkit';
import { buildUser } from '../../../test/builders.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { fulfilled } from '../../../test/queryActions.ts';
import { makeStore } from '../../app/store.ts';
import { api } from '../api.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { clearCredentials, saveCredentials, TAB_ID } from '../request/storage.ts';
import { createLiveListeners } from './liveListeners.ts';

const { onFocus, onOnline } = api.internalActions;
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const show = (visibility: DocumentVisibilityState) =>
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);

beforeEach(() => {
  jest.useFakeTimers();
  show('visible');
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
});
afterEach(() => {
  jest.useRealTimers();
});

const signedIn = () => fulfilled('me', buildUser({ telegram_id: '42' }));

/** A signed-in store with the live channel. */
function connect() {
  const sockets: FakeSocket[] = [];
  const openSocket = (url: string) => {
    const socket = new FakeSocket(url);
    sockets.push(socket);
    return socket;
  };
  const actions: UnknownAction[] = [];
  const note = () => (next: (action: unknown) => unknown) => (action: unknown) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const store = makeStore(undefined, [createLiveListeners(openSocket), note]);
  // Every backoff has its longest time. Not before, because Redux Toolkit makes ids of random numbers.
  jest.spyOn(Math, 'random').mockReturnValue(1);
  store.dispatch(signedIn());
  return {
    store,
    sockets,
    socket: () => sockets.at(-1) as FakeSocket,
    hint: (...tags: LiveTag[]) => sockets.at(-1)?.say({ type: 'changed', tags }),
    /** The tags of each invalidation. */
    invalidated: () => actions.filter(api.util.invalidateTags.match).map(({ payload }) => payload),
    types: () => actions.map(({ type }) => type),
  };
}

function connected() {
  const live = connect();
  live.socket().accept();
  return live;
}

describe('the connection', () => {
  test('opens for a session, and its first message has the session and the id of the tab', () => {
    const { socket, sockets, invalidated } = connected();
    expect(socket().url).toBe('ws://localhost/api/live');
    expect(socket().sent).toEqual([{ session_token: 'secret', telegram_id: '42', tab: TAB_ID }]);
    expect(TAB_ID).toMatch(/^[\d.a-z]{1,16}$/);
    expect(sockets).toHaveLength(1);
    expect(invalidated()).toEqual([]);
  });

  test('closes at sign-out, and opens again for the next session', async () => {
    const { store, socket, sockets } = connected();
    clearCredentials();
    store.dispatch(sessionEnded());
    expect(socket().isClosed).toBe(true);
    await pass(60_000);
    store.dispatch(onFocus());
    expect(sockets).toHaveLength(1);
    saveCredentials({ sessionToken: 'next', telegramId: '42' });
    store.dispatch(signedIn());
    socket().accept();
    expect(socket().sent).toEqual([expect.objectContaining({ session_token: 'next' })]);
  });

  test('is tried again after a time that doubles up to 30 seconds, and within 5 seconds after it was answered', async () => {
    const { socket, sockets } = connect();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      socket().end();
      let waited = 0;
      for (; sockets.length === attempt; waited += 500) await pass(500);
      waits.push(waited);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    socket().accept();
    socket().say({ type: 'pong' });
    socket().end();
    await pass(5_000);
    expect(sockets).toHaveLength(8);
  });
});

describe('hints', () => {
  test('invalidate their tags', async () => {
    const { hint, invalidated, types } = connected();
    hint('Task', 'Queue');
    await pass(0);
    expect(types()).toContain('live/changed');
    expect(invalidated()).toEqual([['Task', 'Queue']]);
    await pass(60_000);
    expect(invalidated()).toHaveLength(1);
  });

  test.each([
    ['a reconnect', connected],
    ['a first attempt that failed', connect],
  ])(
    'may have been missed: after %s all tags are invalidated once, and what waits for the server goes on',
    async (_what, start) => {
      const { socket, invalidated, types } = start();
      socket().end();
      await pass(2_000);
      expect(invalidated()).toEqual([]);
      socket().accept();
      await pass(40_000);
      expect(invalidated()).toEqual([[...LIVE_TAGS]]);
      expect(types().filter((type) => type === onOnline.type)).toHaveLength(1);
    },
  );
});
