import { addTo, type Connections, type DeviceConnection } from './connections.ts';

/** Pages that get a hint at the same time, and the pause before the next ones, so that their polls do not all arrive at once. */
const HINTS_AT_ONCE = 40;
const PAUSE_BETWEEN_HINTS_MS = 50;

/** Sends pages the hint that there may be work. Owners take turns, so that one owner's thousands of pages do not delay the others'. */
export class WorkHints {
  /** Pages that wait for their hint, by owner. */
  private readonly waiting = new Map<string, Set<DeviceConnection>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly live: Pick<Connections, 'hintWork'>) {}

  send(connections: Iterable<DeviceConnection>): void {
    for (const connection of connections) addTo(this.waiting, connection.owner_id, connection);
    if (!this.timer) this.sendNext();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.waiting.clear();
  }

  private sendNext(): void {
    this.timer = undefined;
    if (this.waiting.size === 0) return;
    let left = HINTS_AT_ONCE;
    for (const [ownerId, connections] of this.waiting) {
      const [connection] = connections;
      this.waiting.delete(ownerId);
      // Added again, an owner with further pages is next after all others.
      if (connections.size > 1) this.waiting.set(ownerId, connections);
      if (connection) {
        connections.delete(connection);
        this.live.hintWork(connection);
      }
      left -= 1;
      if (left === 0) break;
    }
    this.timer = setTimeout(() => this.sendNext(), PAUSE_BETWEEN_HINTS_MS).unref();
  }
}
