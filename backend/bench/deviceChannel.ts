import { LIVE_DEVICE_PATH, LIVE_PING_SECONDS, LIVE_REFUSED } from '@flyerdeck/contracts';
import { WebSocket } from 'ws';

const RETRY_WITHIN_MS = 5_000;

/** A device's connection to the live channel, as the extension has it. Connects again after a random pause, to the next address. */
export class DeviceChannel {
  private socket: WebSocket | null = null;
  private retry: NodeJS.Timeout | undefined;
  private connects = 0;
  private hint = new AbortController();
  isLive = false;

  constructor(
    private readonly secret: string,
    private readonly baseUrls: readonly string[],
  ) {
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
    const url = `${this.baseUrls[this.connects++ % this.baseUrls.length]?.replace(/^http/, 'ws')}${LIVE_DEVICE_PATH}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    this.socket = socket;
    const pings = setInterval(() => {
      if (socket.readyState >= WebSocket.CLOSING) clearInterval(pings);
      else if (this.isLive) socket.send('{"type":"ping"}');
    }, LIVE_PING_SECONDS * 1000).unref();
    socket.on('open', () => socket.send(JSON.stringify({ secret: this.secret })));
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data));
      if (type === 'ready') this.isLive = true;
      if (type === 'ready' || type === 'work') this.onHint();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.isLive = false;
      if (code === LIVE_REFUSED) this.onHint();
      else this.retry = setTimeout(() => this.connect(), Math.random() * RETRY_WITHIN_MS);
    });
  }
}
