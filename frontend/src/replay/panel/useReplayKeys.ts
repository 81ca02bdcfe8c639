import { useEffect, useEffectEvent } from 'react';
import type { Replay } from './useReplay.ts';

/** Elements that handle keys themselves. */
const OWN_KEYS = 'input, select, textarea, button, a, summary, label';

/** Arrows step, the space bar plays, Home and End jump. */
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
