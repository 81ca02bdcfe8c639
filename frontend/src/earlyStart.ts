import { auth, pages } from '@flyerdeck/contracts/calls';
import { needsSession } from './app/documentLoads.ts';
import { startEarlyCalls } from './data/request/earlyCalls.ts';
import { loadCredentials } from './data/request/storage.ts';
import { viewOf } from './screens/dashboard/views.ts';

/** The inline script of index.html, which runs before the app's script. Without it the app works the same, but later. */

interface RouteFiles {
  readonly path: string;
  readonly needsSession: boolean;
  /** Indexes in `__FILES__`. */
  readonly files: readonly number[];
}

/** Set by scripts/earlyStart.ts when the app is built. */
declare const __FILES__: readonly string[];
declare const __ROUTES__: readonly RouteFiles[];

function preload(file: string): void {
  const link = document.createElement('link');
  if (file.endsWith('.css')) {
    link.rel = 'preload';
    link.as = 'style';
  } else {
    link.rel = 'modulepreload';
  }
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}

const { pathname, search, hash } = window.location;
const isReplay = new URLSearchParams(search).has('replay');
const hasSession = loadCredentials() !== null;

// Not with launch parameters of Telegram: they may sign another account in.
if (!isReplay && hash === '' && needsSession(pathname)) {
  const opensPages = pathname === '/' && viewOf(new URLSearchParams(search)) === 'pages';
  startEarlyCalls([auth.me.path, ...(opensPages ? [pages.listUserPages.path] : [])].map((path) => `/api${path}`));
}

if (pathname === '/' && !isReplay) document.documentElement.classList.add('opens-dashboard');

const route = __ROUTES__.find(({ path }) => new RegExp(path).test(pathname));
if (route && !isReplay && (hasSession || !route.needsSession)) {
  for (const file of route.files) preload(__FILES__[file] as string);
}
