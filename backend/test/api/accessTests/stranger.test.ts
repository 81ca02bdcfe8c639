import { randomUUID } from 'node:crypto';
import { createLinkRequest, type Endpoint, pollDevice } from '@flyerdeck/contracts';
import { BOT_TOKEN } from '../../../src/accounts/auth/proofs.fixture.ts';
import { newSecret } from '../../../src/server/security/secrets.ts';
import { useTestServer } from '../../testServer.ts';
import { watchChanges } from '../databaseFingerprint.testing.ts';
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
  const { result, changed } = await watchChanges(server.context.pool, () => send(server, endpoint, sent));
  return { ...refusal(result), changed };
}

test.each(withAccess('user', 'admin', 'device', 'runner'))(
  '%s refuses a call without credentials, with unknown ones, and with only a session token or only a Telegram id [S8.2-1]',
  async (name, endpoint) => {
    const { sessionToken, telegramId } = theirs.owner.as;
    const unknown = {
      'X-Session-Token': newSecret(),
      'X-Telegram-ID': telegramId,
      Authorization: `Bearer ${newSecret()}`,
    };
    const given: Record<string, string>[] = [
      {},
      unknown,
      { 'X-Session-Token': sessionToken },
      { 'X-Telegram-ID': telegramId },
    ];
    const { result, changed } = await watchChanges(server.context.pool, () =>
      Promise.all(given.map((headers) => send(server, endpoint, { ...requestOf(name, theirs), headers }))),
    );
    const codes = ['auth.required', 'auth.invalid', 'auth.required', 'auth.required'];
    expect(result.map(refusal)).toEqual(codes.map((code) => ({ status: 401, code })));
    expect(changed).toEqual([]);
  },
);

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
  startOidc: { sent: () => ({ body: {} }), status: 409, code: 'auth.oidc_off' },
  finishOidc: { sent: () => requestOf('finishOidc', theirs), status: 409, code: 'auth.oidc_off' },
  restoreBackup: { sent: () => ({ body: { proof: newSecret() } }), status: 409, code: 'restore.not_possible' },
  createLinkRequest: { sent: () => requestOf('createLinkRequest', theirs), status: 201, changed: ['public.devices'] },
  createRunner: { sent: () => requestOf('createRunner', theirs), status: 201, changed: ['public.runners'] },
  getLinkingData: { sent: () => ({ params: { token: newSecret() } }), status: 404, code: 'linking.unknown_token' },
  listPackages: { sent: () => ({}), status: 200 },
  getSitePack: { sent: () => ({}), status: 200 },
  getPreview: { sent: () => ({ params: { pagePostingId: randomUUID() } }), status: 404, code: 'posting.not_found' },
  getImage: { sent: () => ({ params: { file_id: randomUUID() } }), status: 404, code: 'file.not_found' },
  getAvatar: { sent: () => ({ params: { guid: randomUUID() } }), status: 404, code: 'page.no_avatar' },
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
  const as = JSON.parse(device.text).device_secret;
  const { result, changed } = await watchChanges(server.context.pool, () => send(server, pollDevice, { as, body: {} }));
  expect(JSON.parse(result.text)).toMatchObject({ page: null, posting: null });
  expect(changed.filter((table) => table !== 'public.devices')).toEqual([]);
});
