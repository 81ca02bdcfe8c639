import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drain } from './drain.ts';

/** How long requests in flight may take to finish once we are told to stop. */
const DRAIN_MS = 1_500;
/** How long those who were given up may take to hear so. */
const LAST_WORD_MS = 200;
/** A connection between two requests is closed as soon as it is idle. */
const LOOK_AROUND_MS = 50;

/** Takes no more connections and waits for the requests under way; resolves when there are none, after at most 1.7 s. */
export async function closeServer(server: Server, drain: Drain): Promise<void> {
  drain.begin();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const lookingAround = setInterval(() => server.closeIdleConnections(), LOOK_AROUND_MS);
  server.closeIdleConnections();
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  drain.giveUp();
  await Promise.race([closed, sleep(LAST_WORD_MS, undefined, { ref: false })]);
  clearInterval(lookingAround);
  server.closeAllConnections();
  await closed;
}
