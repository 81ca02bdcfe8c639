import { connect } from 'node:net';
import { json } from 'node:stream/consumers';

/**
 * A process that sends requests as fast as they are answered, one at a time on each connection. It uses raw sockets,
 * because they need little processor time and cost both sides of a ratio the same.
 */
export interface LoadOrder {
  readonly baseUrl: string;
  readonly seconds: number;
  /** The request of each connection. */
  readonly connections: readonly LoadRequest[];
}

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function bytesOf({ method, path, headers, body = '' }: LoadRequest, host: string): Buffer {
  const allHeaders = { Host: host, 'Content-Length': `${Buffer.byteLength(body)}`, ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Returns the number of answers until `untilMs`. */
function askAgainAndAgain(url: URL, request: Buffer, untilMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    let answered = 0;
    let head = '';
    let missingBytes: number | null = null;
    const ask = () => socket.write(request);
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missingBytes === null) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = /^content-length: (\d+)/im.exec(head.slice(0, end))?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
          socket.destroy();
          reject(new Error(`A request was not answered as expected:\n${head.slice(0, 600)}`));
          return;
        }
        missingBytes = Number(length) - (head.length - end - 4);
      } else {
        missingBytes -= chunk.length;
      }
      if (missingBytes > 0) return;
      head = '';
      missingBytes = null;
      answered += 1;
      if (performance.now() < untilMs) ask();
      else socket.end(() => resolve(answered));
    });
  });
}

const order = (await json(process.stdin)) as LoadOrder;
const url = new URL(order.baseUrl);
const startedAt = performance.now();
const untilMs = startedAt + order.seconds * 1000;
const counts = await Promise.all(
  order.connections.map((request) => askAgainAndAgain(url, bytesOf(request, url.host), untilMs)),
);
const calls = counts.reduce((sum, count) => sum + count, 0);
process.stdout.write(JSON.stringify({ calls, seconds: (performance.now() - startedAt) / 1000 }));
