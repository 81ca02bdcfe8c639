import './app/global.css';
import './app/utilities.css';
import { startApp } from './app/startApp.tsx';

/** The built entry is named after what is in it and in all that it loads. */
const buildId = /([^/]+)\.[jt]sx?(\?.*)?$/.exec(import.meta.url)?.[1] ?? 'unknown';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root.');

// What has been done before is looked at without doing anything now: the app itself does not start beside it.
if (new URLSearchParams(window.location.search).has('replay')) {
  void import('./replay/openReplay.tsx').then(({ openReplay }) => openReplay(container, buildId));
} else {
  startApp(container, buildId);
}
