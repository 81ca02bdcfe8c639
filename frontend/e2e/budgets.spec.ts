import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { chunksOf, gzippedKiB, ROUTES } from '../scripts/firstLoadSizes.mjs';

// Bytes of the built files: they stand beside the browser tests because those, too, need the build to be there.

type Route = keyof typeof ROUTES;

/** Script of a route's first load, gzipped. */
const FIRST_LOAD_KIB: readonly [Route, number][] = [
  ['/auth', 125],
  ['/screenshot-view', 125],
  ['/verify-link', 240],
  ['dashboard, Pages tab', 240],
  ['/admin', 400],
  ['/admin/users', 400],
  ['/admin/users/{telegramId}', 400],
  ['/admin/performance', 400],
  ['/admin/postings', 400],
  ['/admin/credits', 400],
  ['/tasks/{id}', 400],
];

/** What opening another tab fetches beside the dashboard with its first tab. */
const FURTHER_TAB_KIB = 60;
const FURTHER_TABS: readonly Route[] = [
  'dashboard, Assistants tab',
  'dashboard, Queue tab',
  'dashboard, Presets tab',
  'dashboard, Credits tab',
];

function expectWithin(budgetKiB: number, files: readonly string[], what: string): void {
  const size = gzippedKiB(files);
  const largest = [...files].sort((a, b) => gzippedKiB([b]) - gzippedKiB([a])).slice(0, 3);
  expect(
    size,
    `${what}: ${size.toFixed(1)} KiB of script, ${budgetKiB} are allowed; its largest files are ${largest.join(', ')}`,
  ).toBeLessThanOrEqual(budgetKiB);
}

for (const [route, budgetKiB] of FIRST_LOAD_KIB) {
  test(`the first load of ${route} keeps within ${budgetKiB} KiB of script`, () => {
    expectWithin(budgetKiB, chunksOf(ROUTES[route]), route);
  });
}

for (const route of FURTHER_TABS) {
  test(`${route}: opening it fetches at most ${FURTHER_TAB_KIB} KiB more`, () => {
    const loaded = new Set(chunksOf(ROUTES['dashboard, Pages tab']));
    expectWithin(
      FURTHER_TAB_KIB,
      chunksOf(ROUTES[route]).filter((file) => !loaded.has(file)),
      route,
    );
  });
}

for (const route of ['/auth', '/screenshot-view'] as const) {
  test(`${route} loads nothing of antd`, () => {
    const dist = path.join(import.meta.dirname, '../dist');
    const withAntd = chunksOf(ROUTES[route]).filter((file) =>
      readFileSync(path.join(dist, file), 'utf8').includes('anticon'),
    );
    expect(withAntd).toEqual([]);
  });
}

/** What Telegram's own script says to a client: no other code has a reason to. */
const TELEGRAM_MARKS = ['web_app_ready', 'web_app_setup_main_button', 'TelegramGameProxy'];

for (const [route, sources] of Object.entries(ROUTES)) {
  test(`${route}: its first load has nothing of Telegram's script`, () => {
    const dist = path.join(import.meta.dirname, '../dist');
    const withTelegram = chunksOf(sources).filter((file) => {
      const script = readFileSync(path.join(dist, file), 'utf8');
      return TELEGRAM_MARKS.some((mark) => script.includes(mark));
    });
    expect(withTelegram).toEqual([]);
  });
}

test("Telegram's script is in the mini app's own chunk, where the marks that the others lack are found", () => {
  const dist = path.join(import.meta.dirname, '../dist');
  const scripts = chunksOf(['src/telegram/openMiniApp.ts']).map((file) => readFileSync(path.join(dist, file), 'utf8'));
  for (const mark of TELEGRAM_MARKS) expect(scripts.some((script) => script.includes(mark))).toBe(true);
});

/** Of the replay panel's own chunks alone: its schema's name, a word of the panel, and of its stage. */
const REPLAY_MARKS = ['action-log.v1.json', 'Load an action log', 'replay/stateShown'];

for (const [route, sources] of Object.entries(ROUTES)) {
  test(`${route}: its first load has nothing of the replay panel`, () => {
    const scripts = chunksOf(sources).map((file) =>
      readFileSync(path.join(import.meta.dirname, '../dist', file), 'utf8'),
    );
    expect(REPLAY_MARKS.filter((mark) => scripts.some((script) => script.includes(mark)))).toEqual([]);
  });
}

test('the replay panel is in chunks of its own, where the marks that the others lack are found', () => {
  const sources = ['src/replay/panel/openPanel.tsx', 'src/replay/stage/openStage.tsx'];
  const scripts = chunksOf(sources).map((file) =>
    readFileSync(path.join(import.meta.dirname, '../dist', file), 'utf8'),
  );
  for (const mark of REPLAY_MARKS) expect(scripts.some((script) => script.includes(mark))).toBe(true);
});
