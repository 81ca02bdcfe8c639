import type { LiveTag } from '@flyerdeck/contracts/types';
import { LIVE_TAGS } from '@flyerdeck/contracts/values/cacheTags';
import { createAction, createListenerMiddleware, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { api } from '../api.ts';
import type { WithSession } from '../session/sessionSlice.ts';
import { LiveChannel, type LiveSocket } from './LiveChannel.ts';

/** The server says that data with these tags may have changed. */
const hintReceived = createAction<{ tags: readonly LiveTag[] }>('live/changed');

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** The list of 18,000 pages has 10 MB. */
const FIRST_PAUSE_MS: Partial<Record<LiveTag, number>> = { Page: LONGEST_PAUSE_MS };

interface Pause {
  readonly ms: number;
  readonly endsAt: number;
}

/** Keeps the live channel open while a session exists, and fetches again what its hints name. */
export const createLiveListeners =
  (openSocket: (url: string) => LiveSocket = (url) => new WebSocket(url)): Middleware<object, WithSession> =>
  (store) => {
    const { middleware, startListening } = createListenerMiddleware<WithSession>();
    const { onFocus, onOnline } = api.internalActions;
    const channel = new LiveChannel({
      openSocket,
      onHint: (tags) => store.dispatch(hintReceived({ tags })),
      onReconnect: () => {
        // For what waits for the server, such as edits that failed offline.
        store.dispatch(onOnline());
        store.dispatch(hintReceived({ tags: LIVE_TAGS }));
      },
    });
    const waiting = new Set<LiveTag>();
    const pauses = new Map<LiveTag, Pause>();

    const followSession = ({ session }: WithSession) => {
      if (session.status === 'authenticated') return channel.start();
      channel.stop();
      waiting.clear();
    };
    followSession(store.getState());
    startListening({
      predicate: (_action, now, before) => now.session !== before.session,
      effect: (_action, { getState }) => followSession(getState()),
    });

    startListening({ matcher: isAnyOf(onFocus, onOnline), effect: () => channel.wake() });

    /** The tags that are not paused. Their next pause is longer while hints arrive without a break. */
    const takeDue = (now: number): LiveTag[] => {
      const due = [...waiting].filter((tag) => (pauses.get(tag)?.endsAt ?? 0) <= now);
      for (const tag of due) {
        waiting.delete(tag);
        const { ms, endsAt } = pauses.get(tag) ?? { ms: 0, endsAt: 0 };
        const isStream = now - endsAt < ms;
        const next = isStream ? Math.min(2 * ms, LONGEST_PAUSE_MS) : (FIRST_PAUSE_MS[tag] ?? SHORTEST_PAUSE_MS);
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
