import { useEffect, useMemo, useState } from 'react';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { isFoundBy } from '../log/actionLabel.ts';
import type { LogEntry } from '../log/logFormat.ts';

export const SPEEDS = [1, 2, 5, 10, 20] as const;
type Speed = (typeof SPEEDS)[number];

/** Longer pauses between two actions are shortened to this. */
const MAX_PAUSE_MS = 3_000;
/** Actions that follow each other within a frame are shown together. */
const FRAME_MS = 16;

function nextStop(
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

export function useReplay({ log: { entries } }: ReplayedLog) {
  const [position, setPosition] = useState(entries.length);
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const [search, setSearch] = useState('');
  const listed = useMemo(
    () => entries.flatMap((entry, index) => (isFoundBy(entry, search) ? [index + 1] : [])),
    [entries, search],
  );

  useEffect(() => {
    if (!isPlaying) return;
    const next = nextStop(entries, position, speed);
    const timer = next
      ? setTimeout(() => setPosition(next.position), next.afterMs)
      : setTimeout(() => setIsPlaying(false));
    return () => clearTimeout(timer);
  }, [isPlaying, position, speed, entries]);

  const jump = (to: number) => {
    setIsPlaying(false);
    setPosition(to);
  };
  const stepBack = () => jump(listed.findLast((at) => at < position) ?? 0);
  const stepForward = () => jump(listed.find((at) => at > position) ?? position);
  const togglePlaying = () => {
    if (!isPlaying && position === entries.length) setPosition(0);
    setIsPlaying(!isPlaying);
  };
  return {
    position,
    isPlaying,
    speed,
    search,
    listed,
    jump,
    stepBack,
    stepForward,
    togglePlaying,
    setSpeed,
    setSearch,
  };
}

export type Replay = ReturnType<typeof useReplay>;
