import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  MAX_SAVED_VIEWS_PER_TABLE,
  type SavedViewTable,
  updateSavedView,
} from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';

const server = useTestServer();
const notFound = { code: 'saved_view.not_found', sentence: 'This view does not exist.' };
const nameTaken = { code: 'saved_view.name_taken', sentence: 'Another view of this table has this name.' };

let user: Person;
beforeEach(async () => {
  user = await signUp(server);
});

const save = (name: string, { as } = user, body: { table?: SavedViewTable; is_default?: boolean } = {}) =>
  server.call(createSavedView, { as, body: { table: 'users', name, query: 'status=inactive', ...body } });
const update = (id: string, body: { name?: string; query?: string; is_default?: boolean }, { as } = user) =>
  server.call(updateSavedView, { as, params: { id }, body });
const viewsOf = async ({ as } = user, table: SavedViewTable = 'users') =>
  (await server.call(listSavedViews, { as, query: { table } })).json.views;
const defaultsOf = async (person = user, table: SavedViewTable = 'users') =>
  (await viewsOf(person, table)).filter(({ is_default }) => is_default).map(({ name }) => name);

describeCall(server, listSavedViews, ({ succeeds }) => {
  succeeds("lists only the user's own views of the table, by name [S8.2-2]", async () => {
    await save('Foreign', await signUp(server));
    await save('Other table', user, { table: 'credits' });
    for (const name of ['view 10', 'Beta', 'alpha', 'view 9']) await save(name);
    const answer = await server.call(listSavedViews, { as: user.as, query: { table: 'users' } });
    expect(answer.json.views.map(({ name }) => name)).toEqual(['alpha', 'Beta', 'view 9', 'view 10']);
    return answer;
  });
});

describeCall(server, createSavedView, ({ succeeds, refuses }) => {
  succeeds('saves a view with a trimmed name', async () => {
    const answer = await save(' Inactive ');
    expect(answer.json).toEqual({
      id: expect.any(String),
      table: 'users',
      name: 'Inactive',
      query: 'status=inactive',
      is_default: false,
    });
    expect(await viewsOf()).toEqual([answer.json]);
    return answer;
  });

  succeeds('makes a new default of this table only, and of this user only', async () => {
    const other = await signUp(server);
    await save('Theirs', other, { is_default: true });
    await save('Credits', user, { table: 'credits', is_default: true });
    await save('First', user, { is_default: true });
    const answer = await save('Second', user, { is_default: true });
    expect(await defaultsOf()).toEqual(['Second']);
    expect(await defaultsOf(user, 'credits')).toEqual(['Credits']);
    expect(await defaultsOf(other)).toEqual(['Theirs']);
    return answer;
  });

  succeeds('accepts a name that another table or another user uses', async () => {
    await save('Mine');
    await save('Mine', await signUp(server));
    return save('Mine', user, { table: 'credits' });
  });

  refuses('when the name is taken', nameTaken, async () => {
    await save('Mine');
    return () => save(' Mine ', user, { is_default: true });
  });

  refuses(
    'when the table has the maximum number of views',
    { code: 'saved_view.too_many', sentence: 'There can be at most 50 views of a table. Delete one first.' },
    async () => {
      for (let n = 0; n < MAX_SAVED_VIEWS_PER_TABLE; n++) await save(`View ${n}`);
      return () => save('One more');
    },
  );
});

describeCall(server, updateSavedView, ({ succeeds, refuses }) => {
  succeeds('renames a view, replaces its state, and leaves the rest', async () => {
    const { json: view } = await save('Inactive', user, { is_default: true });
    expect((await update(view.id, { name: ' Gone ' })).json).toEqual({ ...view, name: 'Gone' });
    const answer = await update(view.id, { query: 'status=inactive&columns=username.240' });
    expect(answer.json).toEqual({ ...view, name: 'Gone', query: 'status=inactive&columns=username.240' });
    expect(await viewsOf()).toEqual([answer.json]);
    return answer;
  });

  succeeds('moves the default to another view, also when it is repeated, and takes it away', async () => {
    await save('First', user, { is_default: true });
    const { json: second } = await save('Second');
    await update(second.id, { is_default: true });
    await update(second.id, { is_default: true });
    expect(await defaultsOf()).toEqual(['Second']);
    const answer = await update(second.id, { is_default: false });
    expect(await defaultsOf()).toEqual([]);
    return answer;
  });

  refuses('when the name is taken', nameTaken, async () => {
    await save('Mine');
    const { json } = await save('Other');
    return () => update(json.id, { name: 'Mine' });
  });

  refuses("when the view is another user's [S8.2-2]", notFound, async () => {
    const { json } = await save('Mine');
    const other = await signUp(server);
    return () => update(json.id, { name: 'Theirs', is_default: true }, other);
  });
});

describeCall(server, deleteSavedView, ({ succeeds, refuses }) => {
  const remove = (id: string, { as } = user) => server.call(deleteSavedView, { as, params: { id } });

  succeeds('deletes the default view', async () => {
    const { json } = await save('Mine', user, { is_default: true });
    const answer = await remove(json.id);
    expect(await viewsOf()).toEqual([]);
    return answer;
  });

  refuses("when the view is another user's [S8.2-2]", notFound, async () => {
    const { json } = await save('Mine');
    const other = await signUp(server);
    return () => remove(json.id, other);
  });
});

describe('simultaneous calls', () => {
  const FIVE = [1, 2, 3, 4, 5];

  test('leave one default', async () => {
    const views = [];
    for (const n of FIVE) views.push((await save(`View ${n}`)).json);
    const answers = await Promise.all([
      ...views.map(({ id }) => update(id, { is_default: true })),
      save('New', user, { is_default: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await defaultsOf()).toHaveLength(1);
  });

  test('save one view of a name', async () => {
    const answers = await Promise.all(FIVE.map(() => save('Same')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await viewsOf()).toHaveLength(1);
  });

  test('do not exceed the limit', async () => {
    for (let n = 1; n < MAX_SAVED_VIEWS_PER_TABLE; n++) await save(`View ${n}`);
    const answers = await Promise.all(FIVE.map((n) => save(`Last ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});
