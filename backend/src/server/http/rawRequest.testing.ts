import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends the given bytes of a request, which may be incomplete. `answer` resolves with the first bytes of the answer. */
export async function sendRaw(
  baseUrl: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = [
    `${target} HTTP/1.1`,
    ...Object.entries({ Host: host, ...headers }).map((header) => header.join(': ')),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return { socket, answer: once(socket, 'data').then(([bytes]) => String(bytes)) };
}
