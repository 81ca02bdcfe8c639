import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter pauses are skipped, because a timer costs more than they save. The skipped time is added to the next pause. */
const SHORTEST_PAUSE_MS = 20;

/** Limits the total bytes per second of all streams that share it. */
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
