import { useEffect, useEffectEvent, useState } from 'react';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { kindOf } from '../log/actions.ts';
import type { LogEntry } from '../log/logFormat.ts';

export function useReplay(replayed: ReplayedLog) {
  const { entries } = replayed.log;
  const [position, setPosition] = useState(entries.length);
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  /** Kind of the actions that are listed and stepped through; empty for all. */
  const [kind, setKind] = useState('');

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
    setPosition(Math.max(0, Math.min(to, entries.length)));
  };
  const step = (by: 1 | -1) => jump(stepFrom(entries, position, by, (entry) => kind === '' || kindOf(entry) === kind));
  const togglePlaying = () => {
    // At the end, playback starts again from the beginning.
    if (!isPlaying && position === entries.length) setPosition(0);
    setIsPlaying(!isPlaying);
  };
  return { replayed, position, isPlaying, speed, kind, jump, step, togglePlaying, setSpeed, setKind };
}

export type Replay = ReturnType<typeof useReplay>;

export const SPEEDS = [1, 2, 5, 10, 20] as const;
export type Speed = (typeof SPEEDS)[number];

const MAX_PAUSE_MS = 3_000;
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

const OWN_KEYS = 'input, select, textarea, button, a, summary, label';

export function useReplayKeys({ step, jump, togglePlaying, replayed }: Replay): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isElsewhere = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null;
    const isTaken =
      event.key === ' ' ? isElsewhere : event.target instanceof Element && event.target.matches('input, select');
    if (isTaken) return;
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'Home') jump(0);
    else if (event.key === 'End') jump(replayed.length);
    else if (event.key === ' ') togglePlaying();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
