import { randomUUID } from 'node:crypto';
import { createPreset, getLinkingData, signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { createApp } from '../../app.ts';
import { HttpError } from '../http/errors.ts';
import { sendRaw } from '../http/rawRequest.testing.ts';
import { readableLogger, serving } from '../http/smallServer.testing.ts';
import { countedAddress } from './clientAddress.ts';
import { describeBrowser } from './describeBrowser.ts';
import { createRateLimits } from './rateLimit.ts';
import { isOperator } from './secrets.ts';
import { securityHeaders } from './securityHeaders.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', null],
  ['unknown', null],
  ['192.0.2.7:443', null],
  ['x'.repeat(300), null],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

/** The statuses of `count` refused sign-ins, each with the X-Forwarded-For that the given function returns. */
async function refusedSignIns(
  server: ReturnType<typeof useTestServer>,
  count: number,
  forwardedFor: (attempt: number) => string,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < count; attempt++) {
    const headers = { 'X-Forwarded-For': forwardedFor(attempt) };
    statuses.push((await server.call(signIn, { headers, body: { telegram_id: '!' } })).status);
  }
  return statuses;
}

// With a tenth of the limits, two refused sign-ins a minute are allowed.
const limited = (env: Record<string, string>) => useTestServer({ RATE_LIMIT_FACTOR: '0.1', ...env });

describe('without TRUST_PROXY', () => {
  const server = limited({ PUBLIC_URL: 'https://flyers.example' });

  test('X-Forwarded-For is ignored, so changing it avoids no limit [S2.4-3]', async () => {
    expect(await refusedSignIns(server, 4, (attempt) => `198.51.100.${attempt}`)).toEqual([401, 401, 429, 429]);
    expect(await refusedSignIns(server, 1, () => 'x'.repeat(300))).toEqual([429]);
  });
});

describe('behind one proxy', () => {
  const server = limited({ TRUST_PROXY: '1' });

  test("callers are counted by the address that the proxy adds, not by the addresses in the caller's own header [S2.4-3]", async () => {
    const withForgedAddress = (attempt: number) => `10.0.0.${attempt}, 198.51.100.1`;
    expect(await refusedSignIns(server, 3, withForgedAddress)).toEqual([401, 401, 429]);
    expect(await refusedSignIns(server, 1, () => '198.51.100.2')).toEqual([401]);
  });
});

describe('behind a proxy that stands behind another one', () => {
  const server = limited({ TRUST_PROXY: '2' });

  test('callers are counted by the address that the outer proxy adds [S2.4-3]', async () => {
    const through = (client: string) => (attempt: number) => `10.0.0.${attempt}, ${client}, 172.18.0.1`;
    expect(await refusedSignIns(server, 3, through('198.51.100.1'))).toEqual([401, 401, 429]);
    expect(await refusedSignIns(server, 1, through('198.51.100.2'))).toEqual([401]);
  });
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  [IPHONE, 'Safari on iOS'],
  ['', ''],
  ['node', ''],
])('%j is described as %j', (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name);
});

const HERE = { host: '127.0.0.1:3000' };
const request = (remoteAddress: string | undefined, headers: Record<string, string> = HERE) => ({
  headers,
  socket: { remoteAddress },
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('a direct request from %s is the operator’s', (address) => {
  for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:3000']) {
    expect(isOperator(request(address, { host }), null)).toBe(true);
  }
});

test.each<[string, ReturnType<typeof request>]>([
  ['from another address', request('172.18.0.5')],
  ['from an unknown address', request(undefined)],
  ['of a proxy on this machine', request('127.0.0.1', { ...HERE, 'x-forwarded-for': '203.0.113.7' })],
  ['of a proxy that adds only Via', request('127.0.0.1', { ...HERE, via: '1.1 proxy' })],
  ['of a proxy that names no caller', request('127.0.0.1', { host: 'flyers.example' })],
  ['without a Host', request('127.0.0.1', {})],
  ['with a Host that is not valid', request('127.0.0.1', { host: '127.0.0.1:x' })],
  ['with a token while none is set', request('172.18.0.5', { ...HERE, authorization: 'Bearer null' })],
])('a request %s is not [S13.4-1]', (_, given) => {
  expect(isOperator(given, null)).toBe(false);
});

test('with METRICS_TOKEN the token decides, wherever the request comes from [S13.4-1]', () => {
  const token = 'metrics-token-1234';
  const withToken = (authorization: string) => request('172.18.0.5', { host: 'api:3000', authorization });
  expect(isOperator(withToken(`Bearer ${token}`), token)).toBe(true);
  for (const given of ['', 'Bearer ', 'Bearer wrong', token]) expect(isOperator(withToken(given), token)).toBe(false);
  expect(isOperator(request('127.0.0.1'), token)).toBe(false);
});

async function statusFor(server: ReturnType<typeof useTestServer>, host: string, target = 'GET /api/credits/packages') {
  const { port } = new URL(server.baseUrl);
  const { socket, answer } = await sendRaw(server.baseUrl, target, { Host: host.replace('PORT', port) });
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(await answer)?.[1]);
  socket.destroy();
  return status;
}

