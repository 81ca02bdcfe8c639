import { LIVE_TAGS } from '@flyerdeck/contracts/cacheTags.values';
import {
  LIVE_PING_SECONDS,
  LIVE_REFUSED,
  LIVE_SILENCE_SECONDS,
  LIVE_USER_PATH,
} from '@flyerdeck/contracts/live.values';
import type { LiveMessage, LiveTag, UserHello } from '@flyerdeck/contracts/types';
import { createAction, createListenerMiddleware, isAnyOf, type Middleware } from '@reduxjs/toolkit';
import { api } from '../api.ts';
import { loadCredentials, TAB_ID } from '../request/storage.ts';
import type { WithSession } from '../session/sessionSlice.ts';

const SHORTEST_BACKOFF_MS = 1_000;
/** Each tab refetches its data when it is connected again, so the tabs of a restarted server do not return at the same time. */
const FIRST_RETRY_WITHIN_MS = 5_000;
const LONGEST_BACKOFF_MS = 30_000;
const SILENCE_MS = LIVE_SILENCE_SECONDS * 1000;

export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

interface ChannelOptions {
  openSocket(url: string): LiveSocket;
  onHint(tags: readonly LiveTag[]): void;
  /** Hints may have been missed since the first attempt. */
  onReconnect(): void;
}

/** Only carries hints: without it the app works by its calls. A hidden tab reconnects when it is visible again. */
class LiveChannel {
  private sessionToken: string | null = null;
  private socket: LiveSocket | null = null;
  private isRefused = false;
  private attempts = 0;
  private failures = 0;
  private lastMessageAt = 0;
  private pings: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private backoff: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ChannelOptions) {}

  /** Connects with the stored session. Does nothing if that session is connected, waits to reconnect or was refused. */
  start(): void {
    if (loadCredentials()?.sessionToken === this.sessionToken) return;
    this.stop();
    this.connect();
  }

  stop(): void {
    this.drop();
    clearTimeout(this.backoff);
    this.sessionToken = null;
    this.isRefused = false;
    this.attempts = 0;
    this.failures = 0;
  }

  /** Connects at once if the connection is lost. Called when the tab becomes visible and when the browser is online again. */
  wake(): void {
    // Timers do not run while the computer sleeps.
    if (this.socket && Date.now() - this.lastMessageAt > SILENCE_MS) this.drop();
    if (!this.sessionToken || this.socket || this.isRefused) return;
    clearTimeout(this.backoff);
    this.connect();
  }

  private connect(): void {
    const credentials = loadCredentials();
    // Another tab has signed out. This tab's next call signs it out too.
    if (!credentials) return;
    this.sessionToken = credentials.sessionToken;
    this.attempts += 1;
    this.failures += 1;
    this.awaitMessage();
    const hello: UserHello = {
      session_token: credentials.sessionToken,
      telegram_id: credentials.telegramId,
      tab: TAB_ID,
    };
    const socket = this.options.openSocket(window.location.origin.replace('http', 'ws') + LIVE_USER_PATH);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (code === LIVE_REFUSED) this.isRefused = true;
      this.reconnect();
    };
  }

  private receive(message: LiveMessage): void {
    this.awaitMessage();
    if (message.type === 'ready') {
      this.pings = setInterval(() => this.socket?.send('{"type":"ping"}'), LIVE_PING_SECONDS * 1000);
      if (this.attempts > 1) this.options.onReconnect();
    } else if (message.type === 'changed') {
      this.options.onHint(message.tags);
    } else if (message.type === 'pong') {
      this.failures = 0;
    }
  }

  private awaitMessage(): void {
    this.lastMessageAt = Date.now();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.reconnect(), SILENCE_MS);
  }

  private drop(): void {
    clearInterval(this.pings);
    clearTimeout(this.silence);
    if (!this.socket) return;
    this.socket.onopen = null;
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private reconnect(): void {
    this.drop();
    if (this.isRefused || document.visibilityState === 'hidden') return;
    // The jitter keeps tabs that lost their server together from returning together.
    const longest = Math.min(2 ** this.failures * SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    const afterMs = this.failures === 0 ? Math.random() * FIRST_RETRY_WITHIN_MS : longest * (0.5 + Math.random() / 2);
    this.backoff = setTimeout(() => this.connect(), afterMs);
  }
}

const hintReceived = createAction<{ tags: readonly LiveTag[] }>('live/changed');

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

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
    const pauses = new Map<LiveTag, { readonly ms: number; readonly endsAt: number }>();

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
