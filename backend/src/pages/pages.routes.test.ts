import { listPickerPages, listUserPages, unlinkPage, updateTags } from '@flyerdeck/contracts';
import { buildPage } from '../../test/factories.ts';
import { useTestServer } from '../../test/testServer.ts';

const server = useTestServer();

async function signInWithPage(telegramId: string) {
  const as = await server.signIn(telegramId);
  const { db } = server.context;
  const [user] = await db.query('SELECT id FROM users WHERE telegram_id = $1', [telegramId]);
  return { as, page: await buildPage(db, user.id, { name: 'Lily', tags: ['vip'] }) };
}

it('pages are listed for the Pages tab and for the picker, tagged and unlinked', async () => {
  const { as, page } = await signInWithPage('901');
  const { guid } = page;
  expect((await server.call(listUserPages, { as })).json.pages).toMatchObject([{ guid, tags: ['vip'] }]);

  const tagged = await server.call(updateTags, { as, params: { guid }, body: { tags: [' new ', 'NEW'] } });
  expect(tagged.json).toMatchObject({ guid, tags: ['new', 'NEW'] });
  expect((await server.call(listPickerPages, { as })).json).toEqual({
    pages: [{ id: guid, name: 'Lily', avatarUrl: null }],
    tags: ['new'],
  });

  expect((await server.call(unlinkPage, { as, params: { guid } })).status).toBe(204);
  expect((await server.call(listUserPages, { as })).json.pages).toEqual([]);
  const again = await server.call(unlinkPage, { as, params: { guid } });
  expect([again.status, again.error.code]).toEqual([404, 'page.not_found']);
});

it("a user can neither see nor change another user's pages", async () => {
  const { page } = await signInWithPage('902');
  const stranger = await server.signIn('903');
  expect((await server.call(listUserPages, { as: stranger })).json.pages).toEqual([]);
  const params = { guid: page.guid };
  expect((await server.call(updateTags, { as: stranger, params, body: { tags: [] } })).status).toBe(404);
  expect((await server.call(unlinkPage, { as: stranger, params })).status).toBe(404);
});