describe('mock mode', () => {
  const server = useTestServer({ PUBLIC_URL: 'http://flyers.example:8080' });

  test.each(['localhost:PORT', '127.0.0.1:PORT', '127.0.0.2', '[::1]:PORT', 'flyers.example', 'flyers.example:8080'])(
    'answers for the host %s',
    async (host) => {
      expect(await statusFor(server, host)).toBe(200);
    },
  );

  test.each(['rebound.example:PORT', 'localhost.rebound.example', '127.0.0.1.rebound.example', '192.168.0.7:PORT', ''])(
    "refuses calls and files for the host '%s' [S3.5-3]",
    async (host) => {
      expect(await statusFor(server, host)).toBe(421);
      expect(await statusFor(server, host, 'GET /')).toBe(421);
    },
  );
});

// With a tenth of the limits: 2 sign-ins and 60 pictures a minute.
const server = useTestServer({ RATE_LIMIT_FACTOR: '0.1' });
const limits = () => createRateLimits(server.context.pool, 0.1);

const refusal = async (attempt: Promise<void>): Promise<HttpError | null> => {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
};

test('a call above the limit is refused with Retry-After', async () => {
  const { refused_sign_in: limit } = limits();
  const address = randomUUID();
  expect(await refusal(limit.consume(address))).toBeNull();
  expect(await refusal(limit.consume(address))).toBeNull();
  const refused = await refusal(limit.consume(address));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  const seconds = Number(refused?.headers['Retry-After']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(refused?.message).toBe(`Too many requests. Please try again in ${seconds} second${seconds === 1 ? '' : 's'}.`);
});

test('two servers on one database share a limit [S2.4-1]', async () => {
  const [here, there] = [limits(), limits()];
  const address = randomUUID();
  await here.refused_sign_in.consume(address);
  await there.refused_sign_in.consume(address);
  expect(await refusal(here.refused_sign_in.consume(address))).toMatchObject({ status: 429 });
  expect(await refusal(there.refused_sign_in.consume(address))).toMatchObject({ status: 429 });
});

test('an upload counts each of its pictures', async () => {
  const { upload } = limits();
  const user = randomUUID();
  expect(await refusal(upload.consume(user, 60))).toBeNull();
  expect(await refusal(upload.consume(user, 1))).toMatchObject({ status: 429 });
});

describe('request log', () => {
  const server = useTestServer();

  /** Runs `work` against the whole app. Returns the log lines of its requests and the text of the log. */
  async function logged(work: (baseUrl: string) => Promise<unknown>) {
    const { logger, lines, text } = readableLogger();
    const { koa } = createApp({ ...server.context, logger });
    await serving(koa.middleware as never, work);
    return { lines: lines().filter(({ msg }) => msg === 'request'), text: text() };
  }

  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  test('every request is logged in one line with id, method, route, status and time', async () => {
    const { lines } = await logged((baseUrl) =>
      fetch(`${baseUrl}/api/credits/packages`, { headers: { 'X-Request-Id': 'trace-0123456789' } }),
    );
    expect(lines).toEqual([
      expect.objectContaining({
        requestId: 'trace-0123456789',
        method: 'GET',
        route: 'GET /credits/packages',
        status: 200,
        ms: expect.any(Number),
        level: 30,
      }),
    ]);
  });

  test('tokens in addresses, queries, headers and bodies do not reach the log [S14.2-9]', async () => {
    const secrets = {
      path: 'path-token-11111111',
      query: 'query-token-2222222',
      session: 'session-token-3333333',
      telegramId: '444444444444',
      initData: 'init-data-555555555',
      device: 'device-secret-66666666',
      name: 'preset-name-7777777',
    };
    const { lines, text } = await logged(async (baseUrl) => {
      const api = `${baseUrl}/api`;
      const as = { 'X-Session-Token': secrets.session, 'X-Telegram-ID': secrets.telegramId };
      await fetch(`${api}${getLinkingData.path.replace(':token', secrets.path)}`);
      await fetch(`${baseUrl}/auth/callback?hash=${secrets.query}`);
      await fetch(`${api}/nothing/${secrets.path}?token=${secrets.query}`, { headers: as });
      await post(`${api}${createPreset.path}`, { name: secrets.name }, as);
      await post(`${api}${signIn.path}`, { telegram_id: secrets.telegramId, init_data: secrets.initData });
      await post(`${api}${signIn.path}`, { init_data: secrets.initData });
      await post(`${api}/extension/poll`, {}, { Authorization: `Bearer ${secrets.device}` });
    });
    expect(lines).toHaveLength(7);
    expect(lines.map(({ route }) => route)).toContain('GET /get_linking_data/:token');
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  });
});

const headersOf = (
  path: string,
  publicUrl: string | null = 'https://flyers.example',
  inlineScripts: readonly string[] = [],
): Promise<Headers> =>
  serving([securityHeaders({ publicUrl }, inlineScripts)], async (baseUrl) => (await fetch(baseUrl + path)).headers);

function policy(headers: Headers): Record<string, string[]> {
  const text = headers.get('Content-Security-Policy') ?? '';
  return Object.fromEntries(
    text.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

test('only scripts from the own origin may run [S3.4-1]', async () => {
  const csp = policy(await headersOf('/'));
  expect(csp).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'"],
    'font-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-src': ["'none'"],
    'frame-ancestors': ["'self'", 'https://web.telegram.org', 'https://*.telegram.org'],
  });
});

test.each(['/', '/auth', '/?replay'])(
  "on %s inline scripts are allowed only by the hash of the page's own [S3.4-1]",
  async (path) => {
    const csp = policy(await headersOf(path, null, ['start()']));
    // openssl dgst -sha256 -binary | base64
    expect(csp['script-src']).toContain("'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='");
    expect(csp['script-src']).not.toContain("'unsafe-inline'");
  },
);

test.each(['/auth', '/auth/callback', '/auth/delete-account'])(
  "Telegram's login widget may run on %s",
  async (path) => {
    const csp = policy(await headersOf(path));
    expect(csp['script-src']).toEqual(["'self'", 'https://telegram.org']);
    expect(csp['frame-src']).toEqual(['https://oauth.telegram.org']);
  },
);

test.each(['/', '/?view=queue', '/authors', '/screenshot-view/1', '/api/auth/telegram'])(
  "Telegram's login widget may not run on %s",
  async (path) => {
    const csp = policy(await headersOf(path));
    expect(csp['script-src']).toEqual(["'self'"]);
    expect(csp['frame-src']).toEqual(["'none'"]);
  },
);

test("Telegram's login widget may not run in the replay panel", async () => {
  expect(policy(await headersOf('/auth?replay=stage'))['script-src']).toEqual(["'self'"]);
});

test("there is no X-Frame-Options header, so that Telegram's web clients can frame the app", async () => {
  expect((await headersOf('/')).has('X-Frame-Options')).toBe(false);
});

test.each(['/', '/auth', '/?replay', '/api/auth/me'])(
  '%s must not use camera, microphone, location or payment [S3.4-4]',
  async (path) => {
    const permissions = (await headersOf(path)).get('Permissions-Policy')?.split(', ');
    expect(permissions).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()']));
  },
);

test('no referrer is sent to other sites, and browsers must not guess content types [S3.4-1]', async () => {
  const headers = await headersOf('/');
  expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('HSTS is sent only where the product uses https [S12.2-1]', async () => {
  expect((await headersOf('/')).get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains');
  expect((await headersOf('/', 'http://flyers.example')).has('Strict-Transport-Security')).toBe(false);
  const loopback = await headersOf('/', null);
  expect(loopback.has('Strict-Transport-Security')).toBe(false);
  expect(loopback.get('Content-Security-Policy')).not.toContain('upgrade-insecure-requests');
});
