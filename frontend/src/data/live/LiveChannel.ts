import type { LiveMessage, LiveTag, UserHello } from '@flyerdeck/contracts/types';
import {
  LIVE_PING_SECONDS,
  LIVE_REFUSED,
  LIVE_SILENCE_SECONDS,
  LIVE_USER_PATH,
} from '@flyerdeck/contracts/values/live';
import { loadCredentials } from '../request/storage.ts';
import { TAB_ID } from '../request/tabId.ts';

const SHORTEST_BACKOFF_MS = 1_000;
/** Each tab refetches its data when it is connected again, so the tabs of a restarted server do not return at the same time. */
const FIRST_RETRY_WITHIN_MS = 5_000;
const LONGEST_BACKOFF_MS = 30_000;
const SILENCE_MS = LIVE_SILENCE_SECONDS * 1000;

/** What the channel uses of a WebSocket. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

interface ChannelOptions {
  openSocket(url: string): LiveSocket;
  /** The data with these tags may have changed. */
  onHint(tags: readonly LiveTag[]): void;
  /** Hints may have been missed since the first attempt. */
  onReconnect(): void;
}

/**
 * This tab's WebSocket to the server, open while a session exists. It only carries hints: without it the app works by its
 * calls. A lost connection is opened again, in a hidden tab only when the tab is visible again.
 */
export class LiveChannel {
  /** The session of the current or last connection; null without a session. */
  private sessionToken: string | null = null;
  private socket: LiveSocket | null = null;
  private isRefused = false;
  /** Attempts to connect in this session. */
  private attempts = 0;
  /** Attempts since the last pong. */
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

  /** Closes the connection without waiting for the server's answer. */
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
