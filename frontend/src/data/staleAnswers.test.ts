import { waitFor } from '@testing-library/react';
import { buildPage, uuid } from '../../test/builders.ts';
import { useHeldCalls } from '../../test/heldCalls.ts';
import { api } from './api.ts';
import { pagesApi } from './pages/pagesApi.ts';
import { selectAllPages } from './pages/pagesSlice.ts';

const { calls, call, makeStore } = useHeldCalls();
const guid = uuid(1);
const page = (...tags: string[]) => buildPage({ guid, tags });

/** A page list that a hint of the live channel fetches again. */
async function refetching() {
  const store = makeStore();
  const shown = store.dispatch(pagesApi.endpoints.listUserPages.initiate());
  await call(0).answer({ pages: [page('a')] });
  store.dispatch(api.util.invalidateTags(['Page']));
  await jest.advanceTimersByTimeAsync(0);
  return { store, shown, tags: () => selectAllPages(store.getState())[0]?.tags };
}
const edit = { guid, body: { tags: ['a', 'b'] } };

test('an answer that was computed before an edit does not undo it: the list is fetched again', async () => {
  const { store, shown, tags } = await refetching();
  store.dispatch(pagesApi.endpoints.updateTags.initiate(edit));
  expect(tags()).toEqual(['a', 'b']);
  await call(2).answer(page('a', 'b'));
  await call(1).answer({ pages: [page('a')] });
  expect(tags()).toEqual(['a', 'b']);
  expect(calls.map(({ path }) => path).slice(3)).toEqual(['/api/get_user_pages']);
  await call(3).answer({ pages: [page('a', 'b', 'c')] });
  await waitFor(() => expect(tags()).toEqual(['a', 'b', 'c']));
  shown.unsubscribe();
});

test('an edit that is not answered yet stays visible when the list arrives', async () => {
  const { store, shown, tags } = await refetching();
  store.dispatch(pagesApi.endpoints.updateTags.initiate(edit));
  await call(1).answer({ pages: [page('a')] });
  expect(tags()).toEqual(['a', 'b']);
  await call(2).answer(page('a', 'b'));
  expect(tags()).toEqual(['a', 'b']);
  expect(calls).toHaveLength(3);
  shown.unsubscribe();
});
