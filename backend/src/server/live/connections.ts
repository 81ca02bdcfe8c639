import type { LiveMessage } from '@flyerdeck/contracts';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/statement.ts';
import { liveHints } from '../../metrics.ts';
import type { RateLimits } from '../security/rateLimit.ts';
import type { ConnectedPageRow, ConnectedRunnerRow } from './connected.query.ts';

/** A client that reads too slowly gets no further hint until it has read this much. */
const MAX_UNREAD_BYTES = 16_384;

export interface DeviceConnection extends ConnectedPageRow {
  readonly socket: WebSocket;
}

export interface RunnerConnection extends ConnectedRunnerRow {
  readonly socket: WebSocket;
}

interface UserConnection {
  readonly socket: WebSocket;
  readonly owner_id: string;
  readonly tab: string;
}

/** Dropped if the client has not read the earlier ones. */
export function sendMessage(socket: WebSocket, message: LiveMessage): void {
  if (socket.readyState !== socket.OPEN || socket.bufferedAmount > MAX_UNREAD_BYTES) return;
  socket.send(JSON.stringify(message));
  if (message.type === 'work' || message.type === 'changed') liveHints.inc({ type: message.type });
}

/** Of one page or runner only the latest connection is kept. */
class Latest<Connection extends { readonly socket: WebSocket; readonly owner_id: string }> {
  private readonly byId = new Map<string, Connection>();

  /** Returns the earlier connection, which the caller closes. */
  add(id: string, connection: Connection): Connection | undefined {
    const earlier = this.byId.get(id);
    this.byId.set(id, connection);
    return earlier;
  }

  remove(id: string, connection: Connection): void {
    if (this.byId.get(id) === connection) this.byId.delete(id);
  }

  get size(): number {
    return this.byId.size;
  }

  get(id: string): Connection | undefined {
    return this.byId.get(id);
  }

  all(): Connection[] {
    return [...this.byId.values()];
  }

  of(ownerId: string): Connection[] {
    return this.all().filter(({ owner_id }) => owner_id === ownerId);
  }
}

/** Authenticated ones of this process. */
export class Connections {
  readonly devices = new Latest<DeviceConnection>();
  readonly runners = new Latest<RunnerConnection>();
  readonly users = new Set<UserConnection>();

  usersOf(ownerId: string): UserConnection[] {
    return [...this.users].filter(({ owner_id }) => owner_id === ownerId);
  }
}

export interface LiveParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly db: Db;
  readonly deviceDb: Db;
  readonly limits: RateLimits;
  readonly live: Connections;
}

/** RFC 6455. `contracts/src/live.values.ts` has the product's own codes. */
export const POLICY_VIOLATION = 1008;
export const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;

const CLOSE_WITHIN_MS = 2_000;

export function closeConnection(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
}
