import { DEFAULT_PAGES_VIEW, hasFilters, pagesViewOf, withPagesView } from './pagesView.ts';

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
  expect(hasFilters({ ...DEFAULT_PAGES_VIEW, sort: 'name', layout: 'table' })).toBe(false);
  expect(hasFilters({ ...DEFAULT_PAGES_VIEW, tag: 'vip' })).toBe(true);
});
