import { countFilters, DEFAULT_PAGES_VIEW, layoutFor, pagesViewOf, withPagesView } from './pagesView.ts';

const params = (search: string) => new URLSearchParams(search);

test('a URL without view parameters gives the default view', () => {
  expect(pagesViewOf(params('view=pages'))).toEqual(DEFAULT_PAGES_VIEW);
});

test('order, filters and layout are read from the URL', () => {
  expect(pagesViewOf(params('sort=polled&active=no&paid=yes&tag=vip%20night&layout=table'))).toEqual({
    sort: 'polled',
    active: 'no',
    paid: 'yes',
    tag: 'vip night',
    layout: 'table',
  });
});

test.each(['sort=size', 'active=maybe', 'paid=', 'tag=%20', 'layout=list', 'sort=NAME'])(
  'the unknown value in ?%s is ignored',
  (search) => {
    expect(pagesViewOf(params(search))).toEqual(DEFAULT_PAGES_VIEW);
  },
);

test('a change keeps other URL parameters and leaves out default values', () => {
  const address = params('view=pages&replay=1&sort=name&tag=vip');
  expect(withPagesView(address, { active: 'yes' }).toString()).toBe('view=pages&replay=1&sort=name&tag=vip&active=yes');
  expect(withPagesView(address, { sort: 'linked', tag: null }).toString()).toBe('view=pages&replay=1');
});

test('order and layout do not count as filters', () => {
  expect(countFilters({ ...DEFAULT_PAGES_VIEW, sort: 'name', layout: 'table' })).toBe(0);
  expect(countFilters({ ...DEFAULT_PAGES_VIEW, active: 'problem', tag: 'vip' })).toBe(2);
});

test.each([
  [null, 29, 'grid'],
  [null, 30, 'table'],
  ['grid', 30, 'grid'],
  ['table', 29, 'table'],
] as const)('with the chosen layout %s and %i pages, the layout is %s', (layout, pageCount, expected) => {
  expect(layoutFor({ ...DEFAULT_PAGES_VIEW, layout }, pageCount)).toBe(expected);
});
