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

/** Relative times use only this clock. An action log contains its ticks, so a replay shows the same times. */
export function readMinuteClock(): number {
  // Without a timer it is refreshed on the first read when stale.
  if (!isHeld && timer === undefined && Math.abs(Date.now() - tickedAtMs) >= MINUTE_MS) tickedAtMs = Date.now();
  return tickedAtMs;
}

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

/** Sets the one watcher, which is called with the time of every tick. A watcher alone does not start the timer. */
export function watchMinuteClock(watcher: (nowMs: number) => void): void {
  watch = watcher;
}

/** Sets the clock and stops its timer for good. A replayed screen uses the ticks of the log. */
export function holdMinuteClock(nowMs: number): void {
  isHeld = true;
  clearInterval(timer);
  timer = undefined;
  tickedAtMs = nowMs;
  for (const notify of listeners) notify();
}
