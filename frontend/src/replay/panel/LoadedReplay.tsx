import { type ReactNode, useMemo } from 'react';
import { saveFile } from '../../lib/browser.ts';
import { canonicalJson } from '../fold/canonicalJson.ts';
import type { ReplayedLog } from '../fold/ReplayedLog.ts';
import { ActionDetail } from './ActionDetail.tsx';
import { ActionList } from './ActionList.tsx';
import styles from './panel.module.css';
import { RequestFinder } from './RequestFinder.tsx';
import { StageFrame } from './StageFrame.tsx';
import { Transport } from './Transport.tsx';
import { useReplay } from './useReplay.ts';
import { useReplayKeys } from './useReplayKeys.ts';

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

/** The panel with a loaded log: the app, the actions beside it, and the playback controls below. */
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
