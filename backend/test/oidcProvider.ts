import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type Claims = Readonly<Record<string, unknown>>;

/** What happens to the ID tokens of the provider. With `isSigned: false` the old signature stays. */
interface Tampering {
  change(claims: Claims): Claims;
  readonly isSigned?: false;
}

export interface OidcProvider {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  tampering: Tampering | null;
  /** Goes through the provider's pages as a browser does. Returns the query of the callback. */
  signIn(url: string, person: Claims): Promise<string>;
  stop(): Promise<void>;
}

const CLIENT = { id: 'flyerdeck', secret: 'secret-of-the-test-client' };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' };
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const MAX_REDIRECTS = 6;

function tamperWith(token: string, { change, isSigned }: Tampering): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const signed = `${header}.${encode(change(JSON.parse(Buffer.from(payload, 'base64url').toString())))}`;
  const changed =
    isSigned === false ? signature : sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
  return `${signed}.${changed}`;
}

/** A provider of the npm registry on loopback, whose sign-in page asks nothing. */
export async function startOidcProvider(redirectUri: string): Promise<OidcProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Claims>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [KEY as never] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['id', 'name', 'preferred_username'] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['test'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  });
  const running: OidcProvider = {
    issuer,
    client: CLIENT,
    tampering: null,
    async signIn(url, person) {
      people.set('next', person);
      const cookies = new Map<string, string>();
      let address = url;
      for (let redirects = 0; !address.startsWith(redirectUri); redirects++) {
        if (redirects > MAX_REDIRECTS) throw new Error(`The provider does not lead back, but to ${address}`);
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const next = response.headers.get('Location');
        if (!next) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        address = new URL(next, address).href;
      }
      return new URL(address).search.slice(1);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (body?.id_token && running.tampering) body.id_token = tamperWith(body.id_token, running.tampering);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: 'next' } });
  });
  return running;
}
