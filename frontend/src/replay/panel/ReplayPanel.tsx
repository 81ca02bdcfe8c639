import { useCallback, useEffect, useId, useState } from 'react';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { readLog } from '../log/readLog.ts';
import { LoadedReplay } from './LoadedReplay.tsx';
import styles from './panel.module.css';

interface ReplayPanelProps {
  readonly buildId: string;
  /** The action log of this tab from before the panel was opened; null when there is none. */
  readonly ownLog: string | null;
}

interface Loaded {
  /** Number of loaded logs. It is the React key, so that another log starts with a new state. */
  readonly loadCount: number;
  readonly name: string;
  readonly text: string;
  readonly replayed: ReplayedLog;
}

/** Replays an action log. It neither sends requests nor uses the browser's storage. */
export function ReplayPanel({ buildId, ownLog }: ReplayPanelProps) {
  const fileId = useId();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);

  const open = useCallback((name: string, text: string) => {
    setIsReading(true);
    // Delayed, so that the busy state is painted first. Reading a long log may take a second.
    setTimeout(() => {
      try {
        const replayed = new ReplayedLog(readLog(text));
        setLoaded((before) => ({ loadCount: (before?.loadCount ?? 0) + 1, name, text, replayed }));
        setFailure(null);
      } catch (error) {
        setFailure(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      setIsReading(false);
    }, 20);
  }, []);

  useEffect(() => {
    if (ownLog !== null) open('the log of this tab', ownLog);
  }, [ownLog, open]);

  const loading = (
    <span className={styles.load}>
      <input
        id={fileId}
        type="file"
        accept=".json,application/json"
        className={styles.file}
        disabled={isReading}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void file.text().then((text) => open(file.name, text));
          // Cleared, so that choosing the same file again causes a change event.
          target.value = '';
        }}
      />
      <label htmlFor={fileId} className={`u-control u-line ${loaded ? '' : styles.primary}`}>
        {isReading ? 'Reading…' : 'Load log'}
      </label>
    </span>
  );
  return (
    <main className={`u-grid u-tabular ${styles.panel}`} aria-label="Replay" aria-busy={isReading}>
      {failure && (
        <p role="alert" className={`u-tone u-flush ${styles.failure}`} data-tone="danger">
          {failure}
        </p>
      )}
      {loaded ? (
        <LoadedReplay
          key={loaded.loadCount}
          name={loaded.name}
          text={loaded.text}
          replayed={loaded.replayed}
          buildId={buildId}
          loading={loading}
        />
      ) : (
        <section className={`u-grid u-gap16 ${styles.start}`}>
          <h1 className={`u-flush ${styles.title}`}>Replay</h1>
          <p className="u-flush">
            Load an action log to see again what was done, step by step, and what the app showed.
          </p>
          {loading}
          <p className="u-muted u-fine u-flush">
            A log of the app comes from opening <code>/?replay</code> in its tab, or whole with Alt + Shift + L. It
            stays on this machine: nothing here sends anything.
          </p>
        </section>
      )}
    </main>
  );
}
