import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter pauses cost more than they save. */
const SHORTEST_PAUSE_MS = 20;

/** Limits the bytes per second of all its streams together. */
export class Throttle {
  private paidUntil = 0;

  constructor(private readonly bytesPerSecond: number) {}

  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const now = performance.now();
      this.paidUntil = Math.max(this.paidUntil, now) + (chunk.length / this.bytesPerSecond) * 1_000;
      const pause = this.paidUntil - now;
      if (pause >= SHORTEST_PAUSE_MS) await sleep(pause);
      yield chunk;
    }
  }
}
