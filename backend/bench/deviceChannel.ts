import { LIVE_DEVICE_PATH, LIVE_PING_SECONDS, LIVE_REFUSED, LIVE_SILENCE_SECONDS } from '@flyerdeck/contracts';
import { WebSocket } from 'ws';

const FIRST_RETRY_WITHIN_MS = 5_000;
const MAX_RETRY_MS = 30_000;

interface Options {
  readonly secret: string;
  /** Addresses of api processes. Each connection uses the next one. */
  readonly baseUrls: readonly string[];
}

/** A device's connection to the live channel, as the extension has it. Connects again after a random pause. */
export class DeviceChannel {
  private socket: WebSocket | null = null;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private connects = 0;
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
    this.socket?.removeAllListeners('close').terminate();
    clearTimeout(this.retry);
    this.hint.abort();
  }

  private onHint(): void {
    // Without a reason, Node.js would create an error for each hint.
    this.hint.abort('hint');
    this.hint = new AbortController();
  }

  private connect(): void {
    const { baseUrls, secret } = this.options;
    const url = `${baseUrls[this.connects++ % baseUrls.length]?.replace(/^http/, 'ws')}${LIVE_DEVICE_PATH}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    this.socket = socket;
    let lastMessageAt = Date.now();
    const pings = setInterval(() => {
      if (socket.readyState >= WebSocket.CLOSING) clearInterval(pings);
      else if (Date.now() - lastMessageAt > LIVE_SILENCE_SECONDS * 1000) socket.terminate();
      else if (this.isLive) socket.send('{"type":"ping"}');
    }, LIVE_PING_SECONDS * 1000);
    // The connections alone do not keep the process alive.
    pings.unref();
    socket.on('open', () => socket.send(JSON.stringify({ secret })));
    socket.on('message', (data) => {
      lastMessageAt = Date.now();
      const { type } = JSON.parse(String(data));
      if (type === 'ready') {
        this.isLive = true;
        this.failures = 0;
      }
      if (type === 'ready' || type === 'work') this.onHint();
    });
    // A 'close' follows each error.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.isLive = false;
      if (code === LIVE_REFUSED) return this.onHint();
      const pauseMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_WITHIN_MS * 2 ** this.failures++);
      this.retry = setTimeout(() => this.connect(), Math.random() * pauseMs);
    });
  }
}
