import { setTimeout as sleep } from 'node:timers/promises';

/** Reads until `holds` is true. The error at the time limit contains the last value. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  holds: (value: T) => boolean,
  withinMs = 90_000,
): Promise<T> {
  for (const end = Date.now() + withinMs; ; await sleep(40)) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)?.slice(0, 2_000)} after ${withinMs} ms`);
  }
}

export const until = (isDone: () => boolean | Promise<boolean>) => eventually(isDone, (done) => done);
