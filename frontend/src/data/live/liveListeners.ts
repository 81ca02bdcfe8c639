import { LIVE_TAGS } from '@flyerdeck/contracts/cacheTags.values';
import { LIVE_USER_PATH } from '@flyerdeck/contracts/live.values';
import type { LiveTag, UserHello } from '@flyerdeck/contracts/types';
import { createAction, createListenerMiddleware, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { LiveChannel, type LiveSocket } from '../../lib/LiveChannel.ts';
import { api } from '../api.ts';
import { loadCredentials, TAB_ID } from '../request/storage.ts';
import type { WithSession } from '../session/sessionSlice.ts';

const hintReceived = createAction<{ tags: readonly LiveTag[] }>('live/changed');

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export const createLiveListeners =
  (openSocket?: (url: string) => LiveSocket): Middleware<object, WithSession> =>
  (store) => {
    const { middleware, startListening } = createListenerMiddleware<WithSession>();
    const { onFocus, onOnline } = api.internalActions;
    const waiting = new Set<LiveTag>();
    const pauses = new Map<LiveTag, { readonly ms: number; readonly endsAt: number }>();

    let channel: LiveChannel | null = null;
    let sessionToken: string | undefined;

    const followSession = ({ session }: WithSession) => {
      const credentials = session.status === 'authenticated' ? loadCredentials() : null;
      if (credentials?.sessionToken === sessionToken) return;
      sessionToken = credentials?.sessionToken;
      channel?.close();
      channel = null;
      if (!credentials) return waiting.clear();
      const { telegramId } = credentials;
      channel = new LiveChannel({
        address: window.location.origin + LIVE_USER_PATH,
        hello: { session_token: credentials.sessionToken, telegram_id: telegramId, tab: TAB_ID } satisfies UserHello,
        openSocket,
        // A hidden tab reconnects when it is visible again.
        mayReconnect: () => document.visibilityState !== 'hidden',
        onMessage: (message) => message.type === 'changed' && store.dispatch(hintReceived({ tags: message.tags })),
        onReady: (isFirst) => {
          if (isFirst) return;
          // For what waits for the server, such as edits that failed offline.
          store.dispatch(onOnline());
          store.dispatch(hintReceived({ tags: LIVE_TAGS }));
        },
      });
    };
    followSession(store.getState());
    startListening({
      predicate: (_action, now, before) => now.session !== before.session,
      effect: (_action, { getState }) => followSession(getState()),
    });

    startListening({ matcher: isAnyOf(onFocus, onOnline), effect: () => channel?.wake() });

    const takeDue = (now: number): LiveTag[] => {
      const due = [...waiting].filter((tag) => (pauses.get(tag)?.endsAt ?? 0) <= now);
      for (const tag of due) {
        waiting.delete(tag);
        const { ms, endsAt } = pauses.get(tag) ?? { ms: 0, endsAt: 0 };
        const isStream = now - endsAt < ms;
        const next = isStream ? Math.min(2 * ms, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS;
        pauses.set(tag, { ms: next, endsAt: now + next });
      }
      return due;
    };
    startListening({
      matcher: isAnyOf(hintReceived, onFocus),
      effect: async (action, { dispatch, delay, cancelActiveListeners }) => {
        if (hintReceived.match(action)) for (const tag of action.payload.tags) waiting.add(tag);
        cancelActiveListeners();
        // A hidden tab fetches when it is visible again.
        while (waiting.size > 0 && document.visibilityState !== 'hidden') {
          const due = takeDue(performance.now());
          if (due.length > 0) dispatch(api.util.invalidateTags(due));
          const ends = [...waiting].map((tag) => pauses.get(tag)?.endsAt ?? 0);
          if (ends.length > 0) await delay(Math.min(...ends) - performance.now());
        }
      },
    });
    return middleware(store as never);
  };
