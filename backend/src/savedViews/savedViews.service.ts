import { MAX_SAVED_VIEWS_PER_TABLE, type SavedViewTable } from '@flyerdeck/contracts';
import { lockUser } from '../credits/lockUser.query.ts';
import type { Db } from '../database/statement.ts';
import { conflict, notFound, unprocessable } from '../http/errors.ts';
import { SavedView } from './savedView.entity.ts';

type NewView = Pick<SavedView, 'userId' | 'table' | 'name' | 'query' | 'isDefault'>;
type OwnView = Pick<SavedView, 'userId' | 'id'>;
type ViewChanges = { readonly [Field in 'name' | 'query' | 'isDefault']?: SavedView[Field] | undefined };

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const viewNotFound = () => notFound('saved_view.not_found', 'This view does not exist.');

/** A user's views of a table, sorted by name. */
export async function listViewsOf(db: Db, userId: string, table: SavedViewTable): Promise<SavedView[]> {
  const views = await db.findBy(SavedView, { userId, table });
  return views.sort((a, b) => alphabet.compare(a.name, b.name) || a.createdAt.getTime() - b.createdAt.getTime());
}

/** Throws 409 saved_view.name_taken and 422 saved_view.too_many. */
export async function addView(db: Db, view: NewView): Promise<SavedView> {
  const { userId, table } = view;
  await lockUser(db, [userId]);
  if ((await db.countBy(SavedView, { userId, table })) >= MAX_SAVED_VIEWS_PER_TABLE) {
    throw unprocessable(
      'saved_view.too_many',
      `There can be at most ${MAX_SAVED_VIEWS_PER_TABLE} views of a table. Delete one first.`,
    );
  }
  return saveView(db, db.create(SavedView, view));
}

/** Throws 404 saved_view.not_found and 409 saved_view.name_taken. */
export async function changeView(db: Db, { userId, id }: OwnView, changes: ViewChanges): Promise<SavedView> {
  await lockUser(db, [userId]);
  const view = await db.findOneBy(SavedView, { id, userId });
  if (!view) throw viewNotFound();
  const { name = view.name, query = view.query, isDefault = view.isDefault } = changes;
  return saveView(db, { ...view, name, query, isDefault });
}

/** Throws 404 saved_view.not_found. */
export async function removeView(db: Db, { userId, id }: OwnView): Promise<void> {
  const { affected } = await db.delete(SavedView, { id, userId });
  if (!affected) throw viewNotFound();
}

/** The user's row must be locked, so that two calls do not both find a free name or the same default. */
async function saveView(db: Db, view: SavedView): Promise<SavedView> {
  const { userId, table } = view;
  const name = view.name.trim();
  const namesake = await db.findOneBy(SavedView, { userId, table, name });
  if (namesake && namesake.id !== view.id) {
    throw conflict('saved_view.name_taken', 'Another view of this table has this name.');
  }
  if (view.isDefault) await db.update(SavedView, { userId, table, isDefault: true }, { isDefault: false });
  return db.save(SavedView, { ...view, name });
}
