import type { Page, PickerPage } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSelector, createSlice, isAnyOf, original } from '@reduxjs/toolkit';
import { replaceScope } from '../replaceScope.ts';
import { sessionEnded } from '../session/sessionActions.ts';
import { pagesApi } from './pagesApi.ts';
import { editedPage, type TagEdit, tagEdit } from './tagEdits.ts';

/** One page as both of its lists know it: `GET /get_user_pages` brings the details, `GET /pages` the picker's view. */
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

/** The state as it came, without drafts: a draft of thousands of rows would be walked key by key. */
const plain = (state: PagesState): PagesState => (original<object>(state) ?? state) as PagesState;

const withDetails = (state: PagesState, details: Page): PageEntity => ({
  guid: details.guid,
  details,
  picker: state.entities[details.guid]?.picker ?? null,
});

const addEdit = (state: PagesState, ...edit: Parameters<typeof tagEdit>): void => {
  state.tagEdits = [...plain(state).tagEdits, tagEdit(...edit)];
};

const forgetEdit = (state: PagesState, requestId: string): void => {
  state.tagEdits = plain(state).tagEdits.filter((edit) => edit.requestId !== requestId);
};

const removePages = (state: PagesState, guids: readonly string[]): void => {
  const gone = new Set(guids);
  adapter.removeMany(state, [...gone]);
  state.pickerGuids = state.pickerGuids.filter((guid) => !gone.has(guid));
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
        forgetEdit(state, meta.requestId);
        adapter.setOne(state, withDetails(state, payload));
      })
      .addMatcher(updateTagsOfPages.matchPending, (state, { meta }) => {
        const { guids, add, remove } = meta.arg.originalArgs.body;
        addEdit(state, meta.requestId, guids, { add, remove });
      })
      .addMatcher(updateTagsOfPages.matchFulfilled, (state, { payload, meta }) => {
        const before = plain(state);
        forgetEdit(state, meta.requestId);
        // Only what was asked for is in scope: the other pages stay.
        const rows = payload.pages.map((page) => withDetails(before, page));
        replaceScope(adapter, state, rows, () => false);
      })
      .addMatcher(isAnyOf(updateTags.matchRejected, updateTagsOfPages.matchRejected), (state, { meta }) => {
        forgetEdit(state, meta.requestId);
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

/** Linked pages, newest link first, with tags as the person last typed them. */
export const selectAllPages = createSelector(
  [(state: WithPages) => state.pages.ids, (state: WithPages) => state.pages.entities, selectEdits],
  (ids, entities, edits): Page[] =>
    ids.flatMap((guid) => {
      const details = entities[guid]?.details;
      return details ? [edits.length > 0 ? editedPage(details, edits) : details] : [];
    }),
);

/** The target picker's pages, by name. */
export const selectPickerPages = createSelector(
  [(state: WithPages) => state.pages.pickerGuids, (state: WithPages) => state.pages.entities],
  (guids, entities): PickerPage[] => guids.flatMap((guid) => entities[guid]?.picker ?? []),
);

/** Every tag in use, by alphabet. */
export const selectAllTags = (state: WithPages) => state.pages.tags;
