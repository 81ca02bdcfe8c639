import { useEffect, useRef, useState } from 'react';
import type { Moment } from '../log/logFormat.ts';
import { type Stage, whenReady } from '../stage/stageFrame.ts';
import styles from './panel.module.css';

/** Up to this many actions forward, the mounted screens are updated. For any other jump they are mounted again. */
const SMALL_STEP = 100;
/** Debounce of jumps: while the slider is dragged, the app is not shown at every moment. */
const SETTLE_MS = 60;

interface StageFrameProps {
  readonly moment: Moment;
  readonly position: number;
}

export function StageFrame({ moment, position }: StageFrameProps) {
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
