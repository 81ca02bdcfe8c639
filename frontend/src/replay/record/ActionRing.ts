import type { UnknownAction } from '@reduxjs/toolkit';
import type { LogEntry, Moment } from '../log/logFormat.ts';

/** Actions that are dropped together when they are the oldest. */
class Chunk {
  // Separate arrays, because one object for each action would double the recorder's cost.
  private readonly actions: UnknownAction[] = [];
  private readonly times: number[] = [];
  /** Number of values in the actions. */
  size = 0;

  constructor(
    /** The moment before the first entry. States are immutable, so a reference is enough. */
    readonly base: Moment,
    private readonly firstSeq: number,
  ) {}

  get length(): number {
    return this.actions.length;
  }

  get entries(): LogEntry[] {
    return this.actions.map((action, index) => ({ seq: this.firstSeq + index, at: this.times[index] ?? 0, action }));
  }

  add(action: UnknownAction, at: number, size: number): void {
    this.actions.push(action);
    this.times.push(at);
    this.size += size;
  }
}

export interface RingLimits {
  /** At least this many of the latest actions are kept, and less than one chunk more. */
  readonly actions: number;
  readonly actionsPerChunk: number;
  /** Maximum number of values in all actions. Above it the oldest actions are dropped earlier. */
  readonly values: number;
}

export const RING_LIMITS: RingLimits = { actions: 10_000, actionsPerChunk: 100, values: 2_000_000 };

/** The latest actions in chunks. Each chunk has the moment before its first action. */
export class ActionRing {
  private chunks: Chunk[] = [];
  private length = 0;
  private size = 0;
  private lastSeq = 0;
  private lastAt = 0;

  constructor(private readonly limits: RingLimits = RING_LIMITS) {}

  /** State, address and time are those before the action. */
  add(action: UnknownAction, size: number, state: Moment['state'], address: string, nowMs: number): void {
    let chunk = this.chunks.at(-1);
    this.lastSeq += 1;
    if (!chunk || chunk.length >= this.limits.actionsPerChunk) {
      chunk = new Chunk({ state, address, nowMs }, this.lastSeq);
      this.chunks.push(chunk);
    }
    // The system clock may be set back. The times in the log never decrease.
    this.lastAt = Math.max(this.lastAt, Date.now());
    chunk.add(action, this.lastAt, size);
    this.length += 1;
    this.size += size;
    this.dropOldest();
  }

  clear(): void {
    this.chunks = [];
    this.length = 0;
    this.size = 0;
  }

  all(): readonly Chunk[] {
    return this.chunks;
  }

  private dropOldest(): void {
    for (let oldest = this.chunks[0]; oldest && this.chunks.length > 1; oldest = this.chunks[0]) {
      const tooMany = this.length - oldest.length >= this.limits.actions;
      if (!tooMany && this.size <= this.limits.values) return;
      this.chunks.shift();
      this.length -= oldest.length;
      this.size -= oldest.size;
    }
  }
}
