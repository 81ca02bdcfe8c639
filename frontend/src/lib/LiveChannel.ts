import { LIVE_PING_SECONDS, LIVE_REFUSED, LIVE_REPLACED, LIVE_SILENCE_SECONDS } from '@flyerdeck/contracts/live.values';
import type { LiveMessage } from '@flyerdeck/contracts/types';

const SHORTEST_BACKOFF_MS = 1_000;
/** Clients do much when they are connected again, so those of a restarted server do not return at the same time. */
const FIRST_RETRY_WITHIN_MS = 5_000;
const LONGEST_BACKOFF_MS = 30_000;
const SILENCE_MS = LIVE_SILENCE_SECONDS * 1000;

export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;

export interface LiveChannelOptions {
  /** With 'http' or 'https'. */
  readonly address: string;
  /** The first message. */
  readonly hello: object;
  readonly openSocket?: ((address: string) => LiveSocket) | undefined;
  /** If not, it connects again only when it is woken. */
  mayReconnect?(): boolean;
  /** `isFirst`: the first attempt has succeeded. Otherwise messages may have been missed. */
  onReady?(isFirst: boolean): void;
  onMessage(message: LiveMessage): void;
  onLost?(): void;
  /** It does not connect again. */
  onRefused?(code: number): void;
}

/** A WebSocket to the server that is opened again when it is lost. It only carries hints: without it everything works by calls. */
export class LiveChannel {
  private socket: LiveSocket | null = null;
  private isReady = false;
  private isEnded = false;
  private attempts = 0;
  private failures = 0;
  private lastMessageAt = 0;
  private pings: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private backoff: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LiveChannelOptions) {
    this.connect();
  }

  get isLive(): boolean {
    return this.isReady;
  }

  close(): void {
    this.isEnded = true;
    clearTimeout(this.backoff);
    this.drop();
  }

  /** Connects at once if the connection is lost. Timers do not run while the computer sleeps, so that it may be lost unnoticed. */
  wake(): void {
    if (this.socket && Date.now() - this.lastMessageAt > SILENCE_MS) this.drop();
    if (this.socket || this.isEnded) return;
    clearTimeout(this.backoff);
    this.connect();
  }

  private connect(): void {
    const { address, hello, openSocket = (url) => new WebSocket(url), onRefused } = this.options;
    this.attempts += 1;
    this.failures += 1;
    this.awaitMessage();
    const socket = openSocket(address.replace('http', 'ws'));
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(hello));
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)));
    // 'close' follows.
    socket.onerror = () => {};
    socket.onclose = ({ code }) => {
      this.isEnded = code === LIVE_REFUSED || code === LIVE_REPLACED;
      this.reconnect();
      if (this.isEnded) onRefused?.(code);
    };
  }

  private receive(message: LiveMessage): void {
    this.awaitMessage();
    if (message.type === 'ready') {
      this.isReady = true;
      this.pings = setInterval(() => this.socket?.send('{"type":"ping"}'), LIVE_PING_SECONDS * 1000);
      this.options.onReady?.(this.attempts === 1);
    } else if (message.type === 'pong') this.failures = 0;
    else this.options.onMessage(message);
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
    this.isReady = false;
    this.socket.onopen = null;
    this.socket.onmessage = null;
    this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
    this.options.onLost?.();
  }

  private reconnect(): void {
    this.drop();
    if (this.isEnded || this.options.mayReconnect?.() === false) return;
    // The jitter keeps clients that lost their server together from returning together.
    const longest = Math.min(2 ** this.failures * SHORTEST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    const afterMs = this.failures === 0 ? Math.random() * FIRST_RETRY_WITHIN_MS : longest * (0.5 + Math.random() / 2);
    this.backoff = setTimeout(() => this.connect(), afterMs);
  }
}
