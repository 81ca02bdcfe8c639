import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { saveFile } from '../../lib/browser.ts';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { canonicalJson } from '../fold/stateDiff.ts';
import { actionLabel } from '../log/actions.ts';
import type { Moment } from '../log/logFormat.ts';
import { type Stage, whenReady } from '../stage/stageFrame.ts';
import { ActionDetail } from './ActionDetail.tsx';
import { ActionList, RequestFinder } from './ActionList.tsx';
import styles from './panel.module.css';
import { type Replay, SPEEDS, type Speed, useReplay, useReplayKeys } from './useReplay.ts';

interface LoadedReplayProps {
  readonly name: string;
  readonly text: string;
  readonly replayed: ReplayedLog;
  readonly buildId: string;
  readonly loading: ReactNode;
}

/** Reasons why the replay may look different from the recorded app, and the exception of a reducer. */
function differencesOf({ log, failure }: ReplayedLog, buildId: string): string[] {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return [
    ...(failure ? [failure.sentence] : []),
    ...(log.buildId === buildId ? [] : ['recorded by another build, whose screens may have looked different']),
    ...(log.timeZone === timeZone ? [] : [`recorded in ${log.timeZone}, dates are shown in ${timeZone}`]),
  ];
}

export function LoadedReplay({ name, text, replayed, buildId, loading }: LoadedReplayProps) {
  const replay = useReplay(replayed);
  useReplayKeys(replay);
  const { position } = replay;
  const moment = useMemo(() => replayed.momentAt(position), [replayed, position]);
  const differences = differencesOf(replayed, buildId);

  return (
    <>
      <header className={`u-row ${styles.header}`}>
        <h1 className={`u-flush ${styles.title}`}>Replay</h1>
        <p className={`u-muted u-flush u-shrink ${styles.facts}`}>
          {name}, {replayed.length.toLocaleString('en-US')} actions
          {differences.map((difference) => (
            <span key={difference} className={`u-tone ${styles.difference}`} data-tone="warning">
              {difference}
            </span>
          ))}
        </p>
        <div className="u-wrap u-gap8">
          {loading}
          <button type="button" className="u-control" onClick={() => saveFile('action-log.json', text)}>
            Download log
          </button>
          <button
            type="button"
            className="u-control"
            onClick={() => saveFile(`state-after-${position}.json`, canonicalJson(moment.state))}
          >
            Download state
          </button>
        </div>
      </header>
      <StageFrame moment={moment} position={position} />
      <aside className={`u-grid u-shrink ${styles.side}`} aria-label="What happened">
        <RequestFinder entries={replayed.log.entries} onJump={replay.jump} />
        <ActionList replay={replay} />
        <ActionDetail replayed={replayed} position={position} onJump={replay.jump} />
      </aside>
      <Transport replay={replay} moment={moment} />
    </>
  );
}

/** Up to this many actions forward, the mounted screens are updated. For any other jump they are mounted again. */
const SMALL_STEP = 100;
/** Debounce of jumps: while the slider is dragged, the app is not shown at every moment. */
const SETTLE_MS = 60;

interface StageFrameProps {
  readonly moment: Moment;
  readonly position: number;
}

function StageFrame({ moment, position }: StageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shownPosition = useRef<number | null>(null);
  const [stage, setStage] = useState<Stage | null>(null);

  useEffect(() => {
    if (!frame.current) return;
    return whenReady(frame.current, (ready) => {
      // The frame may have been loaded again.
      shownPosition.current = null;
      setStage(ready);
    });
  }, []);

  useEffect(() => {
    if (!stage) return;
    const from = shownPosition.current;
    const remount = from === null || position < from || position - from > SMALL_STEP;
    const show = () => {
      shownPosition.current = position;
      stage.show(moment, { remount });
    };
    if (!remount || from === null) {
      show();
      return;
    }
    const timer = setTimeout(show, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [stage, moment, position]);

  return (
    <section className={`u-grid u-shrink u-gap8 ${styles.stage}`} aria-label="The app at this moment">
      <p className="u-ellipsis u-muted u-small u-flush">{moment.address}</p>
      <iframe ref={frame} src="/?replay=stage" title="The app as it was" className={styles.frame} />
    </section>
  );
}

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
