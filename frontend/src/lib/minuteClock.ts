const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
const watchers = new Set<(nowMs: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAtMs = 0;
let isHeld = false;

const tellWatchers = () => {
  for (const watch of watchers) watch(tickedAtMs);
};

function tick(): void {
  tickedAtMs = Date.now();
  for (const notify of listeners) notify();
  tellWatchers();
}

/**
 * The one time that everything on the screen is measured from, as it was at the last tick: what a person reads depends
 * on the ticks and on nothing between them, so that an action log with the ticks in it shows the same again.
 */
export function readMinuteClock(): number {
  // Nobody kept it going since the last tick: whoever looks first winds it up.
  if (!isHeld && timer === undefined && Math.abs(Date.now() - tickedAtMs) >= MINUTE_MS) tickedAtMs = Date.now();
  return tickedAtMs;
}

/** One timer for everybody, at work only while somebody listens. */
export function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined && !isHeld) {
    readMinuteClock();
    timer = setInterval(tick, MINUTE_MS);
    tellWatchers();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Hears every time that the screen is measured from; keeps no timer going. */
export function watchMinuteClock(watcher: (nowMs: number) => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Stops the clock at a time that is not now, for good: a replayed screen is measured from the log's ticks. */
export function holdMinuteClock(nowMs: number): void {
  isHeld = true;
  clearInterval(timer);
  timer = undefined;
  tickedAtMs = nowMs;
  for (const notify of listeners) notify();
}
