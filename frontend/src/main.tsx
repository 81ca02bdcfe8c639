import './app/global.css';
import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { buildFlags } from './app/buildFlags.ts';
import { needsSession } from './app/needsSession.ts';
import { loadScreenOf } from './app/routes.tsx';
import { makeStore } from './app/store.ts';
import { startSession } from './data/session/startSession.ts';
import { loadCredentials } from './data/session/storage.ts';
import { readMiniApp } from './telegram/miniApp.ts';
import { showMiniApp, startMiniApp } from './telegram/startMiniApp.ts';

const store = makeStore();
// Polling stops while nobody looks at the tab.
setupListeners(store.dispatch);

const miniApp = readMiniApp();

let isSessionStarted = false;
const beginSession = () => {
  if (isSessionStarted) return;
  isSessionStarted = true;
  void store.dispatch(startSession({ miniApp, mockAuth: buildFlags.mockAuth }));
};

const { pathname } = window.location;
// Before the first render, so that the answer and the screen's chunk are on their way together.
if (needsSession(pathname)) beginSession();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root.');
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
