import { useEffect, useState } from 'react';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { kindOf } from '../log/actionLabel.ts';
import { nextStop, type Speed, stepFrom } from './playback.ts';

/** The playback state of a loaded log, and the functions that change it. */
export function useReplay(replayed: ReplayedLog) {
  const { entries } = replayed.log;
  /** Number of applied actions. */
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
