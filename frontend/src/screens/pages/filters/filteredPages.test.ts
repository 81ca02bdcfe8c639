import { buildPage, uuid } from '../../../../test/builders.ts';
import { tagsInUse } from '../../../lib/tagsInUse.ts';
import { filteredPages } from './filteredPages.ts';
import { DEFAULT_PAGES_VIEW, type PagesView } from './pagesView.ts';

const pages = [
  buildPage({ guid: uuid(1), is_active: true, is_paid: true, tags: ['VIP', 'night'] }),
  buildPage({ guid: uuid(2), is_active: true, is_paid: false, tags: ['vip'] }),
  buildPage({ guid: uuid(3), is_active: false, is_paid: false, tags: ['Promo 10', 'promo 9'] }),
];

test.each<[string, Partial<PagesView>, number[]]>([
  ['no filter', {}, [1, 2, 3]],
  ['active', { active: 'yes' }, [1, 2]],
  ['inactive', { active: 'no' }, [3]],
  ['paid', { paid: 'yes' }, [1]],
  ['unpaid', { paid: 'no' }, [2, 3]],
  ['a tag, ignoring upper and lower case', { tag: 'Vip' }, [1, 2]],
  ['a tag as a whole word', { tag: 'promo' }, []],
  ['all filters at once', { active: 'yes', paid: 'no', tag: 'vip' }, [2]],
])('filters pages by %s', (_words, changes, expected) => {
  const shown = filteredPages(pages, { ...DEFAULT_PAGES_VIEW, ...changes });
  expect(shown.map(({ guid }) => guid)).toEqual(expected.map(uuid));
});

test('lists every tag once, in alphabetical order', () => {
  expect(tagsInUse(pages)).toEqual(['night', 'promo 9', 'Promo 10', 'VIP']);
});
