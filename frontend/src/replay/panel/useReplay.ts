import { useEffect, useMemo, useState } from 'react';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import type { LogEntry } from '../log/logFormat.ts';
import { kindOf } from './actionLabel.ts';
import { nextStop, type Speed, stepFrom } from './playback.ts';

export interface Replay {
  readonly replayed: ReplayedLog;
  /** After so many actions. */
  readonly position: number;
  readonly isPlaying: boolean;
  readonly speed: Speed;
  /** Of the actions that are listed and stepped through; empty for all. */
  readonly kind: string;
  jump(position: number): void;
  step(by: 1 | -1): void;
  togglePlaying(): void;
  setSpeed(speed: Speed): void;
  setKind(kind: string): void;
}

/** Where a loaded log stands, and what moves it. */
export function useReplay(replayed: ReplayedLog): Replay {
  const { entries } = replayed.log;
  const [position, setPosition] = useState(entries.length);
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const [kind, setKind] = useState('');

  useEffect(() => {
    if (!isPlaying) return;
    const next = nextStop(entries, position, speed);
    const timer = next
      ? setTimeout(() => setPosition(next.position), next.afterMs)
      : setTimeout(() => setIsPlaying(false));
    return () => clearTimeout(timer);
  }, [isPlaying, position, speed, entries]);

  return useMemo(() => {
    const isWanted = (entry: LogEntry) => kind === '' || kindOf(entry) === kind;
    const jump = (to: number) => {
      setIsPlaying(false);
      setPosition(Math.max(0, Math.min(to, entries.length)));
    };
    return {
      replayed,
      position,
      isPlaying,
      speed,
      kind,
      jump,
      step: (by) => jump(stepFrom(entries, position, by, isWanted)),
      togglePlaying: () => {
        // At the end there is nothing left to play but all of it.
        if (!isPlaying && position === entries.length) setPosition(0);
        setIsPlaying(!isPlaying);
      },
      setSpeed,
      setKind,
    };
  }, [replayed, entries, position, isPlaying, speed, kind]);
}
