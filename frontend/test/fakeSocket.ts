import type { LiveMessage } from '@flyerdeck/contracts/types';
import type { LiveSocket } from '../src/lib/LiveChannel.ts';

/** The client's end of a WebSocket whose server is the test. */
export class FakeSocket implements LiveSocket {
  onopen: LiveSocket['onopen'] = null;
  onmessage: LiveSocket['onmessage'] = null;
  onclose: LiveSocket['onclose'] = null;
  onerror: LiveSocket['onerror'] = null;
  readonly sent: unknown[] = [];
  isClosed = false;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
  }

  /** The server accepts the connection and the first message. */
  accept(): void {
    this.onopen?.call(this as never, new Event('open'));
    this.say({ type: 'ready' });
  }

  say(message: LiveMessage): void {
    this.onmessage?.call(this as never, new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** The connection ends, by the server or the network. */
  end(code = 1006): void {
    this.isClosed = true;
    this.onclose?.call(this as never, new CloseEvent('close', { code }));
  }
}
