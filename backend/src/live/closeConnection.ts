import type { WebSocket } from 'ws';

/** Close codes of RFC 6455. `contracts/src/values/live.ts` has the product's own. */
export const POLICY_VIOLATION = 1008;
export const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;

/** The time in which a client may answer a close. */
const CLOSE_WITHIN_MS = 2_000;

/** Closes a connection, also when the client does not answer the close. */
export function closeConnection(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
}
