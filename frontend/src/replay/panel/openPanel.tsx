import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashScreen } from '../../app/CrashScreen.tsx';
import { loadActionLog } from '../../data/request/storage.ts';
import { ReplayPanel } from './ReplayPanel.tsx';

export function openPanel(container: HTMLElement, buildId: string): void {
  document.title = 'Replay · Flyerdeck';
  createRoot(container).render(
    <StrictMode>
      <CrashScreen>
        <ReplayPanel buildId={buildId} ownLog={loadActionLog()} />
      </CrashScreen>
    </StrictMode>,
  );
}
