import { Alert, Button, Flex, Typography, Upload } from 'antd';
import { StrictMode, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AntdTheme } from '../../app/AntdTheme.tsx';
import { CrashScreen } from '../../app/CrashScreen.tsx';
import { loadActionLog } from '../../data/request/storage.ts';
import { ReplayedLog } from '../fold/ReplayedLog.ts';
import { readLog } from '../log/readLog.ts';
import { LoadedReplay } from './LoadedReplay.tsx';
import styles from './panel.module.css';

interface Loaded {
  /** Number of loaded logs. It is the React key, so that another log starts with a new state. */
  readonly loadCount: number;
  readonly name: string;
  readonly text: string;
  readonly replayed: ReplayedLog;
}

function ReplayPanel({ buildId, ownLog }: { readonly buildId: string; readonly ownLog: string | null }) {
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
    <Upload
      aria-label="Load log"
      accept=".json,application/json"
      showUploadList={false}
      beforeUpload={(file) => {
        void file.text().then((text) => open(file.name, text));
        return false;
      }}
    >
      <Button type={loaded ? 'default' : 'primary'} loading={isReading}>
        Load log
      </Button>
    </Upload>
  );
  return (
    <main className={styles.panel} aria-label="Replay" aria-busy={isReading}>
      {failure && <Alert type="error" banner title={failure} />}
      {loaded ? (
        <LoadedReplay key={loaded.loadCount} {...loaded} buildId={buildId} loading={loading} />
      ) : (
        <Flex component="section" vertical align="center" justify="center" gap="middle" className={styles.start ?? ''}>
          <Typography.Title level={1}>Replay</Typography.Title>
          <p>Load an action log to see again what was done, step by step, and what the app showed.</p>
          {loading}
          <Typography.Text type="secondary">
            A log of the app comes from opening <code>/?replay</code> in its tab, or whole with Alt + Shift + L. It
            stays on this machine: nothing here sends anything.
          </Typography.Text>
        </Flex>
      )}
    </main>
  );
}

export function openPanel(container: HTMLElement, buildId: string): void {
  document.title = 'Replay · Flyerdeck';
  createRoot(container).render(
    <StrictMode>
      <CrashScreen>
        <AntdTheme>
          <ReplayPanel buildId={buildId} ownLog={loadActionLog()} />
        </AntdTheme>
      </CrashScreen>
    </StrictMode>,
  );
}
