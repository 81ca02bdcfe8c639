import { serving } from '../http/smallServer.testing.ts';
import { securityHeaders } from './securityHeaders.ts';

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

test.each([
  '/',
  '/?view=queue',
  '/admin',
  '/authors',
  '/tasks/1',
  '/verify-link/1',
  '/screenshot-view/1',
  '/api/auth/telegram',
])("Telegram's login widget may not run on %s", async (path) => {
  const csp = policy(await headersOf(path));
  expect(csp['script-src']).toEqual(["'self'"]);
  expect(csp['frame-src']).toEqual(["'none'"]);
});

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
