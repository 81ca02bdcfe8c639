import { checkScreens } from './checkScreens.ts';
import { ADMIN_SCREENS } from './screens/adminScreens.ts';
import { SCREENS } from './screens/screens.ts';

/** Each part of the app is on one of these. `npm run test:long` checks all screens. */
const CHOSEN = [
  'privacy notice of the landing page',
  'preview',
  'pages tab, some selected',
  'hundreds of pages, filters and tags open',
  'hundreds of pages, menu of a page',
  'assistant of hundreds of pages',
  'queue tab, pages open',
  'presets tab, one open',
  'credits tab',
  'queue tab, failing',
  'attention strip',
  'attention dialog, failed',
  'link dialog, replacing',
  'repeat dialog',
  'privacy dialog, deletion',
  'account question',
  'purchase dialog',
  'unconfirmed dialog',
  'limits of many pages',
  'forecast with warnings',
  'posts of a day',
  'plan as a list',
  'screenshots of a flyer',
  'replay',
  'new post',
  'command palette',
  'first steps',
  'admin postings, one open',
  'admin postings, choosing a view',
  'admin postings, retrying',
  'admin performance, as a table',
  'admin reports',
  'admin backups',
  'admin page',
  'admin audit log, details of one user',
  'admin dashboard, 90 days',
  'admin users',
  'admin user, lists open',
  'admin credits, booking a purchase',
  'admin credits, by CSV',
  'task',
];

const groups = Object.entries({ ...SCREENS, ...ADMIN_SCREENS }).map(
  ([group, screens]) => [group, screens.filter(({ name }) => CHOSEN.includes(name))] as const,
);
const names = groups.flatMap(([, screens]) => screens.map(({ name }) => name));
const missing = CHOSEN.filter((name) => !names.includes(name));
if (missing.length > 0) throw new Error(`There is no screen ${missing.join(', ')}.`);

checkScreens(Object.fromEntries(groups.filter(([, screens]) => screens.length > 0)));
