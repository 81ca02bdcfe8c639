import { EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import { buildPage } from '../../../../test/builders.ts';
import { pageTrouble } from './pageTrouble.ts';

const current = { extension_version: EXTENSION_VERSION };

test('returns null for a page that polls with the current extension version', () => {
  expect(pageTrouble(buildPage(current))).toBeNull();
});

test('reports since when a page is offline, also after another health report, with needsExtension', () => {
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

test('reports that a page has never polled', () => {
  expect(pageTrouble(buildPage({ ...current, is_active: false, last_polled_at: null }))).toEqual({
    text: "The extension has not called yet. Open the page's browser.",
    needsExtension: true,
  });
});

test('has a text for each health report of the extension', () => {
  expect(pageTrouble(buildPage({ ...current, health: 'logged_out' }))).toEqual({
    text: 'The page is logged out of the creator site. Log in again in its browser.',
    needsExtension: false,
  });
  expect(pageTrouble(buildPage({ ...current, health: 'wrong_account' }))?.text).toContain('another account');
});

test('reports an older extension as outdated, but not a newer one', () => {
  expect(pageTrouble(buildPage({ extension_version: '0.9.12' }))).toEqual({
    text: 'The extension, 0.9.12, is outdated.',
    needsExtension: true,
  });
  expect(pageTrouble(buildPage({ extension_version: '99.0.0' }))).toBeNull();
});
