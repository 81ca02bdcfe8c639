import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { needsSession } from '../app/documentLoads.ts';
import { makeRecorder, recordActions } from '../app/recordActions.ts';
import { makeStore } from '../app/store.ts';
import { webAppSettings } from '../app/webAppSettings.ts';
import { lazyLive } from '../data/live/lazyLive.ts';
import { startSession } from '../data/session/login.ts';
import { readMiniApp } from '../telegram/miniApp.ts';
import { showMiniApp, startMiniApp } from '../telegram/startMiniApp.ts';
import { App } from './App.tsx';
import { loadScreenOf } from './routes.tsx';

export function startApp(container: HTMLElement, buildId: string): void {
  const miniApp = readMiniApp();
  const recorder = makeRecorder(buildId, miniApp);
  const store = makeStore(undefined, [lazyLive, recorder.middleware]);
  recordActions(recorder, store);
  // Polling can stop while the tab has no focus.
  setupListeners(store.dispatch);

  let isSessionStarted = false;
  const beginSession = () => {
    if (isSessionStarted) return;
    isSessionStarted = true;
    void store.dispatch(startSession({ miniApp, mockAuth: webAppSettings.mockAuth }));
  };

  const { pathname } = window.location;
  // Before the first render, so that the session and the screen's chunk are loaded in parallel.
  if (needsSession(pathname)) beginSession();

  const root = createRoot(container);
  // Before the first render: the first paint needs Telegram's colours, and the router changes the address, from which
  // Telegram's script reads the launch parameters.
  const telegramStarted = miniApp && needsSession(pathname) ? startMiniApp() : null;
  void Promise.all([loadScreenOf(pathname), telegramStarted]).then(() => {
    root.render(
      <StrictMode>
        <App store={store} startSession={beginSession} />
      </StrictMode>,
    );
    showMiniApp();
  });
}
