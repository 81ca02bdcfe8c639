import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { pageLoads } from '../../app/pageLoads.ts';
import type { AppStore } from '../../app/store.ts';
import { holdMinuteClock } from '../../lib/minuteClock.ts';
import { ReplayedApp } from './ReplayedApp.tsx';
import { handOver } from './stageFrame.ts';
import { makeStageStore, stateShown } from './stageStore.ts';

/** The app in a document of its own, where whatever the panel shows cannot reach the panel. */
export function openStage(container: HTMLElement): void {
  // Where the app would load a document the log has what came next.
  pageLoads.replace = () => {};
  // A link followed, or a form sent, would take the stage away.
  document.addEventListener('click', keepHere);
  document.addEventListener('submit', (event) => event.preventDefault());
  for (const type of ['error', 'load']) document.addEventListener(type, hideMissingPicture, true);

  const root = createRoot(container);
  let store: AppStore | null = null;
  let mountedTimes = 0;
  handOver({
    show({ state, address, nowMs }, { anew }) {
      holdMinuteClock(nowMs);
      if (!store || anew) {
        store = makeStageStore(state);
        mountedTimes += 1;
      } else {
        store.dispatch(stateShown(state));
      }
      const app = <ReplayedApp key={mountedTimes} store={store} address={address} />;
      flushSync(() => root.render(app));
    },
  });
}

function keepHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.preventDefault();
}

/** A log holds no pictures: their places stay empty, which a browser's sign for a broken one would not say. */
function hideMissingPicture({ type, target }: Event): void {
  if (target instanceof HTMLImageElement) target.style.visibility = type === 'error' ? 'hidden' : '';
}
