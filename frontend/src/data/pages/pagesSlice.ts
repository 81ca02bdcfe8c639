import type { Page, PickerPage } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSelector, createSlice, isAnyOf, original } from '@reduxjs/toolkit';
import { sameJson } from '../../lib/compare.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { storeRows } from '../storeRows.ts';
import { pagesApi } from './pagesApi.ts';

/** A linked page. `details` is its row in `GET /get_user_pages`, `picker` that in `GET /pages`; null until loaded. */
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

/** The state before the action, without Immer proxies, because reading thousands of rows through them is slow. */
const stateBefore = (state: PagesState): PagesState => (original<object>(state) ?? state) as PagesState;

const withDetails = (state: PagesState, details: Page): PageEntity => ({
  guid: details.guid,
  details,
  picker: state.entities[details.guid]?.picker ?? null,
});

const addEdit = (state: PagesState, ...edit: Parameters<typeof tagEdit>): void => {
  state.tagEdits = [...stateBefore(state).tagEdits, tagEdit(...edit)];
};

const removeEdit = (state: PagesState, requestId: string): void => {
  state.tagEdits = stateBefore(state).tagEdits.filter((edit) => edit.requestId !== requestId);
};

/** Pages that are not in the response are kept. */
const storeChanged = (state: PagesState, pages: readonly Page[]): void => {
  const before = stateBefore(state);
  storeRows(
    adapter,
    state,
    pages.map((page) => withDetails(before, page)),
    () => false,
  );
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
    const {
      listUserPages,
      listPickerPages,
      updateTags,
      updateTagsOfPages,
      setLimitsOfPages,
      resumePage,
      unlinkPage,
      unlinkPages,
      verifyLinking,
    } = pagesApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listUserPages.matchFulfilled, (state, { payload }) => {
        const before = stateBefore(state);
        storeRows(
          adapter,
          state,
          payload.pages.map((page) => withDetails(before, page)),
        );
      })
      .addMatcher(listPickerPages.matchFulfilled, (state, { payload }) => {
        const before = stateBefore(state);
        const rows = payload.pages.map((picker) => ({
          guid: picker.id,
          details: before.entities[picker.id]?.details ?? null,
          picker,
        }));
        // All pages are in scope, so missing ones are removed. The order stays, because the picker has its own.
        storeRows(adapter, state, rows, () => true);
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
        removeEdit(state, meta.requestId);
        storeChanged(state, payload.pages);
      })
      .addMatcher(setLimitsOfPages.matchFulfilled, (state, { payload }) => storeChanged(state, payload.pages))
      .addMatcher(resumePage.matchFulfilled, (state, { payload }) => storeChanged(state, [payload]))
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
        state.ids = [payload.page.guid, ...state.ids.filter((id) => id !== payload.page.guid)];
      });
  },
});

const selectEdits = (state: WithPages) => state.pages.tagEdits;

export const selectAllPages = createSelector(
  [(state: WithPages) => state.pages.ids, (state: WithPages) => state.pages.entities, selectEdits],
  (ids, entities, edits): Page[] =>
    ids.flatMap((guid) => {
      const details = entities[guid]?.details;
      return details ? [edits.length > 0 ? editedPage(details, edits) : details] : [];
    }),
);

export const selectPickerPages = createSelector(
  [(state: WithPages) => state.pages.pickerGuids, (state: WithPages) => state.pages.entities],
  (guids, entities): PickerPage[] => guids.flatMap((guid) => entities[guid]?.picker ?? []),
);

export const selectAllTags = (state: WithPages) => state.pages.tags;

/** An edit of tags that the server has not confirmed. The stored tags stay, so a failed edit is just removed. */
interface TagEdit {
  readonly requestId: string;
  readonly guids: Readonly<Record<string, true>>;
  readonly change: readonly string[] | TagChange;
}

const tagEdit = (requestId: string, guids: readonly string[], change: TagEdit['change']): TagEdit => ({
  requestId,
  guids: Object.fromEntries(guids.map((guid) => [guid, true])),
  change,
});

const isWholeList = (change: TagEdit['change']): change is readonly string[] => Array.isArray(change);

const tagsAfter = (page: Page, edits: readonly TagEdit[]): readonly string[] =>
  edits.reduce<readonly string[]>(
    (tags, { guids, change }) => (!guids[page.guid] ? tags : isWholeList(change) ? change : changedTags(tags, change)),
    page.tags,
  );

/** The last edited copy of each page. It is reused, so that an edit of one page renders only that page. */
const editedCopies = new WeakMap<Page, Page>();

function editedPage(page: Page, edits: readonly TagEdit[]): Page {
  const tags = tagsAfter(page, edits);
  if (tags === page.tags) return page;
  const copy = editedCopies.get(page);
  if (copy && sameJson(copy.tags, tags)) return copy;
  const edited = { ...page, tags: [...tags] };
  editedCopies.set(page, edited);
  return edited;
}

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** As the server computes them (`changeTagsOf`): compared case-insensitively, and a tag in both lists is not removed. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const fold = (tag: string) => tag.trim().toLowerCase();
  const added = new Set(add.map(fold));
  const removed = new Set(remove.map(fold).filter((tag) => !added.has(tag)));
  const kept = tags.filter((tag) => !removed.has(fold(tag)));
  const known = new Set(kept.map(fold));
  const isNew = (tag: string): boolean => {
    const folded = fold(tag);
    if (folded === '' || known.has(folded)) return false;
    known.add(folded);
    return true;
  };
  return [...kept, ...add.filter(isNew).map((tag) => tag.trim())];
}
