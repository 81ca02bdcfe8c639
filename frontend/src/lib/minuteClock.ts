const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let watch: (nowMs: number) => void = () => {};
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAtMs = 0;
let isHeld = false;

function tick(): void {
  tickedAtMs = Date.now();
  for (const notify of listeners) notify();
  watch(tickedAtMs);
}

/**
 * The one time that everything on the screen is measured from, as it was at the last tick: what a person reads depends
 * on the ticks and on nothing between them, so that an action log with the ticks in it shows the same again.
 */
export function readMinuteClock(): number {
  // Without a timer it is refreshed on the first read when stale.
  if (!isHeld && timer === undefined && Math.abs(Date.now() - tickedAtMs) >= MINUTE_MS) tickedAtMs = Date.now();
  return tickedAtMs;
}

/** One timer for all listeners, which runs only while there is one. */
export function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined && !isHeld) {
    readMinuteClock();
    timer = setInterval(tick, MINUTE_MS);
    watch(tickedAtMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** One watcher, told every time that the screen is measured from; it keeps no timer going. */
export function watchMinuteClock(watcher: (nowMs: number) => void): void {
  watch = watcher;
}

/** Stops the clock at a time that is not now, for good: a replayed screen is measured from the log's ticks. */
export function holdMinuteClock(nowMs: number): void {
  isHeld = true;
  clearInterval(timer);
  timer = undefined;
  tickedAtMs = nowMs;
  for (const notify of listeners) notify();
}
