import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '../data/session/startSession.ts';
import { loadCredentials } from '../data/session/storage.ts';
import { readMiniApp } from '../telegram/miniApp.ts';
import { showMiniApp, startMiniApp } from '../telegram/startMiniApp.ts';
import { App } from './App.tsx';
import { buildFlags } from './buildFlags.ts';
import { needsSession } from './needsSession.ts';
import { makeRecorder, recordActions } from './recordActions.ts';
import { loadScreenOf } from './routes.tsx';
import { makeStore } from './store.ts';

export function startApp(container: HTMLElement, buildId: string): void {
  const miniApp = readMiniApp();
  const recorder = makeRecorder(buildId, miniApp);
  const store = makeStore(undefined, [recorder.middleware]);
  recordActions(recorder, store);
  // Polling stops while nobody looks at the tab.
  setupListeners(store.dispatch);

  let isSessionStarted = false;
  const beginSession = () => {
    if (isSessionStarted) return;
    isSessionStarted = true;
    void store.dispatch(startSession({ miniApp, mockAuth: buildFlags.mockAuth }));
  };

  const { pathname } = window.location;
  // Before the first render, so that the answer and the screen's chunk are on their way together.
  if (needsSession(pathname)) beginSession();

  const root = createRoot(container);
  // Inside Telegram the first paint is in Telegram's colours already, and the router has not moved the address yet.
  const telegramStarted = miniApp && needsSession(pathname) ? startMiniApp() : null;
  void Promise.all([loadScreenOf(pathname, { hasSession: loadCredentials() !== null }), telegramStarted]).then(() => {
    root.render(
      <StrictMode>
        <App store={store} startSession={beginSession} />
      </StrictMode>,
    );
    showMiniApp();
  });
}
