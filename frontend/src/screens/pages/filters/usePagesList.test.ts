import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { buildPage, uuid } from '../../../../test/builders.ts';
import { DEFAULT_PAGES_VIEW, filteredPages, type PagesView, pagesViewOf, sortedPages } from './usePagesList.ts';

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
