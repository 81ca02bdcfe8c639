import {
  LIVE_PING_SECONDS,
  LIVE_REFUSED,
  LIVE_REPLACED,
  LIVE_RUNNER_PATH,
  LIVE_SILENCE_SECONDS,
} from '@flyerdeck/contracts/live.values';
import { WebSocket } from 'ws';

const FIRST_RETRY_WITHIN_MS = 2_000;
const MAX_RETRY_MS = 30_000;

interface Listeners {
  /** Pages with work. */
  readonly onWork: (pages: readonly string[]) => void;
  readonly onConnected: () => void;
  readonly onLost: () => void;
  /** The server does not know the runner any more, or another program uses its secret. It does not connect again. */
  readonly onRefused: (why: 'ended' | 'replaced') => void;
}

/** The one connection over which the server names the pages that have work. It is opened again when it is lost. */
export class HintChannel {
  private socket: WebSocket | null = null;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private isClosed = false;

  constructor(
    private readonly serverUrl: string,
    private readonly secret: string,
    private readonly listeners: Listeners,
  ) {
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }

  private connect(): void {
    const socket = new WebSocket(`${this.serverUrl.replace(/^http/, 'ws')}${LIVE_RUNNER_PATH}`);
    this.socket = socket;
    let lastMessageMs = Date.now();
    const pings = setInterval(() => {
      if (Date.now() - lastMessageMs > LIVE_SILENCE_SECONDS * 1000) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, LIVE_PING_SECONDS * 1000);
    socket.on('open', () => socket.send(JSON.stringify({ secret: this.secret })));
    socket.on('message', (data) => {
      lastMessageMs = Date.now();
      const message = JSON.parse(String(data)) as { type: string; pages?: string[] };
      if (message.type === 'ready') {
        this.failures = 0;
        this.listeners.onConnected();
      }
      if (message.type === 'work') this.listeners.onWork(message.pages ?? []);
    });
    // 'close' follows.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      clearInterval(pings);
      if (this.isClosed) return;
      this.listeners.onLost();
      if (code === LIVE_REFUSED || code === LIVE_REPLACED) {
        this.isClosed = true;
        this.listeners.onRefused(code === LIVE_REFUSED ? 'ended' : 'replaced');
        return;
      }
      const withinMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_WITHIN_MS * 2 ** this.failures);
      this.failures += 1;
      this.retry = setTimeout(() => this.connect(), Math.random() * withinMs);
    });
  }
}
