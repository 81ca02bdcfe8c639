import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button, Flex, InputNumber, Segmented, Slider, Typography } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../lib/browser.ts';
import { canonicalJson, type ReplayedLog } from '../fold/ReplayedLog.ts';
import type { Moment } from '../log/logFormat.ts';
import type { ShowMoment } from '../stage/openStage.tsx';
import { ActionDetail, ActionList } from './Actions.tsx';
import styles from './panel.module.css';
import { type Replay, SPEEDS, useReplay } from './useReplay.ts';

interface LoadedReplayProps {
  readonly name: string;
  readonly text: string;
  readonly replayed: ReplayedLog;
  readonly buildId: string;
  readonly loading: ReactNode;
}

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
  const { position, jump } = replay;
  const moment = replayed.momentAt(position);
  const saveState = () => saveFile(`state-after-${position}.json`, canonicalJson(moment.state));

  return (
    <>
      <Flex component="header" wrap align="center" gap="small" className={styles.bar ?? ''}>
        <Typography.Title level={1} className={styles.title ?? ''}>
          Replay
        </Typography.Title>
        <Typography.Text type="secondary">
          {name}, {replayed.length.toLocaleString('en-US')} actions
        </Typography.Text>
        <Typography.Text type="warning" className={styles.differences ?? ''}>
          {differencesOf(replayed, buildId).join('; ')}
        </Typography.Text>
        {loading}
        <Button onClick={() => saveFile('action-log.json', text)}>Download log</Button>
        <Button onClick={saveState}>Download state</Button>
      </Flex>
      <div className={styles.body}>
        <StageFrame moment={moment} position={position} />
        <aside className={styles.side} aria-label="What happened">
          <ActionList entries={replayed.log.entries} replay={replay} />
          <ActionDetail replayed={replayed} position={position} />
        </aside>
      </div>
      <Flex component="footer" wrap align="center" gap="small" className={styles.bar ?? ''}>
        <Transport replay={replay} length={replayed.length} />
        <Slider
          className={styles.slider ?? ''}
          ariaLabelForHandle="Position"
          max={replayed.length}
          value={position}
          onChange={jump}
        />
        <InputNumber
          aria-label="Position"
          min={0}
          max={replayed.length}
          precision={0}
          suffix={`/ ${replayed.length}`}
          value={position}
          onChange={(to) => jump(to ?? 0)}
        />
        <Typography.Text type="secondary">
          {new Date(replayed.entryAt(position)?.at ?? moment.nowMs).toLocaleTimeString('en-GB')}
        </Typography.Text>
      </Flex>
    </>
  );
}

function Transport({ replay, length }: { readonly replay: Replay; readonly length: number }) {
  const { position, isPlaying, speed, stepBack, stepForward, togglePlaying, setSpeed } = replay;
  return (
    <>
      <Button aria-label="Step back" icon={<LeftOutlined />} disabled={position === 0} onClick={stepBack} />
      <Button type="primary" onClick={togglePlaying}>
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <Button aria-label="Step forward" icon={<RightOutlined />} disabled={position === length} onClick={stepForward} />
      <Segmented
        aria-label="Speed"
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `${value}x` }))}
        onChange={setSpeed}
      />
    </>
  );
}

/** Up to this many actions forward, the mounted screens are updated. For any other jump they are mounted again. */
const SMALL_STEP = 100;
/** Debounce of jumps: while the slider is dragged, the app is not shown at every moment. */
const SETTLE_MS = 60;

function StageFrame({ moment, position }: { readonly moment: Moment; readonly position: number }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shownPosition = useRef<number | null>(null);
  const [stage, setStage] = useState<{ readonly show: ShowMoment } | null>(null);

  useEffect(() => {
    const element = frame.current;
    const take = (event: Event) => {
      // The frame may have been loaded again.
      shownPosition.current = null;
      setStage({ show: (event as CustomEvent<ShowMoment>).detail });
    };
    element?.addEventListener('stageready', take);
    return () => element?.removeEventListener('stageready', take);
  }, []);

  useEffect(() => {
    if (!stage) return;
    const from = shownPosition.current;
    const remount = from === null || position < from || position - from > SMALL_STEP;
    const timer = setTimeout(
      () => {
        shownPosition.current = position;
        stage.show(moment, { remount });
      },
      remount ? SETTLE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [stage, moment, position]);

  return (
    <section className={styles.stage} aria-label="The app at this moment">
      <Typography.Text type="secondary" ellipsis>
        {moment.address}
      </Typography.Text>
      <iframe ref={frame} src="/?replay=stage" title="The app as it was" className={styles.frame} />
    </section>
  );
}
