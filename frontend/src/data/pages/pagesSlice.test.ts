import { buildPage, buildPickerPage, uuid } from '../../../test/builders.ts';
import { fulfilled, pending, rejected } from '../../../test/queryActions.ts';
import { changedTags, pagesSlice, selectAllPages, selectPickerPages, type WithPages } from './pagesSlice.ts';

const fold = (...actions: readonly Parameters<typeof pagesSlice.reducer>[1][]): WithPages => ({
  pages: actions.reduce(pagesSlice.reducer, pagesSlice.getInitialState()),
});
const listed = (...pages: ReturnType<typeof buildPage>[]) => fulfilled('listUserPages', { pages });
const edit = (requestId: string, tags: string[]) => ({ requestId, args: { guid: uuid(1), body: { tags } } });
const guids = (state: WithPages) => selectAllPages(state).map((page) => page.guid);
const tagsOf = (state: WithPages) => selectAllPages(state).find(({ guid }) => guid === uuid(1))?.tags;

test('an unlinked page is removed from both lists', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) })),
    fulfilled('listPickerPages', { pages: [buildPickerPage({ id: uuid(1) })], tags: [] }),
    fulfilled('unlinkPage', null, { args: { guid: uuid(1) } }),
  );
  expect(guids(state)).toEqual([]);
  expect(selectPickerPages(state)).toEqual([]);
});

test('a newly linked page is first, and a page that is linked again becomes first', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) }), buildPage({ guid: uuid(2) })),
    fulfilled('verifyLinking', { message: '', page: buildPage({ guid: uuid(2) }) }),
    fulfilled('verifyLinking', { message: '', page: buildPage({ guid: uuid(3) }) }),
  );
  expect(guids(state)).toEqual([uuid(3), uuid(2), uuid(1)]);
});

describe('tags', () => {
  const page = buildPage({ guid: uuid(1), tags: ['old'] });

  test('are those of the answer when the server accepts', () => {
    const call = edit('a', [' new ']);
    const agreed = fulfilled('updateTags', { ...page, tags: ['new'] }, call);
    expect(tagsOf(fold(listed(page), pending('updateTags', call), agreed))).toEqual(['new']);
  });

  test('keep the second of two edits when the first one is refused', () => {
    const [first, second] = [edit('a', ['one']), edit('b', ['one', 'two'])];
    const state = fold(
      listed(page),
      pending('updateTags', first),
      pending('updateTags', second),
      rejected('updateTags', first),
    );
    expect(tagsOf(state)).toEqual(['one', 'two']);
  });
});

test('an unchanged answer does not change the state, so nothing renders', () => {
  const state = fold(listed(buildPage()));
  const again = { pages: pagesSlice.reducer(state.pages, listed(buildPage())) };
  expect(again.pages).toBe(state.pages);
  expect(selectAllPages(again)).toBe(selectAllPages(state));
});

describe('changedTags', () => {
  test.each([
    ['adds new tags', ['a'], { add: ['b', 'c'], remove: [] }, ['a', 'b', 'c']],
    ['adds no tag twice, ignoring case', ['Vip'], { add: ['VIP', ' new ', 'New'], remove: [] }, ['Vip', 'new']],
    ['removes tags, ignoring case', ['Vip', 'b'], { add: [], remove: ['vIP'] }, ['b']],
    ['keeps a tag that is both added and removed', ['Vip'], { add: ['vip'], remove: ['VIP'] }, ['Vip']],
    ['adds no blank tag', [], { add: [' '], remove: [] }, []],
  ])('%s', (_title, tags, change, expected) => {
    expect(changedTags(tags, change)).toEqual(expected);
  });
});
