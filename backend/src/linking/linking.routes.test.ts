import {
  createLinkRequest,
  describeLinking,
  getLinkingData,
  listUserPages,
  pollDevice,
  verifyLinking,
} from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';

const body = {
  page: { creator_id: 'c-77', name: 'Lily', username: 'lily', avatar_url: null },
  extension_version: '1.0.0',
};

describe('linking', () => {
  const server = useTestServer();

  it('takes a token from the extension, shows it without a session, and links the page', async () => {
    const as = await server.signIn('700');
    const asked = await server.call(createLinkRequest, { body });
    expect(asked.status).toBe(201);
    const { linking_token: token, device_secret: secret } = asked.json;

    const shown = await server.call(getLinkingData, { params: { token } });
    expect(shown.json).toEqual({
      token_status: 'valid',
      expires_at: asked.json.expires_at,
      extension_version: '1.0.0',
      pageData: body.page,
    });

    const linked = await server.call(verifyLinking, { as, body: { token: `  ${token}  ` } });
    expect(linked.status).toBe(200);
    expect(linked.json).toMatchObject({ message: 'Page linked successfully!', page: { creator_id: 'c-77', tags: [] } });

    const polled = await server.call(pollDevice, { as: secret, body: {} });
    expect(polled.json.page).toEqual({ guid: linked.json.page.guid, linked: true });
    const { json } = await server.call(listUserPages, { as });
    expect(json.pages).toMatchObject([{ guid: linked.json.page.guid, is_active: true }]);

    const again = await server.call(verifyLinking, { as, body: { token } });
    expect([again.status, again.error.code]).toEqual([410, 'linking.used_token']);
    expect((await server.call(getLinkingData, { params: { token } })).status).toBe(410);
  });

  it('refuses an unknown token with a sentence', async () => {
    const { status, error } = await server.call(getLinkingData, { params: { token: 'x' } });
    expect([status, error.code]).toEqual([404, 'linking.unknown_token']);
    expect(error.error).toMatch(/token/);
  });

  it('needs a signed-in user', async () => {
    expect((await server.call(verifyLinking, { body: { token: 'x' } })).status).toBe(401);
  });
});

describe('the rate limit of link requests', () => {
  const server = useTestServer({ RATE_LIMIT_FACTOR: '0.05' });

  it('refuses an address above it', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await server.call(createLinkRequest, { body })).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
  });
});

describe('the rate limit of describeLinking', () => {
  const server = useTestServer({ RATE_LIMIT_FACTOR: '0.1' });

  it('refuses a user above it, and no other user', async () => {
    const [as, other] = [await server.signIn('701'), await server.signIn('702')];
    const describeUnknownToken = async (who: typeof as) =>
      (await server.call(describeLinking, { as: who, body: { token: 'made-up' } })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push(await describeUnknownToken(as));
    expect(statuses).toEqual([...Array(6).fill(404), 429]);
    expect(await describeUnknownToken(other)).toBe(404);
  });
});
