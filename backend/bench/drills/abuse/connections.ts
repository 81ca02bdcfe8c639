import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFrontend } from '../../../src/http/staticFiles.ts';
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

/** The first lines of a request with the attacker's session. */
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
  let closed = 0;
  const sockets = Array.from({ length: count }, () => {
    const socket = openConnection(target);
    socket.pause();
    socket.once('close', () => {
      closed += 1;
    });
    socket.write(text);
    return socket;
  });
  for (let second = 0; second < target.seconds; second++) {
    await sleep(1_000);
    if (drip) for (const socket of sockets) if (!socket.destroyed) socket.write(drip);
  }
  const byServer = closed;
  for (const socket of sockets) socket.destroy();
  return byServer;
}

const holdRequests = (target: Target, count: number, path: string) =>
  holdConnections(target, count, headOf(target, 'GET', path));

/** Requests a large image on many connections and reads none of it. */
const unreadImages: Attack = async (target) => {
  const closed = await holdRequests(target, 150, `/api/get_image/${target.fileId}`);
  return `150 connections that ask for an image and do not read: ${closed} closed`;
};

/** Requests a long list on many connections and reads none of it. */
const unreadLists: Attack = async (target) => {
  const uploads = await uploadSmallFlyers(target);
  const closed = await holdRequests(target, 45, '/api/tasks');
  return `6 uploads of 20 flyers: ${uploads}; 45 connections that ask for all tasks and do not read: ${closed} closed`;
};

/** Requests the largest file of the web app on many connections and reads none of it. */
const unreadFileThroughProxy: Attack = async (target) => {
  const folder = join(builtFrontend(), 'assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const sizeOf = (file: string) => statSync(join(folder, file)).size;
  const [largest] = files.sort((a, b) => sizeOf(b) - sizeOf(a));
  const file = largest ? `/assets/${largest}` : '/api/openapi.json';
  const closed = await holdRequests(target, 150, file);
  return `150 connections through nginx that ask for ${file} and do not read: ${closed} closed`;
};

/** Opens ZIPs of the account's data on many connections, each with a ticket of its own, and reads none of it. */
const slowZips: Attack = async (target) => {
  const tickets = new Answers();
  const newTicket = async () => {
    const { text } = await tickets.add(callAsUser(target, 'POST', '/account/export/ticket'));
    return (JSON.parse(text) as { download_url?: string }).download_url ?? '/';
  };
  const closed: Promise<number>[] = [];
  for (let n = 0; n < 12; n++) closed.push(holdRequests(target, 1, await newTicket()));
  const byServer = (await Promise.all(closed)).reduce((sum, count) => sum + count, 0);
  const { status } = await callAsStranger(target, await newTicket(), { method: 'GET' });
  return `12 ZIPs that are not read: tickets ${tickets}; ${byServer} closed, the next one ${status}`;
};

/** Sends one header per second and never completes the request. */
const slowHeaders: Attack = async (target) => {
  const start = `POST /api/auth/telegram HTTP/1.1\r\nHost: ${new URL(target.baseUrl).host}\r\n`;
  const closed = await holdConnections(target, 300, start, 'X-A: b\r\n');
  return `300 connections that send a header a second: ${closed} closed`;
};

const CHUNK = randomBytes(1024 * 1024);
const FORMS = 6;
const IMAGES = 20;
const IMAGE_MB = 9;

/** Six forms with twenty images of 9 MB each, which are never completed. */
const openForms: Attack = async (target) => {
  const head = headOf(target, 'POST', `/api/assistants/${target.assistantId}/tasks`, {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': '209000000',
  });
  const part = `--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  let accepted = 0;
  const until = performance.now() + target.seconds * 1_000;
  const form = async () => {
    const socket = openConnection(target).resume();
    const write = (bytes: Buffer | string) =>
      new Promise<void>((resolve) => {
        const done = () => {
          socket.off('close', done);
          resolve();
        };
        socket.once('close', done);
        socket.write(bytes, done);
      });
    await write(head);
    for (let image = 0; image < IMAGES && performance.now() < until; image++) {
      await write(`${image > 0 ? '\r\n' : ''}${part}`);
      for (let mb = 0; mb < IMAGE_MB && !socket.destroyed && performance.now() < until; mb++) {
        await write(CHUNK);
        if (!socket.destroyed) accepted += 1;
      }
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
