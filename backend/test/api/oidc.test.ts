import { finishOidc, me, startOidc } from '@flyerdeck/contracts';
import { BOT_TOKEN } from '../../src/accounts/auth/proofs.fixture.ts';
import { type OidcProvider, startOidcProvider } from '../oidcProvider.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';

const PUBLIC_URL = 'https://flyers.example';

let provider: OidcProvider;
const settings: Record<string, string> = { AUTH_MODE: 'telegram', BOT_TOKEN, PUBLIC_URL };
beforeAll(async () => {
  provider = await startOidcProvider(`${PUBLIC_URL}/auth/callback`);
  Object.assign(settings, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.id,
    OIDC_CLIENT_SECRET: provider.client.secret,
  });
});
afterEach(() => {
  provider.tampering = null;
});
afterAll(() => provider.stop());

const server = useTestServer(settings);
const without = useTestServer();

let lastId = 800_000_000;
const mia = (id = ++lastId) => ({ id, name: 'Mia Lane', preferred_username: 'mia' });

const startUrl = async () => (await server.call(startOidc, { body: {} })).json.url;
const finish = (proof: string) => server.call(finishOidc, { body: { proof } });
/** Signs in at the provider. The code is not used yet. */
const signInThere = async (person: object = mia()) => provider.signIn(await startUrl(), { ...person });

const off = {
  code: 'auth.oidc_off',
  sentence: 'Sign-in by OpenID Connect is not set up on this server.',
} as const;

describeCall(server, startOidc, ({ succeeds, refuses }) => {
  succeeds(
    'leads to the provider with a challenge and another state each time, and asks whether the bot may write',
    async () => {
      const [one, other] = [new URL(await startUrl()), new URL(await startUrl())];
      expect(one.origin).toBe(provider.issuer);
      expect(Object.fromEntries(one.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: provider.client.id,
        redirect_uri: `${PUBLIC_URL}/auth/callback`,
        code_challenge_method: 'S256',
        scope: 'openid profile telegram:bot_access',
      });
      for (const name of ['state', 'nonce', 'code_challenge'])
        expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
    },
  );

  refuses('where the operator has not set it up', off, async () => () => without.call(startOidc, { body: {} }));
});

describeCall(server, finishOidc, ({ succeeds, refuses }) => {
  succeeds('signs in the Telegram id of the ID token, with its names', async () => {
    const person = mia();
    const { json } = await finish(await signInThere(person));
    expect(json.telegram_id).toBe(String(person.id));
    const as = { sessionToken: json.session_token, telegramId: json.telegram_id };
    expect((await server.call(me, { as })).json).toMatchObject({
      telegram_id: String(person.id),
      username: 'mia',
      first_name: 'Mia Lane',
      credits_balance: 150,
    });
  });

  const invalid = { code: 'auth.proof_invalid', sentence: 'Telegram did not confirm this sign-in.' } as const;
  const now = () => Math.floor(Date.now() / 1000);
  for (const [when, tampering] of [
    [
      'when the ID token has expired [S6.3-5]',
      { change: (claims) => ({ ...claims, iat: now() - 7_200, exp: now() - 3_600 }) },
    ],
    ['when the ID token is for another client [S6.3-5]', { change: (claims) => ({ ...claims, aud: 'another' }) }],
    [
      'when the ID token is of another issuer [S6.3-5]',
      { change: (claims) => ({ ...claims, iss: 'https://other.example' }) },
    ],
    [
      'when the ID token has the nonce of another sign-in [S6.3-5]',
      { change: (claims) => ({ ...claims, nonce: 'another' }) },
    ],
    [
      'when the id was changed after the signature [S6.3-5]',
      { change: (claims) => ({ ...claims, id: 1 }), isSigned: false },
    ],
    ['when the ID token names no Telegram id', { change: ({ id: _, ...claims }) => claims }],
    ['when the Telegram id is no number', { change: (claims) => ({ ...claims, id: '1 OR 1=1' }) }],
  ] as const satisfies readonly (readonly [string, OidcProvider['tampering']])[]) {
    refuses(when, invalid, async () => {
      const proof = await signInThere();
      provider.tampering = tampering;
      return () => finish(proof);
    });
  }

  refuses('when the code was used before [S6.3-5]', invalid, async () => {
    const proof = await signInThere();
    expect((await finish(proof)).status).toBe(200);
    return () => finish(proof);
  });

  refuses('when the code belongs to the sign-in of another browser', invalid, async () => {
    const [own, others] = [new URLSearchParams(await signInThere()), new URLSearchParams(await signInThere())];
    own.set('code', others.get('code') ?? '');
    return () => finish(own.toString());
  });

  refuses('when the state was not made by this server', invalid, async () => {
    const proof = new URLSearchParams(await signInThere());
    proof.set('state', `${proof.get('state')}0`);
    return () => finish(proof.toString());
  });

  refuses('when the person has refused at the provider', invalid, async () => {
    const state = new URL(await startUrl()).searchParams.get('state') ?? '';
    const refusal = { error: 'access_denied', state, iss: provider.issuer };
    return () => finish(new URLSearchParams(refusal).toString());
  });

  refuses(
    'when the state was used before, also with a new code [S6.3-5]',
    { code: 'auth.proof_used', sentence: 'This sign-in was already used. Please sign in again.' },
    async () => {
      const url = await startUrl();
      const [first, second] = [await provider.signIn(url, mia()), await provider.signIn(url, mia())];
      expect((await finish(first)).status).toBe(200);
      return () => finish(second);
    },
  );

  refuses('when it was begun more than ten minutes ago', 'auth.proof_stale', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 601_000);
    const url = await startUrl();
    clock.mockRestore();
    const proof = await provider.signIn(url, mia());
    return () => finish(proof);
  });

  refuses('when the account is deactivated', 'auth.deactivated', async () => {
    const person = mia();
    expect((await finish(await signInThere(person))).status).toBe(200);
    const id = String(person.id);
    await server.context.pool.query('UPDATE users SET is_active = false WHERE telegram_id = $1', [id]);
    const proof = await signInThere(person);
    return () => finish(proof);
  });

  refuses('where the operator has not set it up', off, async () => () => {
    return without.call(finishOidc, { body: { proof: 'code=1&state=2' } });
  });
});

test('while the provider cannot be reached the answer is 503, and the next sign-in works', async () => {
  const proof = await signInThere();
  const { fetch } = globalThis;
  const reached = jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const isProvider = String(input).startsWith(provider.issuer);
    return isProvider ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
  });
  try {
    expect(await finish(proof)).toMatchObject({ status: 503, error: { code: 'unavailable' } });
  } finally {
    reached.mockRestore();
  }
  expect((await finish(await signInThere())).status).toBe(200);
});
