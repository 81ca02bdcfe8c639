import { EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import { buildPage, uuid } from '../../../../test/builders.ts';
import { tagsInUse } from '../../../lib/pages.ts';
import { filteredPages } from './filteredPages.ts';
import { DEFAULT_PAGES_VIEW, type PagesView } from './pagesView.ts';
import { tagGroupsOf } from './tagGroups.ts';

const current = { extension_version: EXTENSION_VERSION };
const pages = [
  buildPage({ ...current, guid: uuid(1), is_active: true, is_paid: true, tags: ['VIP', 'night'] }),
  buildPage({ ...current, guid: uuid(2), is_active: true, is_paid: false, tags: ['vip'], health: 'logged_out' }),
  buildPage({ guid: uuid(3), is_active: false, is_paid: false, tags: ['Promo 10', 'promo 9'] }),
];

test.each<[string, Partial<PagesView>, number[]]>([
  ['no filter', {}, [1, 2, 3]],
  ['active', { active: 'yes' }, [1, 2]],
  ['inactive', { active: 'no' }, [3]],
  ['active with a problem', { active: 'problem' }, [2]],
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

test('counts the pages of each tag by their state, ignoring upper and lower case', () => {
  expect(tagGroupsOf(pages)).toEqual([
    { tag: 'night', active: 1, inactive: 0, problems: 0 },
    { tag: 'promo 9', active: 0, inactive: 1, problems: 0 },
    { tag: 'Promo 10', active: 0, inactive: 1, problems: 0 },
    { tag: 'VIP', active: 2, inactive: 0, problems: 1 },
  ]);
});
