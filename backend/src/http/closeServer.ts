import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drain } from './drain.ts';

/** How long requests in flight may take once the server stops. */
const DRAIN_MS = 1_500;
/** How long the answers to the requests that were given up may take. */
const FINAL_ANSWERS_MS = 200;

/** Accepts no more connections and waits for the requests in flight, at most 1.7 s. */
export async function closeServer(server: Server, drain: Drain): Promise<void> {
  drain.begin();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  drain.giveUp();
  await Promise.race([closed, sleep(FINAL_ANSWERS_MS, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}
