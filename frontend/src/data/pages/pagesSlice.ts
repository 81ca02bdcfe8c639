import type { Page, PickerPage } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSelector, createSlice, original } from '@reduxjs/toolkit';
import { replaceScope } from '../replaceScope.ts';
import { sessionEnded } from '../session/sessionActions.ts';
import { pagesApi } from './pagesApi.ts';

/** One page as both of its lists know it: `GET /get_user_pages` brings the details, `GET /pages` the picker's view. */
export interface PageEntity {
  readonly guid: string;
  readonly details: Page | null;
  readonly picker: PickerPage | null;
}

/** Tags typed but not yet confirmed. They lie over the server's truth, so rolling back is forgetting them. */
interface TagEdit {
  readonly requestId: string;
  readonly guid: string;
  readonly tags: string[];
}

const adapter = createEntityAdapter<PageEntity, string>({ selectId: (page) => page.guid });
const initialState = adapter.getInitialState({
  pickerGuids: [] as string[],
  tags: [] as string[],
  tagEdits: [] as TagEdit[],
});
export type PagesState = typeof initialState;
export interface WithPages {
  readonly pages: PagesState;
}

export const PAGES_WRITERS = ['listUserPages', 'listPickerPages', 'updateTags', 'unlinkPage', 'verifyLinking'] as const;

const withDetails = (state: PagesState, details: Page): PageEntity => ({
  guid: details.guid,
  details,
  picker: state.entities[details.guid]?.picker ?? null,
});

const forgetEdit = (state: PagesState, requestId: string): void => {
  state.tagEdits = state.tagEdits.filter((edit) => edit.requestId !== requestId);
};

export const pagesSlice = createSlice({
  name: 'pages',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { listUserPages, listPickerPages, updateTags, unlinkPage, verifyLinking } = pagesApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listUserPages.matchFulfilled, (state, { payload }) => {
        const before = original(state) ?? state;
        replaceScope(
          adapter,
          state,
          payload.pages.map((page) => withDetails(before, page)),
        );
      })
      .addMatcher(listPickerPages.matchFulfilled, (state, { payload }) => {
        const before = original(state) ?? state;
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
        state.tagEdits.push({ requestId: meta.requestId, guid, tags: body.tags });
      })
      .addMatcher(updateTags.matchFulfilled, (state, { payload, meta }) => {
        forgetEdit(state, meta.requestId);
        adapter.setOne(state, withDetails(state, payload));
      })
      .addMatcher(updateTags.matchRejected, (state, { meta }) => {
        forgetEdit(state, meta.requestId);
      })
      .addMatcher(unlinkPage.matchFulfilled, (state, { meta }) => {
        const { guid } = meta.arg.originalArgs;
        adapter.removeOne(state, guid);
        state.pickerGuids = state.pickerGuids.filter((id) => id !== guid);
      })
      .addMatcher(verifyLinking.matchFulfilled, (state, { payload }) => {
        adapter.setOne(state, withDetails(state, payload.page));
        // Newest link first, as the server lists them.
        state.ids = [payload.page.guid, ...state.ids.filter((id) => id !== payload.page.guid)];
      });
  },
});

const selectEdits = (state: WithPages) => state.pages.tagEdits;

const editedPage = (page: Page, edits: readonly TagEdit[]): Page => {
  const edit = edits.findLast((one) => one.guid === page.guid);
  return edit ? { ...page, tags: edit.tags } : page;
};

/** Linked pages, newest link first, with tags as the person last typed them. */
export const selectAllPages = createSelector(
  [(state: WithPages) => state.pages.ids, (state: WithPages) => state.pages.entities, selectEdits],
  (ids, entities, edits): Page[] =>
    ids.flatMap((guid) => {
      const details = entities[guid]?.details;
      return details ? [edits.length > 0 ? editedPage(details, edits) : details] : [];
    }),
);

export const selectPageByGuid = createSelector(
  [(state: WithPages, guid: string) => state.pages.entities[guid]?.details, selectEdits],
  (page, edits): Page | undefined => (page ? editedPage(page, edits) : undefined),
);

/** The target picker's pages, by name. */
export const selectPickerPages = createSelector(
  [(state: WithPages) => state.pages.pickerGuids, (state: WithPages) => state.pages.entities],
  (guids, entities): PickerPage[] => guids.flatMap((guid) => entities[guid]?.picker ?? []),
);

/** Every tag in use, by alphabet. */
export const selectAllTags = (state: WithPages) => state.pages.tags;
