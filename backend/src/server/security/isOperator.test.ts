import { isOperator } from './secrets.ts';

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
