import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chunksOf, gzippedKiB, ROUTES } from '../scripts/firstLoadSizes.mjs';

// Checks the last build. `npm test` builds before it tests.

type Route = keyof typeof ROUTES;

const DIST = path.join(__dirname, '../dist');
const ALL_ROUTES = Object.keys(ROUTES) as Route[];

/** Gzipped script of each route's first load. */
const FIRST_LOAD_KIB = {
  '/auth': 132,
  '/screenshot-view': 131.5,
  '/verify-link': 240,
  'dashboard, Pages tab': 240,
  '/admin': 400,
  '/admin/users': 400,
  '/admin/users/{telegramId}': 400,
  '/admin/performance': 400,
  '/admin/postings': 400,
  '/admin/credits': 400,
  '/admin/audit': 400,
  '/admin/pages/{guid}': 400,
  '/admin/reports': 400,
  '/admin/site-packs': 400,
  '/admin/backups': 400,
  '/tasks/{id}': 400,
} as const satisfies Partial<Record<Route, number>>;

/** Script that another tab loads in addition. */
const FURTHER_TAB_KIB = 60;
const FURTHER_TABS: readonly Route[] = [
  'dashboard, Assistants tab',
  'dashboard, Queue tab',
  'dashboard, Presets tab',
  'dashboard, Credits tab',
];

/** Returns a message when the files exceed the budget. */
function excessOf(what: string, budgetKiB: number, files: readonly string[]): string[] {
  const size = gzippedKiB(files);
  if (size <= budgetKiB) return [];
  const largest = [...files].sort((a, b) => gzippedKiB([b]) - gzippedKiB([a])).slice(0, 3);
  return [`${what}: ${size.toFixed(1)} KiB of script, ${budgetKiB} are allowed; largest: ${largest.join(', ')}`];
}

const scriptOf = (sources: readonly string[]) =>
  chunksOf(sources)
    .map((file) => readFileSync(path.join(DIST, file), 'utf8'))
    .join('\n');

/** Texts in `marks` that a route's first load contains, as "route: mark". */
const marksIn = (routes: readonly Route[], marks: readonly string[]) =>
  routes.flatMap((route) => {
    const script = scriptOf(ROUTES[route]);
    return marks.filter((mark) => script.includes(mark)).map((mark) => `${route}: ${mark}`);
  });

test('the script of the first load of each route does not exceed its budget', () => {
  const excess = Object.entries(FIRST_LOAD_KIB).flatMap(([route, budgetKiB]) =>
    excessOf(route, budgetKiB, chunksOf(ROUTES[route as Route])),
  );
  expect(excess).toEqual([]);
});

test(`another tab of the dashboard loads at most ${FURTHER_TAB_KIB} KiB of script`, () => {
  const loaded = new Set(chunksOf(ROUTES['dashboard, Pages tab']));
  const excess = FURTHER_TABS.flatMap((route) =>
    excessOf(
      route,
      FURTHER_TAB_KIB,
      chunksOf(ROUTES[route]).filter((file) => !loaded.has(file)),
    ),
  );
  expect(excess).toEqual([]);
});

test("antd is in the dashboard's first load, and not in that of the landing page and the preview", () => {
  const antd = ['anticon'];
  expect(marksIn(['dashboard, Pages tab'], antd)).toHaveLength(1);
  expect(marksIn(['/auth', '/screenshot-view'], antd)).toEqual([]);
});

test.each([
  {
    what: "Telegram's script",
    source: 'src/telegram/openMiniApp.ts',
    // Events of Telegram's protocol, which only its script contains.
    marks: ['web_app_ready', 'web_app_setup_main_button', 'TelegramGameProxy'],
  },
  {
    what: 'the replay panel',
    source: 'src/replay/panel/ReplayPanel.tsx',
    // The name of the log's schema, and a text of the panel.
    marks: ['action-log.json', 'Load an action log'],
  },
  { what: 'the live channel', source: 'src/data/live/liveListeners.ts', marks: ['live/changed'] },
  { what: "the replay's stage", source: 'src/replay/stage/openStage.tsx', marks: ['replay/stateShown'] },
])('$what is in a separate chunk that is not part of any first load', ({ source, marks }) => {
  const script = scriptOf([source]);
  expect(marks.filter((mark) => !script.includes(mark))).toEqual([]);
  expect(marksIn(ALL_ROUTES, marks)).toEqual([]);
});
