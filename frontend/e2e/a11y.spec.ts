import { checkScreens } from './checkScreens.ts';
import { ADMIN_SCREENS } from './screens/adminScreens.ts';
import { SCREENS } from './screens/screens.ts';

/** One screen for each kind of list, dialog and form. `npm run test:long` checks all screens. */
const CHOSEN = [
  'privacy notice of the landing page',
  'preview',
  'pages tab, some selected',
  'hundreds of pages, filters and tags open',
  'assistant of hundreds of pages',
  'queue tab, pages open',
  'presets tab, one open',
  'credits tab',
  'attention strip',
  'link dialog, replacing',
  'privacy dialog, deletion',
  'account question',
  'forecast with warnings',
  'screenshots of a flyer',
  'replay',
  'new post',
  'admin postings, one open',
  'admin performance, as a table',
  'admin reports',
  'admin backups',
  'admin page',
  'admin audit log, details of one user',
  'admin users',
  'admin user, lists open',
  'admin credits, booking a purchase',
  'task',
];

const groups = Object.entries({ ...SCREENS, ...ADMIN_SCREENS }).map(
  ([group, screens]) => [group, screens.filter(({ name }) => CHOSEN.includes(name))] as const,
);
const names = groups.flatMap(([, screens]) => screens.map(({ name }) => name));
const missing = CHOSEN.filter((name) => !names.includes(name));
if (missing.length > 0) throw new Error(`There is no screen ${missing.join(', ')}.`);

checkScreens(Object.fromEntries(groups.filter(([, screens]) => screens.length > 0)));
