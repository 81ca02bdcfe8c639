import type { LogEntry } from '../log/logFormat.ts';

export const SPEEDS = [1, 2, 5, 10, 20] as const;
export type Speed = (typeof SPEEDS)[number];

/** Longer pauses between two actions are shortened to this. */
const MAX_PAUSE_MS = 3_000;
/** Actions that follow each other within a frame are shown together. */
const FRAME_MS = 16;

/** The next position of playback and the delay before it; null at the end. */
export function nextStop(
  entries: readonly LogEntry[],
  position: number,
  speed: Speed,
): { readonly position: number; readonly afterMs: number } | null {
  const next = entries[position];
  if (!next) return null;
  const startsAt = entries[position - 1]?.at ?? next.at;
  let last = position;
  while (entries[last + 1] && (entries[last + 1]?.at ?? 0) - next.at <= FRAME_MS * speed) last += 1;
  return { position: last + 1, afterMs: Math.max(FRAME_MS, Math.min(next.at - startsAt, MAX_PAUSE_MS) / speed) };
}

/** The next position in a direction whose action is wanted. Without one: 0 backwards, the same position forwards. */
export function stepFrom(
  entries: readonly LogEntry[],
  position: number,
  by: 1 | -1,
  isWanted: (entry: LogEntry) => boolean,
): number {
  for (let at = position + by; at >= 1 && at <= entries.length; at += by) {
    const entry = entries[at - 1];
    if (entry && isWanted(entry)) return at;
  }
  return by < 0 ? 0 : position;
}
