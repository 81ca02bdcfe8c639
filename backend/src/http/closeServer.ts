import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drain } from './drain.ts';

/** Time that in-flight requests have to finish when the server stops. */
const DRAIN_MS = 1_500;
/** Time to send the 503 answers to requests that did not finish. */
const FINAL_ANSWERS_MS = 200;

/** Accepts no more connections, drains in-flight requests for at most 1.7 s, then closes all connections. */
export async function closeServer(server: Server, drain: Drain): Promise<void> {
  drain.begin();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  drain.abortRequests();
  await Promise.race([closed, sleep(FINAL_ANSWERS_MS, undefined, { ref: false })]);
  server.closeAllConnections();
  await closed;
}
