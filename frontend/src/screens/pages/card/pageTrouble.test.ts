import { EXTENSION_VERSION } from '@flyerdeck/contracts/limits';
import { buildPage } from '../../../../test/builders.ts';
import { pageTrouble } from './pageTrouble.ts';

const current = { extension_version: EXTENSION_VERSION };

test('a page that polls with the current version has none', () => {
  expect(pageTrouble(buildPage(current))).toBeNull();
});

test('an offline page says since when, whatever it said last, and where the extension is', () => {
  const page = buildPage({
    ...current,
    is_active: false,
    health: 'logged_out',
    last_polled_at: '2026-03-01T12:00:00Z',
  });
  const trouble = pageTrouble(page);
  expect(trouble?.text).toMatch(/^The extension is offline since Mar 1, 2026 \d\d:00\. Open the page's browser\.$/);
  expect(trouble?.needsExtension).toBe(true);
});

test('a page that never polled says so', () => {
  expect(pageTrouble(buildPage({ ...current, is_active: false, last_polled_at: null }))).toEqual({
    text: "The extension has not called yet. Open the page's browser.",
    needsExtension: true,
  });
});

test('what the extension said of the site is put in words', () => {
  expect(pageTrouble(buildPage({ ...current, health: 'logged_out' }))).toEqual({
    text: 'The page is logged out of the creator site. Log in again in its browser.',
    needsExtension: false,
  });
  expect(pageTrouble(buildPage({ ...current, health: 'wrong_account' }))?.text).toContain('another account');
});

test('an older extension is outdated, a newer one is not', () => {
  expect(pageTrouble(buildPage({ extension_version: '0.9.12' }))).toEqual({
    text: 'The extension, 0.9.12, is outdated.',
    needsExtension: true,
  });
  expect(pageTrouble(buildPage({ extension_version: '99.0.0' }))).toBeNull();
});
