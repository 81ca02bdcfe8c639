import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import type { PageLimits } from '@flyerdeck/contracts/types';
import { buildPage, uuid } from '../../../test/builders.ts';
import { limitsText } from '../../lib/pages.ts';
import { pageProblem } from './card/pageProblem.ts';
import { DEFAULT_PAGES_VIEW, filteredPages, type PagesView, pagesViewOf, sortedPages } from './filters/usePagesList.ts';
import { draftOf, limitsOf } from './limits/LimitsDialog.tsx';

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

const params = (search: string) => new URLSearchParams(search);

test('order, filters and layout are read from the URL', () => {
  expect(pagesViewOf(params('sort=polled&active=no&paid=yes&tag=vip%20night&layout=table'))).toEqual({
    sort: 'polled',
    active: 'no',
    paid: 'yes',
    tag: 'vip night',
    layout: 'table',
  });
});

describe('filteredPages', () => {
  const current = { extension_version: EXTENSION_VERSION };
  const pages = [
    buildPage({ ...current, guid: uuid(1), is_active: true, is_paid: true, tags: ['VIP', 'night'] }),
    buildPage({ ...current, guid: uuid(2), is_active: true, is_paid: false, tags: ['vip'], health: 'logged_out' }),
    buildPage({ guid: uuid(3), is_active: false, is_paid: false, tags: ['Promo 10', 'promo 9'] }),
  ];

  test.each<[string, Partial<PagesView>, number[]]>([
    ['active', { active: 'yes' }, [1, 2]],
    ['active with a problem', { active: 'problem' }, [2]],
    ['unpaid', { paid: 'no' }, [2, 3]],
    ['a tag, ignoring upper and lower case', { tag: 'Vip' }, [1, 2]],
    ['a tag as a whole word', { tag: 'promo' }, []],
    ['all filters at once', { active: 'yes', paid: 'no', tag: 'vip' }, [2]],
  ])('filters pages by %s', (_words, changes, expected) => {
    const shown = filteredPages(pages, { ...DEFAULT_PAGES_VIEW, ...changes });
    expect(shown.map(({ guid }) => guid)).toEqual(expected.map(uuid));
  });
});

describe('sortedPages', () => {
  const DAY = (day: number) => `2026-03-0${day}T12:00:00.000Z`;
  const pages = [
    buildPage({ guid: uuid(1), name: 'page 10', is_active: false, last_polled_at: null }),
    buildPage({
      guid: uuid(2),
      name: '',
      username: 'Page 9',
      last_polled_at: DAY(2),
      is_paid: true,
      paid_until: DAY(5),
    }),
    buildPage({
      ...{ guid: uuid(3), name: 'Alma', is_active: false },
      ...{ last_polled_at: DAY(1), is_paid: true, paid_until: DAY(4) },
    }),
    // Its payment has expired.
    buildPage({ guid: uuid(4), name: 'Zoe', last_polled_at: DAY(3), paid_until: DAY(1) }),
  ];

  test.each([
    ['linked', 'newest link first, as in the server response', [1, 2, 3, 4]],
    ['name', 'by name or username, with numbers in numeric order, ignoring upper and lower case', [3, 2, 1, 4]],
    ['polled', 'last polled first, never polled last', [4, 2, 3, 1]],
    ['paid', 'earliest end of payment first, unpaid last', [3, 2, 1, 4]],
    ['active', 'active first, otherwise as in the server response', [2, 4, 1, 3]],
  ] as const)("the order '%s' is %s", (sort, _words, expected) => {
    expect(sortedPages(pages, sort).map(({ guid }) => guid)).toEqual(expected.map(uuid));
  });
});

const hours = { from: '18:00', until: '02:00', time_zone: 'Europe/Berlin' };
const limits: PageLimits = { max_posts_in_24_hours: 3, min_gap_minutes: 90, hours };
const page = (n: number, of: PageLimits | null) => buildPage({ guid: uuid(n), limits: of, time_zone: 'Asia/Tokyo' });
const empty = { posts: '', gapHours: '', gapMinutes: '', from: '', until: '', timeZone: 'UTC' };

it('shows the limits that all pages have, and stores them again', () => {
  const draft = draftOf([page(1, limits), page(2, { ...limits })]);
  expect(draft).toEqual({
    posts: '3',
    gapHours: '1',
    gapMinutes: '30',
    from: '18:00',
    until: '02:00',
    timeZone: 'Europe/Berlin',
  });
  expect(limitsOf(draft)).toEqual(limits);
});

it("is empty for pages with different limits, in the zone of the first page's browser", () => {
  expect(draftOf([page(1, limits), page(2, null)])).toEqual({ ...empty, timeZone: 'Asia/Tokyo' });
});

it('an empty form is no limits', () => {
  expect(limitsOf(empty)).toBeNull();
  expect(limitsOf({ ...empty, posts: '0', gapHours: '0' })).toBeNull();
});

it.each([
  [{ posts: '1.5' }, 'Use whole numbers.'],
  [{ posts: '1001' }, 'At most 1,000 posts can be set.'],
  [{ gapHours: '168', gapMinutes: '1' }, 'At most 7 days between posts can be set.'],
  [{ from: '09:00' }, 'Set both the start and the end of the posting hours.'],
  [{ from: '09:00', until: '09:00' }, 'The posting hours must not begin and end at the same time.'],
])('refuses %j', (change, sentence) => {
  expect(limitsOf({ ...empty, ...change })).toBe(sentence);
});

it.each([
  [limits, 'At most 3 posts in 24 hours · 1 hour 30 minutes between posts · 18:00 to 02:00, Europe/Berlin'],
  [{ ...limits, hours: null, min_gap_minutes: 120, max_posts_in_24_hours: null }, '2 hours between posts'],
])('describes limits in words', (of, words) => {
  expect(limitsText(of)).toBe(words);
});
