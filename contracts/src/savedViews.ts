import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, flag, object, text, uuid, word } from './schema.ts';
import { MAX_SAVED_VIEW_QUERY_LENGTH, MAX_SAVED_VIEWS_PER_TABLE, SAVED_VIEW_TABLES } from './values/savedViews.ts';
import { MAX_NAME_LENGTH, NOT_BLANK } from './values/schema.ts';

export type SavedViewTable = (typeof SAVED_VIEW_TABLES)[number];

const table = word(SAVED_VIEW_TABLES, 'The table: of the admin area, or the pages of the dashboard');
const name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: NOT_BLANK,
  description: "Name, not blank, unique among the user's views of the table",
});
const query = Type.String({
  maxLength: MAX_SAVED_VIEW_QUERY_LENGTH,
  description: "Query of the screen's address without '?': sorting, search, filters and columns",
});
const isDefault = flag('Applies when the screen is opened without a query. At most one view of a table does.');

export const SavedView = object('A named state of a table', {
  id: uuid('Id of the view'),
  table,
  name: text('Name'),
  query,
  is_default: isDefault,
});
export type SavedView = Static<typeof SavedView>;

const SavedViewParams = closed({ id: uuid('Id of the view') });
const errors = { 404: ['saved_view.not_found'] } as const;

export const listSavedViews = defineEndpoint({
  path: '/saved-views',
  access: 'user',
  doc: "The user's own views of a table, by name.",
  query: closed({ table }),
  response: closed({
    views: Type.Array(SavedView, { maxItems: MAX_SAVED_VIEWS_PER_TABLE, description: 'Views by name' }),
  }),
});

export const createSavedView = defineEndpoint({
  method: 'POST',
  path: '/saved-views',
  access: 'user',
  doc: 'Saves the state of a table under a name.',
  body: closed({ table, name, query, is_default: Type.Optional(isDefault) }),
  changes: ['SavedView'],
  status: 201,
  response: SavedView,
  errors: { 409: ['saved_view.name_taken'], 422: ['saved_view.too_many'] },
});

export const updateSavedView = defineEndpoint({
  method: 'PATCH',
  path: '/saved-views/:id',
  access: 'user',
  doc: 'Renames a view, replaces its state, or makes it the default of its table.',
  params: SavedViewParams,
  body: closed(
    { name: Type.Optional(name), query: Type.Optional(query), is_default: Type.Optional(isDefault) },
    { minProperties: 1 },
  ),
  changes: ['SavedView'],
  response: SavedView,
  errors: { ...errors, 409: ['saved_view.name_taken'] },
});

export const deleteSavedView = defineEndpoint({
  method: 'DELETE',
  path: '/saved-views/:id',
  access: 'user',
  doc: 'Deletes a view.',
  params: SavedViewParams,
  changes: ['SavedView'],
  // The view may have been deleted in another tab.
  refetchOnFailure: ['SavedView'],
  errors,
});
