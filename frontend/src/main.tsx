import './app/global.css';
import './app/utilities.css';
import { startApp } from './routes/startApp.tsx';

/** The name of the built entry contains a hash of its content and of the chunks that it loads. */
const buildId = /([^/]+)\.[jt]sx?(\?.*)?$/.exec(import.meta.url)?.[1] ?? 'unknown';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root.');

// The app does not start in the replay panel, because it would send requests.
if (new URLSearchParams(window.location.search).has('replay')) {
  void import('./replay/openReplay.tsx').then(({ openReplay }) => openReplay(container, buildId));
} else {
  startApp(container, buildId);
}
