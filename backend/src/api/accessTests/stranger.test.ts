import { randomUUID } from 'node:crypto';
import { createLinkRequest, type Endpoint, pollDevice } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { BOT_TOKEN } from '../../auth/proofs.fixture.ts';
import { newSecret } from '../../http/secrets.ts';
import { databaseFingerprint } from '../databaseFingerprint.testing.ts';
import {
  refusal,
  requestOf,
  type SentRequest,
  send,
  signUpWithEverything,
  type UserData,
  withAccess,
} from './everyCall.testing.ts';

/** The caller has no account, no device and no proof from Telegram, but has all ids of a user's data. */

const server = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN });

let theirs: UserData;
beforeAll(async () => {
  theirs = await signUpWithEverything(server);
});

async function changedBy(endpoint: Endpoint, sent: Parameters<typeof send>[2]) {
  const before = await databaseFingerprint(server.context.pool);
  const answer = await send(server, endpoint, sent);
  const after = await databaseFingerprint(server.context.pool);
  return { ...refusal(answer), changed: Object.keys(after).filter((table) => after[table] !== before[table]) };
}

const refusedWith = (code: string) => ({ status: 401, code, changed: [] });

describe.each(withAccess('user', 'admin', 'device'))('%s', (name, endpoint) => {
  test('refuses a call without credentials [S8.2-1]', async () => {
    expect(await changedBy(endpoint, requestOf(name, theirs))).toEqual(refusedWith('auth.required'));
  });

  test('refuses unknown credentials for an existing account [S8.2-1]', async () => {
    const headers = {
      'X-Session-Token': newSecret(),
      'X-Telegram-ID': theirs.owner.telegramId,
      Authorization: `Bearer ${newSecret()}`,
    };
    const sent = { ...requestOf(name, theirs), headers };
    expect(await changedBy(endpoint, sent)).toEqual(refusedWith('auth.invalid'));
  });

  test('refuses a session token without the Telegram id, and a Telegram id without the token [S8.2-1]', async () => {
    const request = requestOf(name, theirs);
    const { sessionToken, telegramId } = theirs.owner.as;
    for (const [header, value] of [
      ['X-Session-Token', sessionToken],
      ['X-Telegram-ID', telegramId],
    ] as const) {
      const sent = { ...request, headers: { [header]: value } };
      expect(await changedBy(endpoint, sent)).toEqual(refusedWith('auth.required'));
    }
  });
});

interface PublicCall {
  readonly sent: () => SentRequest;
  readonly status: number;
  readonly code?: string;
  /** Tables in which the call creates a row. */
  readonly changed?: readonly string[];
}

/** The expected answer of each public call without a valid token or id. */
const publicCalls: Readonly<Record<string, PublicCall>> = {
  signIn: { sent: () => requestOf('signIn', theirs), status: 401, code: 'auth.proof_missing' },
  createLinkRequest: { sent: () => requestOf('createLinkRequest', theirs), status: 201, changed: ['public.devices'] },
  getLinkingData: { sent: () => ({ params: { token: newSecret() } }), status: 404, code: 'linking.unknown_token' },
  listPackages: { sent: () => ({}), status: 200 },
  getSitePack: { sent: () => ({}), status: 200 },
  getPreview: { sent: () => ({ params: { pagePostingId: randomUUID() } }), status: 404, code: 'posting.not_found' },
  getImage: { sent: () => ({ params: { file_id: randomUUID() } }), status: 404, code: 'file.not_found' },
  getAvatar: { sent: () => ({ params: { guid: randomUUID() } }), status: 404, code: 'page.no_avatar' },
  downloadAccountExport: { sent: () => ({ params: { ticket: newSecret() } }), status: 410, code: 'download.gone' },
  downloadScreenshots: { sent: () => ({ params: { ticket: newSecret() } }), status: 410, code: 'download.gone' },
  getDownload: { sent: () => ({ params: { ticket: newSecret() } }), status: 410, code: 'download.gone' },
};

test('every public call is tested', () => {
  expect(Object.keys(publicCalls).sort()).toEqual(
    withAccess('public')
      .map(([name]) => name)
      .sort(),
  );
});

test.each(withAccess('public'))("%s returns no user's data without credentials [S8.2-1]", async (name, endpoint) => {
  const { sent, status, code, changed = [] } = publicCalls[name] as PublicCall;
  expect(await changedBy(endpoint, sent())).toEqual({ status, code, changed });
});

test("a device registered without credentials for another user's page gets neither postings nor data of the page", async () => {
  const { rows } = await server.context.pool.query('SELECT creator_id FROM pages WHERE guid = $1', [theirs.page.guid]);
  const page = { creator_id: rows[0].creator_id, name: '', username: '', avatar_url: null };
  const device = await send(server, createLinkRequest, { body: { page, extension_version: '1.0.0' } });
  const before = await databaseFingerprint(server.context.pool);
  const { text } = await send(server, pollDevice, { as: JSON.parse(device.text).device_secret, body: {} });
  expect(JSON.parse(text)).toMatchObject({ page: null, posting: null });
  const after = await databaseFingerprint(server.context.pool);
  expect({ ...after, 'public.devices': '' }).toEqual({ ...before, 'public.devices': '' });
});
