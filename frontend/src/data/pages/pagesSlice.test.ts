import { buildPage, buildPickerPage, uuid } from '../../../test/builders.ts';
import { fulfilled, pending, rejected } from '../../../test/queryActions.ts';
import { sessionEnded } from '../session/sessionActions.ts';
import {
  pagesSlice,
  selectAllPages,
  selectAllTags,
  selectPageByGuid,
  selectPickerPages,
  type WithPages,
} from './pagesSlice.ts';

const fold = (...actions: readonly Parameters<typeof pagesSlice.reducer>[1][]): WithPages => ({
  pages: actions.reduce(pagesSlice.reducer, pagesSlice.getInitialState()),
});
const listed = (...pages: ReturnType<typeof buildPage>[]) => fulfilled('listUserPages', { pages });
const edit = (requestId: string, tags: string[]) => ({ requestId, args: { guid: uuid(1), body: { tags } } });
const guids = (state: WithPages) => selectAllPages(state).map((page) => page.guid);
const tagsOf = (state: WithPages) => selectPageByGuid(state, uuid(1))?.tags;

test('lists pages in the order the server sent, and forgets those it no longer lists', () => {
  const [a, b, c] = [1, 2, 3].map((n) => buildPage({ guid: uuid(n) })) as [
    ReturnType<typeof buildPage>,
    ReturnType<typeof buildPage>,
    ReturnType<typeof buildPage>,
  ];
  expect(guids(fold(listed(a, b, c), listed(c, a)))).toEqual([uuid(3), uuid(1)]);
});

test('both lists feed the same pages: the picker’s names neither replace nor reorder the page list', () => {
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

test('a page the picker no longer has is gone from both', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) }), buildPage({ guid: uuid(2) })),
    fulfilled('listPickerPages', { pages: [buildPickerPage({ id: uuid(2) })], tags: [] }),
  );
  expect(guids(state)).toEqual([uuid(2)]);
});

test('an unlinked page leaves both views', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) })),
    fulfilled('listPickerPages', { pages: [buildPickerPage({ id: uuid(1) })], tags: [] }),
    fulfilled('unlinkPage', null, { args: { guid: uuid(1) } }),
  );
  expect(guids(state)).toEqual([]);
  expect(selectPickerPages(state)).toEqual([]);
});

test('a newly linked page comes first, and a relinked one moves there', () => {
  const state = fold(
    listed(buildPage({ guid: uuid(1) }), buildPage({ guid: uuid(2) })),
    fulfilled('verifyLinking', { message: '', page: buildPage({ guid: uuid(2) }) }),
    fulfilled('verifyLinking', { message: '', page: buildPage({ guid: uuid(3) }) }),
  );
  expect(guids(state)).toEqual([uuid(3), uuid(2), uuid(1)]);
});

describe('tags', () => {
  const page = buildPage({ guid: uuid(1), tags: ['old'] });

  test('show as typed while the server is asked', () => {
    expect(tagsOf(fold(listed(page), pending('updateTags', edit('a', ['new']))))).toEqual(['new']);
  });

  test('roll back when the server refuses', () => {
    const call = edit('a', ['new']);
    expect(tagsOf(fold(listed(page), pending('updateTags', call), rejected('updateTags', call)))).toEqual(['old']);
  });

  test('become the server’s when it agrees', () => {
    const call = edit('a', [' new ']);
    const agreed = fulfilled('updateTags', { ...page, tags: ['new'] }, call);
    expect(tagsOf(fold(listed(page), pending('updateTags', call), agreed))).toEqual(['new']);
  });

  test('keep the later of two edits when the earlier one is refused', () => {
    const [first, second] = [edit('a', ['one']), edit('b', ['one', 'two'])];
    const state = fold(
      listed(page),
      pending('updateTags', first),
      pending('updateTags', second),
      rejected('updateTags', first),
    );
    expect(tagsOf(state)).toEqual(['one', 'two']);
  });

  test('stay as typed when a poll answers in between', () => {
    const state = fold(listed(page), pending('updateTags', edit('a', ['new'])), listed(page));
    expect(tagsOf(state)).toEqual(['new']);
  });
});

test('an unchanged answer changes nothing, so that nothing renders', () => {
  const state = fold(listed(buildPage()));
  const again = { pages: pagesSlice.reducer(state.pages, listed(buildPage())) };
  expect(again.pages).toBe(state.pages);
  expect(selectAllPages(again)).toBe(selectAllPages(state));
});

test('nothing is left when the session ends', () => {
  expect(fold(listed(buildPage()), sessionEnded()).pages).toEqual(pagesSlice.getInitialState());
});
