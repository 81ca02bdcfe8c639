import { buildPage, buildPickerPage, uuid } from '../../../test/builders.ts';
import { fulfilled, pending, rejected } from '../../../test/queryActions.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import {
  changedTags,
  pagesSlice,
  selectAllPages,
  selectAllTags,
  selectPickerPages,
  type WithPages,
} from './pagesSlice.ts';

const fold = (...actions: readonly Parameters<typeof pagesSlice.reducer>[1][]): WithPages => ({
  pages: actions.reduce(pagesSlice.reducer, pagesSlice.getInitialState()),
});
const listed = (...pages: ReturnType<typeof buildPage>[]) => fulfilled('listUserPages', { pages });
const edit = (requestId: string, tags: string[]) => ({ requestId, args: { guid: uuid(1), body: { tags } } });
const guids = (state: WithPages) => selectAllPages(state).map((page) => page.guid);
const tagsOf = (state: WithPages) => selectAllPages(state).find(({ guid }) => guid === uuid(1))?.tags;

test('keeps the order of the server and removes pages that are no longer listed', () => {
  const [a, b, c] = [1, 2, 3].map((n) => buildPage({ guid: uuid(n) })) as [
    ReturnType<typeof buildPage>,
    ReturnType<typeof buildPage>,
    ReturnType<typeof buildPage>,
  ];
  expect(guids(fold(listed(a, b, c), listed(c, a)))).toEqual([uuid(3), uuid(1)]);
});

test('the names of the page picker do not change names or order of the page list', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(2), name: '' }), buildPage({ guid: uuid(1), name: 'Zoe' })),
    fulfilled('listPickerPages', {
      pages: [buildPickerPage({ id: uuid(1), name: 'Zoe' }), buildPickerPage({ id: uuid(2), name: '8812300' })],
      tags: ['evening', 'vip'],
    }),
  );
  expect(guids(state)).toEqual([uuid(2), uuid(1)]);
  expect(selectAllPages(state)[0]?.name).toBe('');
  expect(selectPickerPages(state).map((page) => page.name)).toEqual(['Zoe', '8812300']);
  expect(selectAllTags(state)).toEqual(['evening', 'vip']);
});

test('a page that the page picker no longer contains is removed from both lists', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) }), buildPage({ guid: uuid(2) })),
    fulfilled('listPickerPages', { pages: [buildPickerPage({ id: uuid(2) })], tags: [] }),
  );
  expect(guids(state)).toEqual([uuid(2)]);
});

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

  test('are shown as typed before the answer', () => {
    expect(tagsOf(fold(listed(page), pending('updateTags', edit('a', ['new']))))).toEqual(['new']);
  });

  test('are rolled back when the server refuses', () => {
    const call = edit('a', ['new']);
    expect(tagsOf(fold(listed(page), pending('updateTags', call), rejected('updateTags', call)))).toEqual(['old']);
  });

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

  test('are still shown as typed after the answer of a poll', () => {
    const state = fold(listed(page), pending('updateTags', edit('a', ['new'])), listed(page));
    expect(tagsOf(state)).toEqual(['new']);
  });
});

describe('tags of many pages', () => {
  const [one, two, other] = [
    buildPage({ guid: uuid(1), tags: ['Old'] }),
    buildPage({ guid: uuid(2), tags: ['vip'] }),
    buildPage({ guid: uuid(3), tags: ['old'] }),
  ];
  const start = listed(one, two, other);
  const call = {
    requestId: 'bulk',
    args: { body: { guids: [one.guid, two.guid], add: ['VIP', 'new'], remove: ['old'] } },
  };
  const allTags = (state: WithPages) => selectAllPages(state).map(({ tags }) => tags);

  test('are shown as changed before the answer, and the other pages stay the same objects', () => {
    const state = fold(start, pending('updateTagsOfPages', call));
    expect(allTags(state)).toEqual([['VIP', 'new'], ['vip', 'new'], ['old']]);
    expect(selectAllPages(state)[2]).toBe(selectAllPages(fold(start))[2]);
  });

  test('are all rolled back when the server refuses', () => {
    const state = fold(start, pending('updateTagsOfPages', call), rejected('updateTagsOfPages', call));
    expect(allTags(state)).toEqual([['Old'], ['vip'], ['old']]);
  });

  test('are those of the answer when the server accepts', () => {
    const answer = {
      pages: [
        { ...two, tags: ['vip', 'new'] },
        { ...one, tags: ['vip', 'new'] },
      ],
    };
    const state = fold(start, pending('updateTagsOfPages', call), fulfilled('updateTagsOfPages', answer, call));
    expect(allTags(state)).toEqual([['vip', 'new'], ['vip', 'new'], ['old']]);
    expect(state.pages.tagEdits).toEqual([]);
  });

  test('are applied after an earlier edit of one page, and stay when that edit is refused', () => {
    const typed = { requestId: 'typed', args: { guid: one.guid, body: { tags: ['old', 'typed'] } } };
    const both = fold(start, pending('updateTags', typed), pending('updateTagsOfPages', call));
    expect(allTags(both)[0]).toEqual(['typed', 'VIP', 'new']);
    const refused = { pages: pagesSlice.reducer(both.pages, rejected('updateTags', typed)) };
    expect(allTags(refused)[0]).toEqual(['VIP', 'new']);
  });

  test('are still the same objects after an edit of another page', () => {
    const before = fold(start, pending('updateTagsOfPages', call));
    const typed = { requestId: 'typed', args: { guid: other.guid, body: { tags: [] } } };
    const after = { pages: pagesSlice.reducer(before.pages, pending('updateTags', typed)) };
    expect(selectAllPages(after)[2]).not.toBe(selectAllPages(before)[2]);
    expect(selectAllPages(after)[0]).toBe(selectAllPages(before)[0]);
  });
});

test('several unlinked pages are removed from both lists', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) }), buildPage({ guid: uuid(2) }), buildPage({ guid: uuid(3) })),
    fulfilled('listPickerPages', { pages: [1, 2, 3].map((n) => buildPickerPage({ id: uuid(n) })), tags: [] }),
    fulfilled('unlinkPages', { unlinked: [uuid(1), uuid(3)] }),
  );
  expect(guids(state)).toEqual([uuid(2)]);
  expect(selectPickerPages(state).map(({ id }) => id)).toEqual([uuid(2)]);
});

test('an unchanged answer does not change the state, so nothing renders', () => {
  const state = fold(listed(buildPage()));
  const again = { pages: pagesSlice.reducer(state.pages, listed(buildPage())) };
  expect(again.pages).toBe(state.pages);
  expect(selectAllPages(again)).toBe(selectAllPages(state));
});

test('is empty after the session has ended', () => {
  expect(fold(listed(buildPage()), sessionEnded()).pages).toEqual(pagesSlice.getInitialState());
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
