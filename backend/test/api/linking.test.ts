import {
  createLinkRequest,
  describeLinking,
  getLinkingData,
  listUserPages,
  MAX_PAGES_PER_USER,
  pollDevice,
  sendComputerLink,
  unlinkPage,
  verifyLinking,
} from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { type Answer, type CallTests, describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let lastCreator = 0;
const somePage = () => ({
  creator_id: `creator-${++lastCreator}`,
  name: 'Ada',
  username: 'ada',
  avatar_url: 'https://cdn.example/ada.jpg',
});
const requestLink = async (page = somePage()) => {
  const { json } = await server.call(createLinkRequest, {
    body: { page, extension_version: '1.2.0' },
    headers: { 'User-Agent': CHROME },
  });
  return { page, ...json };
};
const expireToken = (deviceId: string) =>
  server.context.pool.query(`UPDATE devices SET token_expires_at = now() - interval '1 second' WHERE id = $1`, [
    deviceId,
  ]);

/** Tests of each call that takes a token: unknown, used and expired ones are refused. */
function refusesBadTokens(
  refuses: CallTests['refuses'],
  call: (as: Person['as'], token: string) => Promise<Answer>,
): void {
  const refused = (when: string, code: string, badToken: () => Promise<string>) =>
    refuses(`when the token ${when}`, `linking.${code}_token`, async () => {
      const [token, { as }] = [await badToken(), await signUp(server)];
      return () => call(as, token);
    });
  refused('is unknown', 'unknown', async () => 'made-up');
  refused('was used by another user', 'used', async () => {
    const { linking_token: token } = await requestLink();
    await server.call(verifyLinking, { as: (await signUp(server)).as, body: { token } });
    return token;
  });
  refused('has expired', 'expired', async () => {
    const { linking_token: token, device_id } = await requestLink();
    await expireToken(device_id);
    return token;
  });
}

describeCall(server, sendComputerLink, ({ succeeds }) => {
  succeeds('sends the address of the web app by the bot, once within a minute', async () => {
    const { as } = await signUp(server);
    const texts = async () => {
      const { rows } = await server.context.pool.query(
        "SELECT payload ->> 'text' AS text FROM bot_messages WHERE chat_id = $1",
        [as.telegramId],
      );
      return rows.map(({ text }) => text);
    };
    const [answer] = await Promise.all([1, 2, 3].map(() => server.call(sendComputerLink, { as })));
    const sent = [`Open this on your computer to link a page:\n${server.baseUrl}`];
    expect(await texts()).toEqual(sent);
    await server.context.pool.query(
      "UPDATE bot_messages SET created_at = now() - interval '61 seconds', dedupe_key = NULL",
    );
    await server.call(sendComputerLink, { as });
    expect(await texts()).toEqual([...sent, ...sent]);
    return answer as Answer;
  });
});

describeCall(server, createLinkRequest, ({ succeeds }) => {
  const page = { creator_id: 'ada', name: '', username: '', avatar_url: null };

  succeeds('gives a device a linking token that is valid for 15 minutes, and a secret', async () => {
    const answer = await server.call(createLinkRequest, { body: { page, extension_version: '1.2.0' } });
    const minutesLeft = (Date.parse(answer.json.expires_at) - Date.now()) / 60_000;
    expect(minutesLeft).toBeGreaterThan(14);
    expect(minutesLeft).toBeLessThanOrEqual(15.1);
    expect((await server.call(pollDevice, { as: answer.json.device_secret })).json.page).toBeNull();
  });
});

describeCall(server, getLinkingData, ({ succeeds, refuses }) => {
  refusesBadTokens(refuses, (_, token) => server.call(getLinkingData, { params: { token } }));

  succeeds('shows the page that a token would link, also repeatedly', async () => {
    const { page, linking_token: token, expires_at } = await requestLink();
    await server.call(getLinkingData, { params: { token } });
    const answer = await server.call(getLinkingData, { params: { token } });
    expect(answer.json).toEqual({ token_status: 'valid', expires_at, extension_version: '1.2.0', pageData: page });
  });
});

/** A user with a linked page, and a second browser with a token for the same page. */
const pageWithAnotherBrowser = async () => {
  const { as } = await signUp(server);
  const first = await requestLink();
  const { json } = await server.call(verifyLinking, { as, body: { token: first.linking_token } });
  const second = await requestLink(first.page);
  return { as, page: json.page, first, second };
};

describeCall(server, describeLinking, ({ succeeds, refuses }) => {
  refusesBadTokens(refuses, (as, token) => server.call(describeLinking, { as, body: { token } }));

  succeeds('shows the page and the browser of a token repeatedly, and the token stays valid', async () => {
    const { page, linking_token: token, expires_at } = await requestLink();
    const { as } = await signUp(server);
    await server.call(describeLinking, { as, body: { token } });
    const answer = await server.call(describeLinking, { as, body: { token: ` ${token}\n` } });
    expect(answer.json).toEqual({
      pageData: page,
      expires_at,
      device: { browser: 'Chrome on Windows', extension_version: '1.2.0', asked_at: expect.any(String) },
      replaces: null,
    });
    expect((await server.call(verifyLinking, { as, body: { token } })).status).toBe(200);
  });

  succeeds('shows the browser that posts for the page now, only to the owner of the page', async () => {
    const { as, first, second } = await pageWithAnotherBrowser();
    await server.call(pollDevice, { as: first.device_secret });
    const token = second.linking_token;
    const answer = await server.call(describeLinking, { as, body: { token } });
    expect(answer.json.replaces).toEqual({
      browser: 'Chrome on Windows',
      linked_at: expect.any(String),
      last_polled_at: expect.any(String),
    });
    const stranger = await signUp(server);
    expect((await server.call(describeLinking, { as: stranger.as, body: { token } })).json.replaces).toBeNull();
  });
});

describeCall(server, verifyLinking, ({ succeeds, refuses }) => {
  refusesBadTokens(refuses, (as, token) => server.call(verifyLinking, { as, body: { token } }));

  succeeds('links the page of a token, also with spaces around the token', async () => {
    const { page, linking_token: token, device_secret } = await requestLink();
    const { as } = await signUp(server);
    const answer = await server.call(verifyLinking, { as, body: { token: ` ${token}\n` } });
    expect(answer.json).toMatchObject({
      message: 'Page linked successfully!',
      page: {
        name: page.name,
        creator_id: page.creator_id,
        avatarThumbUrl: expect.stringMatching(/^\/api\/avatars\/[0-9a-f-]{36}\?v=[0-9a-f]{8}$/),
        is_paid: false,
        tags: [],
      },
    });
    expect((await server.call(listUserPages, { as })).json.pages).toEqual([answer.json.page]);
    const { json } = await server.call(pollDevice, { as: device_secret });
    expect(json.page).toEqual({ guid: answer.json.page.guid, linked: true });
  });

  refuses(
    'when it would replace the browser that posts for the page now without a confirmation',
    {
      code: 'linking.would_replace',
      sentence: 'Another browser posts for this page now. Confirm that this browser takes its place.',
    },
    async () => {
      const { as, first, second } = await pageWithAnotherBrowser();
      const answer = await server.call(verifyLinking, { as, body: { token: second.linking_token } });
      expect(answer.error.code).toBe('linking.would_replace');
      expect((await server.call(pollDevice, { as: second.device_secret })).json.page).toBeNull();
      expect((await server.call(pollDevice, { as: first.device_secret })).json.page).toMatchObject({ linked: true });
      return () => server.call(verifyLinking, { as, body: { token: second.linking_token, confirm_replace: false } });
    },
  );

  succeeds(
    'replaces the browser after a confirmation, and the next poll of the replaced browser returns the reason [S6.3-4]',
    async () => {
      const { as, page, first, second } = await pageWithAnotherBrowser();
      const body = { token: second.linking_token, confirm_replace: true };
      await server.call(verifyLinking, { as, body });
      expect((await server.call(pollDevice, { as: first.device_secret })).json.page).toEqual({
        guid: page.guid,
        linked: false,
        unlinked_reason: 'replaced',
      });
      await server.call(unlinkPage, { as, params: { guid: page.guid } });
      expect((await server.call(pollDevice, { as: second.device_secret })).json.page).toEqual({
        guid: page.guid,
        linked: false,
        unlinked_reason: 'unlinked',
      });
    },
  );

  // At the end, because 20,000 pages slow the tests after them down.
  const tooMany = { code: 'page.too_many', sentence: 'At most 20,000 pages can be linked. Unlink one first.' };
  refuses('when the user has the maximum number of pages', tooMany, async () => {
    const { linking_token: token } = await requestLink();
    const owner = await signUp(server);
    await fillOn(server).pages(owner.id, MAX_PAGES_PER_USER);
    return () => server.call(verifyLinking, { as: owner.as, body: { token } });
  });
});
