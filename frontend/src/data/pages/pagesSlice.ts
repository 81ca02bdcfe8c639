import type { Page, PickerPage } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSelector, createSlice, isAnyOf, original } from '@reduxjs/toolkit';
import { replaceScope } from '../replaceScope.ts';
import { sessionEnded } from '../session/sessionActions.ts';
import { pagesApi } from './pagesApi.ts';
import { editedPage, type TagEdit, tagEdit } from './tagEdits.ts';

/** One page of two lists: `details` comes from `GET /get_user_pages`, `picker` from `GET /pages`. */
interface PageEntity {
  readonly guid: string;
  readonly details: Page | null;
  readonly picker: PickerPage | null;
}

const adapter = createEntityAdapter<PageEntity, string>({ selectId: (page) => page.guid });
const initialState = adapter.getInitialState({
  pickerGuids: [] as string[],
  tags: [] as string[],
  tagEdits: [] as TagEdit[],
});
type PagesState = typeof initialState;
export interface WithPages {
  readonly pages: PagesState;
}

/** The state without Immer drafts, because reading thousands of rows through drafts is slow. */
const plain = (state: PagesState): PagesState => (original<object>(state) ?? state) as PagesState;

const withDetails = (state: PagesState, details: Page): PageEntity => ({
  guid: details.guid,
  details,
  picker: state.entities[details.guid]?.picker ?? null,
});

const addEdit = (state: PagesState, ...edit: Parameters<typeof tagEdit>): void => {
  state.tagEdits = [...plain(state).tagEdits, tagEdit(...edit)];
};

const removeEdit = (state: PagesState, requestId: string): void => {
  state.tagEdits = plain(state).tagEdits.filter((edit) => edit.requestId !== requestId);
};

const removePages = (state: PagesState, guids: readonly string[]): void => {
  const removed = new Set(guids);
  adapter.removeMany(state, [...removed]);
  state.pickerGuids = state.pickerGuids.filter((guid) => !removed.has(guid));
};

export const pagesSlice = createSlice({
  name: 'pages',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { listUserPages, listPickerPages, updateTags, updateTagsOfPages, unlinkPage, unlinkPages, verifyLinking } =
      pagesApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listUserPages.matchFulfilled, (state, { payload }) => {
        const before = plain(state);
        replaceScope(
          adapter,
          state,
          payload.pages.map((page) => withDetails(before, page)),
        );
      })
      .addMatcher(listPickerPages.matchFulfilled, (state, { payload }) => {
        const before = plain(state);
        const rows = payload.pages.map((picker) => ({
          guid: picker.id,
          details: before.entities[picker.id]?.details ?? null,
          picker,
        }));
        const answered = new Set(payload.pages.map((page) => page.id));
        replaceScope(adapter, state, rows, (page) => !answered.has(page.guid));
        state.pickerGuids = payload.pages.map((page) => page.id);
        state.tags = payload.tags;
      })
      .addMatcher(updateTags.matchPending, (state, { meta }) => {
        const { guid, body } = meta.arg.originalArgs;
        addEdit(state, meta.requestId, [guid], body.tags);
      })
      .addMatcher(updateTags.matchFulfilled, (state, { payload, meta }) => {
        removeEdit(state, meta.requestId);
        adapter.setOne(state, withDetails(state, payload));
      })
      .addMatcher(updateTagsOfPages.matchPending, (state, { meta }) => {
        const { guids, add, remove } = meta.arg.originalArgs.body;
        addEdit(state, meta.requestId, guids, { add, remove });
      })
      .addMatcher(updateTagsOfPages.matchFulfilled, (state, { payload, meta }) => {
        const before = plain(state);
        removeEdit(state, meta.requestId);
        // Pages that are not in the response stay.
        const rows = payload.pages.map((page) => withDetails(before, page));
        replaceScope(adapter, state, rows, () => false);
      })
      .addMatcher(isAnyOf(updateTags.matchRejected, updateTagsOfPages.matchRejected), (state, { meta }) => {
        removeEdit(state, meta.requestId);
      })
      .addMatcher(unlinkPage.matchFulfilled, (state, { meta }) => {
        removePages(state, [meta.arg.originalArgs.guid]);
      })
      .addMatcher(unlinkPages.matchFulfilled, (state, { payload }) => {
        removePages(state, payload.unlinked);
      })
      .addMatcher(verifyLinking.matchFulfilled, (state, { payload }) => {
        adapter.setOne(state, withDetails(state, payload.page));
        // Newest link first, as the server lists them.
        state.ids = [payload.page.guid, ...state.ids.filter((id) => id !== payload.page.guid)];
      });
  },
});

const selectEdits = (state: WithPages) => state.pages.tagEdits;

/** Linked pages, newest link first, with the user's unconfirmed tag edits. */
export const selectAllPages = createSelector(
  [(state: WithPages) => state.pages.ids, (state: WithPages) => state.pages.entities, selectEdits],
  (ids, entities, edits): Page[] =>
    ids.flatMap((guid) => {
      const details = entities[guid]?.details;
      return details ? [edits.length > 0 ? editedPage(details, edits) : details] : [];
    }),
);

/** The target picker's pages, sorted by name. */
export const selectPickerPages = createSelector(
  [(state: WithPages) => state.pages.pickerGuids, (state: WithPages) => state.pages.entities],
  (guids, entities): PickerPage[] => guids.flatMap((guid) => entities[guid]?.picker ?? []),
);

/** All tags in use, in alphabetical order. */
export const selectAllTags = (state: WithPages) => state.pages.tags;
