import { useId } from 'react';
import { actionLabel } from '../log/actionLabel.ts';
import type { Moment } from '../log/logFormat.ts';
import styles from './panel.module.css';
import { SPEEDS, type Speed } from './playback.ts';
import type { Replay } from './useReplay.ts';

const timeText = (ms: number): string => new Date(ms).toLocaleTimeString('en-GB', { hour12: false });

export function Transport({ replay, moment }: { readonly replay: Replay; readonly moment: Moment }) {
  const speedId = useId();
  const { replayed, position, isPlaying, speed, jump, step, togglePlaying, setSpeed } = replay;
  const entry = replayed.entryAt(position);
  const where = entry ? actionLabel(entry) : 'before the first action';
  return (
    <footer className={`u-row ${styles.transport}`}>
      <div className="u-line u-gap8">
        <button
          type="button"
          className="u-control"
          aria-label="Step back"
          disabled={position === 0}
          onClick={() => step(-1)}
        >
          ‹
        </button>
        <button type="button" className={`u-control ${styles.primary}`} onClick={togglePlaying}>
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <button
          type="button"
          className="u-control"
          aria-label="Step forward"
          disabled={position === replayed.length}
          onClick={() => step(1)}
        >
          ›
        </button>
        <label htmlFor={speedId} className="u-hidden">
          Speed
        </label>
        <select
          id={speedId}
          className="u-control"
          value={speed}
          onChange={({ target }) => setSpeed(Number(target.value) as Speed)}
        >
          {SPEEDS.map((times) => (
            <option key={times} value={times}>
              {times}x
            </option>
          ))}
        </select>
      </div>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${position} of ${replayed.length}: ${where}`}
        className={`u-shrink ${styles.slider}`}
        min={0}
        max={replayed.length}
        value={position}
        onChange={({ target }) => jump(target.valueAsNumber)}
      />
      <p className="u-line u-muted u-flush u-gap16">
        <span data-testid="position">
          {position} / {replayed.length}
        </span>
        <span>{timeText(entry?.at ?? moment.nowMs)}</span>
      </p>
    </footer>
  );
}
