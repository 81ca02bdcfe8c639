import './app/global.css';
import { setupListeners } from '@reduxjs/toolkit/query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { buildFlags } from './app/buildFlags.ts';
import { makeStore } from './app/store.ts';
import { startSession } from './data/session/startSession.ts';
import { readMiniApp, showMiniApp } from './telegram/miniApp.ts';

const store = makeStore();
// Polling stops while nobody looks at the tab.
setupListeners(store.dispatch);

const miniApp = readMiniApp();
if (miniApp) showMiniApp();
void store.dispatch(startSession({ miniApp, mockAuth: buildFlags.mockAuth }));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
