import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { buildPage } from '../../../../test/builders.ts';
import { pageProblem } from './pageProblem.ts';

const current = { extension_version: EXTENSION_VERSION };

test('reports since when a page is inactive, also after another health report, and offers only a newer extension', () => {
  const page = buildPage({
    ...current,
    is_active: false,
    health: 'logged_out',
    last_polled_at: '2026-03-01T12:00:00Z',
  });
  const problem = pageProblem(page);
  expect(problem?.text).toMatch(/^Offline since Mar 1, 2026 \d\d:00\. Open the page's browser\.$/);
  const shortAt = (time: string) => pageProblem(page, Date.parse(time))?.short;
  expect(shortAt('2026-03-01T12:40:00Z')).toBe('Offline 40 min');
  expect(shortAt('2026-03-02T03:59:00Z')).toBe('Offline 15 h');
  expect(shortAt('2026-03-09T12:00:00Z')).toBe('Offline 8 days');
  expect(problem?.needsExtension).toBe(false);
  expect(pageProblem({ ...page, extension_version: '0.9.12' })?.needsExtension).toBe(true);
});

test('where a site pack does not fit, it names the pack and what it does not find', () => {
  const pack_misses = { version: 3, elements: ['steps.5.publish', 'steps.2.keep'] };
  expect(pageProblem(buildPage({ is_active: true, health: 'site_changed', pack_misses }))?.text).toBe(
    'Site pack 3 does not find the post button (step 6), a setting that must stay as it is (step 3) on the creator site. Nothing is posted or charged until a pack fits.',
  );
  expect(pageProblem(buildPage({ is_active: true, health: 'site_changed', pack_misses: null }))?.text).toMatch(
    /^The site pack does not fit the creator site\. /,
  );
  expect(pageProblem(buildPage({ is_active: true, health: 'no_site_pack' }))?.text).toMatch(
    /^No site pack is published/,
  );
});
