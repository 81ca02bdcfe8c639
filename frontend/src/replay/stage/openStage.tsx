import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { documentLoads } from '../../app/documentLoads.ts';
import type { AppStore } from '../../app/store.ts';
import { holdMinuteClock } from '../../lib/minuteClock.ts';
import { ReplayedApp } from './ReplayedApp.tsx';
import { provideStage } from './stageFrame.ts';
import { makeStageStore, stateShown } from './stageStore.ts';

/** Shows the replayed app in its own document, so that it can not affect the panel. */
export function openStage(container: HTMLElement): void {
  // Loading a document would leave the stage. The log contains what followed.
  documentLoads.replace = () => {};
  // Links and forms would leave the stage.
  document.addEventListener('click', preventNavigation);
  document.addEventListener('submit', (event) => event.preventDefault());
  for (const type of ['error', 'load']) document.addEventListener(type, hideMissingImage, true);

  const root = createRoot(container);
  let store: AppStore | null = null;
  let mountCount = 0;
  provideStage({
    show({ state, address, nowMs }, { remount }) {
      holdMinuteClock(nowMs);
      if (!store || remount) {
        store = makeStageStore(state);
        mountCount += 1;
      } else {
        store.dispatch(stateShown(state));
      }
      const app = <ReplayedApp key={mountCount} store={store} address={address} />;
      flushSync(() => root.render(app));
    },
  });
}

function preventNavigation(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault();
}

/** A log contains no images. Missing ones are hidden, because the browser would show them as broken. */
function hideMissingImage({ type, target }: Event): void {
  if (target instanceof HTMLImageElement) target.style.visibility = type === 'error' ? 'hidden' : '';
}
