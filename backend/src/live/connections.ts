import type { LiveMessage, LiveTag } from '@flyerdeck/contracts';
import type { WebSocket } from 'ws';
import { liveHints } from '../metrics.ts';
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
  readonly userId: string;
  readonly tab: string;
}

/** Dropped if the client has not read the earlier ones. */
export function sendMessage(socket: WebSocket, message: LiveMessage): void {
  if (socket.readyState !== socket.OPEN || socket.bufferedAmount > MAX_UNREAD_BYTES) return;
  socket.send(JSON.stringify(message));
  if (message.type === 'work' || message.type === 'changed') liveHints.inc({ type: message.type });
}

function addTo<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

function removeFrom<K, V>(map: Map<K, Set<V>>, key: K, value: V): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}

/** Authenticated ones of this process. */
export class Connections {
  private readonly devices = new Map<string, DeviceConnection>();
  private readonly devicesOfOwner = new Map<string, Set<DeviceConnection>>();
  private readonly runners = new Map<string, RunnerConnection>();
  private readonly usersById = new Map<string, Set<UserConnection>>();

  get counts(): { readonly device: number; readonly runner: number; readonly user: number } {
    let user = 0;
    for (const connections of this.usersById.values()) user += connections.size;
    return { device: this.devices.size, runner: this.runners.size, user };
  }

  /** Returns the page's earlier connection, which the caller closes. */
  addDevice(connection: DeviceConnection): DeviceConnection | null {
    const earlier = this.devices.get(connection.page_guid) ?? null;
    if (earlier) this.removeDevice(earlier);
    this.devices.set(connection.page_guid, connection);
    addTo(this.devicesOfOwner, connection.owner_id, connection);
    return earlier;
  }

  removeDevice(connection: DeviceConnection): void {
    removeFrom(this.devicesOfOwner, connection.owner_id, connection);
    // A newer connection of the same page may have replaced this one.
    if (this.devices.get(connection.page_guid) !== connection) return;
    this.devices.delete(connection.page_guid);
  }

  /** Returns the runner's earlier connection, which the caller closes. */
  addRunner(connection: RunnerConnection): RunnerConnection | null {
    const earlier = this.runners.get(connection.runner_id) ?? null;
    this.runners.set(connection.runner_id, connection);
    return earlier;
  }

  removeRunner(connection: RunnerConnection): void {
    if (this.runners.get(connection.runner_id) === connection) this.runners.delete(connection.runner_id);
  }

  allRunners(): readonly RunnerConnection[] {
    return [...this.runners.values()];
  }

  runnersOf(ownerId: string): readonly RunnerConnection[] {
    return this.allRunners().filter(({ owner_id }) => owner_id === ownerId);
  }

  addUser(connection: UserConnection): void {
    addTo(this.usersById, connection.userId, connection);
  }

  removeUser(connection: UserConnection): void {
    removeFrom(this.usersById, connection.userId, connection);
  }

  userConnections(userId: string): readonly UserConnection[] {
    return [...(this.usersById.get(userId) ?? [])];
  }

  allUsers(): readonly UserConnection[] {
    return [...this.usersById.values()].flatMap((connections) => [...connections]);
  }

  allDevices(): readonly DeviceConnection[] {
    return [...this.devices.values()];
  }

  devicesOfPage(pageGuid: string): readonly DeviceConnection[] {
    const connection = this.devices.get(pageGuid);
    return connection ? [connection] : [];
  }

  devicesOf(ownerId: string): readonly DeviceConnection[] {
    return [...(this.devicesOfOwner.get(ownerId) ?? [])];
  }

  hintWork(connection: DeviceConnection): void {
    if (this.devices.get(connection.page_guid) !== connection) return;
    sendMessage(connection.socket, { type: 'work' });
  }

  hintRunner(runnerId: string, pages: readonly string[]): void {
    const connection = this.runners.get(runnerId);
    if (connection) sendMessage(connection.socket, { type: 'work', pages: [...pages] });
  }

  hintChange({ socket }: UserConnection, tags: readonly LiveTag[]): void {
    sendMessage(socket, { type: 'changed', tags: [...tags] });
  }
}

/** RFC 6455. `contracts/src/values/live.ts` has the product's own codes. */
export const POLICY_VIOLATION = 1008;
export const SERVICE_RESTART = 1012;
export const TRY_AGAIN_LATER = 1013;

const CLOSE_WITHIN_MS = 2_000;

export function closeConnection(socket: WebSocket, code: number): void {
  socket.close(code);
  setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref();
}

export class CountByAddress {
  private readonly counts = new Map<string, number>();

  of(address: string): number {
    return this.counts.get(address) ?? 0;
  }

  add(address: string): void {
    this.counts.set(address, this.of(address) + 1);
  }

  remove(address: string): void {
    const count = this.of(address) - 1;
    if (count <= 0) this.counts.delete(address);
    else this.counts.set(address, count);
  }
}
