import {
  createLinkRequest,
  getLinkingData,
  listUserPages,
  MAX_PAGES_PER_USER,
  pollDevice,
  verifyLinking,
} from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { fillOn } from './limits.testing.ts';
import { signUp } from './people.testing.ts';

const server = useTestServer();

let lastCreator = 0;
const somePage = () => ({
  creator_id: `creator-${++lastCreator}`,
  name: 'Ada',
  username: 'ada',
  avatar_url: 'https://cdn.example/ada.jpg',
});
const requestLink = async (page = somePage()) => {
  const { json } = await server.call(createLinkRequest, { body: { page, extension_version: '1.2.0' } });
  return { page, ...json };
};
const letExpire = (deviceId: string) =>
  server.context.pool.query(`UPDATE devices SET token_expires_at = now() - interval '1 second' WHERE id = $1`, [
    deviceId,
  ]);

const refusals = {
  unknown: {
    code: 'linking.unknown_token',
    sentence: 'This linking token is not known. Copy it again from the extension.',
  },
  used: {
    code: 'linking.used_token',
    sentence: 'This linking token was already used. Get a new one from the extension.',
  },
  expired: {
    code: 'linking.expired_token',
    sentence: 'This linking token has expired. Get a new one from the extension.',
  },
};

describeCall(server, createLinkRequest, ({ succeeds, refuses }) => {
  const page = { creator_id: 'ada', name: '', username: '', avatar_url: null };

  succeeds('gives a device a linking token for a quarter of an hour and a secret', async () => {
    const answer = await server.call(createLinkRequest, { body: { page, extension_version: '1.2.0' } });
    const minutesLeft = (Date.parse(answer.json.expires_at) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(14);
    expect(minutesLeft).toBeLessThanOrEqual(15.1);
    expect((await server.call(pollDevice, { as: answer.json.device_secret })).json.page).toBeNull();
    return answer;
  });

  refuses(
    'when it does not say which page it sees',
    { code: 'invalid_request', sentence: "'page.creator_id' must not be blank." },
    async () => () =>
      server.call(createLinkRequest, { body: { page: { ...page, creator_id: ' ' }, extension_version: '1.2.0' } }),
  );

  refuses(
    'when the avatar is no web address',
    { code: 'invalid_request', sentence: /'page\.avatar_url'/ },
    async () => () =>
      server.call(createLinkRequest, {
        body: { page: { ...page, avatar_url: 'javascript:alert(1)' }, extension_version: '1.2.0' },
      }),
  );
});

describeCall(server, getLinkingData, ({ succeeds, refuses }) => {
  succeeds('shows what a token would link, as often as one looks', async () => {
    const { page, linking_token: token, expires_at } = await requestLink();
    await server.call(getLinkingData, { params: { token } });
    const answer = await server.call(getLinkingData, { params: { token } });
    expect(answer.json).toEqual({ token_status: 'valid', expires_at, extension_version: '1.2.0', pageData: page });
    return answer;
  });

  refuses('when nobody was given the token', refusals.unknown, async () => {
    return () => server.call(getLinkingData, { params: { token: 'made-up' } });
  });

  refuses('when the page is linked already', refusals.used, async () => {
    const { linking_token: token } = await requestLink();
    const { as } = await signUp(server);
    await server.call(verifyLinking, { as, body: { token } });
    return () => server.call(getLinkingData, { params: { token } });
  });

  refuses('when its quarter of an hour is over', refusals.expired, async () => {
    const { linking_token: token, device_id } = await requestLink();
    await letExpire(device_id);
    return () => server.call(getLinkingData, { params: { token } });
  });
});

describeCall(server, verifyLinking, ({ succeeds, refuses }) => {
  succeeds('links the page behind a token, with spaces around it too', async () => {
    const { page, linking_token: token, device_secret } = await requestLink();
    const { as } = await signUp(server);
    const answer = await server.call(verifyLinking, { as, body: { token: ` ${token}\n` } });
    expect(answer.json).toMatchObject({
      message: 'Page linked successfully!',
      page: { name: page.name, creator_id: page.creator_id, avatarThumbUrl: page.avatar_url, is_paid: false, tags: [] },
    });
    expect((await server.call(listUserPages, { as })).json.pages).toEqual([answer.json.page]);
    const { json } = await server.call(pollDevice, { as: device_secret });
    expect(json.page).toEqual({ guid: answer.json.page.guid, linked: true });
    return answer;
  });

  refuses('when nobody was given the token', refusals.unknown, async () => {
    const { as } = await signUp(server);
    return () => server.call(verifyLinking, { as, body: { token: 'made-up' } });
  });

  refuses('when somebody was faster', refusals.used, async () => {
    const { linking_token: token } = await requestLink();
    const [winner, loser] = [await signUp(server), await signUp(server)];
    await server.call(verifyLinking, { as: winner.as, body: { token } });
    return () => server.call(verifyLinking, { as: loser.as, body: { token } });
  });

  const tooMany = { code: 'page.too_many', sentence: 'At most 20,000 pages can be linked. Unlink one first.' };
  refuses('when there are as many pages as there may be', tooMany, async () => {
    const { linking_token: token } = await requestLink();
    const owner = await signUp(server);
    await fillOn(server).pages(owner.id, MAX_PAGES_PER_USER);
    return () => server.call(verifyLinking, { as: owner.as, body: { token } });
  });

  succeeds('links a page again though there are as many as there may be', async () => {
    const { page, linking_token } = await requestLink();
    const owner = await signUp(server);
    await server.call(verifyLinking, { as: owner.as, body: { token: linking_token } });
    await fillOn(server).pages(owner.id, MAX_PAGES_PER_USER - 1);
    const { linking_token: token } = await requestLink(page);
    return server.call(verifyLinking, { as: owner.as, body: { token } });
  });

  refuses('when its quarter of an hour is over', refusals.expired, async () => {
    const { linking_token: token, device_id } = await requestLink();
    const { as } = await signUp(server);
    await letExpire(device_id);
    return () => server.call(verifyLinking, { as, body: { token } });
  });

  refuses('when the token is blank', { code: 'invalid_request', sentence: "'token' must not be blank." }, async () => {
    const { as } = await signUp(server);
    return () => server.call(verifyLinking, { as, body: { token: '   ' } });
  });
});
