import {
  LIVE_DEVICE_PATH,
  LIVE_PING_SECONDS,
  LIVE_REFUSED,
  LIVE_SILENCE_SECONDS,
  type LiveMessage,
} from '@flyerdeck/contracts';
import { WebSocket } from 'ws';

const FIRST_RETRY_WITHIN_MS = 5_000;
const MAX_RETRY_MS = 30_000;

interface Options {
  readonly secret: string;
  /** Addresses of api processes. Each connection uses the next one. */
  readonly baseUrls: readonly string[];
  /** The address from which it connects: the server limits the connections of one. */
  readonly localAddress: string;
}

/** A device's connection to the live channel, as the extension has it. Connects again after a random pause. */
export class DeviceChannel {
  private socket: WebSocket | null = null;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private connects = 0;
  private isClosed = false;
  private hint = new AbortController();
  /** Whether the server can send hints now. */
  isLive = false;

  constructor(private readonly options: Options) {
    this.connect();
  }

  /**
   * Aborts at the next hint, when the connection is ready, because hints may have been missed before, and at `close`. Take it
   * before a poll, so that a hint during the poll counts.
   */
  nextHint(): AbortSignal {
    return this.hint.signal;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.socket?.terminate();
    this.hint.abort();
  }

  private onHint(): void {
    // Without a reason, Node.js would create an error for each hint.
    this.hint.abort('hint');
    this.hint = new AbortController();
  }

  private connect(): void {
    const { baseUrls, secret, localAddress } = this.options;
    const baseUrl = baseUrls[this.connects % baseUrls.length] ?? '';
    this.connects += 1;
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}${LIVE_DEVICE_PATH}`, {
      perMessageDeflate: false,
      localAddress,
    });
    this.socket = socket;
    let lastMessageAt = Date.now();
    const pings = setInterval(() => {
      if (Date.now() - lastMessageAt > LIVE_SILENCE_SECONDS * 1000) socket.terminate();
      else if (this.isLive) socket.send('{"type":"ping"}');
    }, LIVE_PING_SECONDS * 1000);
    socket.on('open', () => socket.send(JSON.stringify({ secret })));
    socket.on('message', (data) => {
      lastMessageAt = Date.now();
      const { type } = JSON.parse(String(data)) as LiveMessage;
      if (type === 'ready') {
        this.isLive = true;
        this.failures = 0;
      }
      if (type === 'ready' || type === 'work') this.onHint();
    });
    // A 'close' follows each error.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      clearInterval(pings);
      this.isLive = false;
      if (this.isClosed) return;
      if (code === LIVE_REFUSED) return this.onHint();
      this.retry = setTimeout(
        () => this.connect(),
        Math.random() * Math.min(MAX_RETRY_MS, FIRST_RETRY_WITHIN_MS * 2 ** this.failures),
      );
      this.failures += 1;
    });
  }
}
