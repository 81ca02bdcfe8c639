import { getStats, getTrends, listUsers } from '@flyerdeck/contracts/calls/admin';
import { me } from '@flyerdeck/contracts/calls/auth';
import { listCreditUsers } from '@flyerdeck/contracts/calls/credits';
import { listUserPages } from '@flyerdeck/contracts/calls/pages';
import { listDetailedPostings } from '@flyerdeck/contracts/calls/postings';
import { TRENDS_DAYS } from '@flyerdeck/contracts/values/admin';
import { POSTINGS_PAGE_SIZE } from '@flyerdeck/contracts/values/postings';
import { needsSession } from './app/needsSession.ts';
import { startEarlyCalls } from './data/request/earlyCalls.ts';
import { loadCredentials } from './data/request/storage.ts';
import { viewOf } from './screens/dashboard/views.ts';

/**
 * The inline script of index.html, which runs before the app's script has been loaded: it requests the files of the
 * address, and the first data of the stored session, and shows the loading text of the dashboard. Without it the app works
 * the same, but later.
 */

interface RouteFiles {
  /** A regular expression. */
  readonly path: string;
  readonly needsSession: boolean;
  /** Indexes in `__FILES__`. */
  readonly files: readonly number[];
}

/** Set by scripts/earlyStart.ts when the app is built. */
declare const __FILES__: readonly string[];
declare const __ROUTES__: readonly RouteFiles[];

/** The first calls of the admin screens without parameters in the address, in addition to `me`. */
const ADMIN_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/admin': [getStats.path, `${getTrends.path}?days=${TRENDS_DAYS}`],
  '/admin/users': [listUsers.path],
  '/admin/postings': [
    `${listDetailedPostings.path}?page=1&limit=${POSTINGS_PAGE_SIZE}&sort_by=updatedAt&sort_order=-1&archived=false`,
  ],
  '/admin/credits': [listCreditUsers.path],
};

const firstCallsOf = (pathname: string, search: string): readonly string[] => {
  if (pathname === '/') return viewOf(new URLSearchParams(search)) === 'pages' ? [listUserPages.path] : [];
  return (search === '' && ADMIN_CALLS[pathname]) || [];
};

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
  startEarlyCalls([me.path, ...firstCallsOf(pathname, search)].map((path) => `/api${path}`));
}

if (pathname === '/' && !isReplay) document.documentElement.classList.add('opens-dashboard');

const route = __ROUTES__.find(({ path }) => new RegExp(path).test(pathname));
if (route && !isReplay && (hasSession || !route.needsSession)) {
  for (const file of route.files) preload(__FILES__[file] as string);
}
