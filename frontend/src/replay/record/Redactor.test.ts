import { Redactor } from './Redactor.ts';

const redact = (redactor: Redactor, value: object) => JSON.parse(redactor.toJson(value));

const TOKEN = 'q3w0Yb1u-session-token-of-a-user-x9';
const LINKING = 'Zk7_linking-token-that-works-once-0a1b';

test('replaces values under names of secrets, and each value always by the same placeholder [S14.2-8]', () => {
  const redactor = new Redactor();
  const first = redact(redactor, { body: { token: LINKING }, session_token: TOKEN });
  expect(first).toEqual({ body: { token: 'redacted-1' }, session_token: 'redacted-2' });
  expect(redact(redactor, { token: LINKING })).toEqual({ token: 'redacted-1' });
});

test('replaces a known secret inside of texts, keys and encoded texts [S14.2-8]', () => {
  const redactor = new Redactor();
  redact(redactor, { init_data: 'user=%7B%7D&auth_date=1&hash=0123456789abcdef0123456789abcdef' });
  redactor.addSecret(TOKEN);
  const shown = redact(redactor, {
    [`call({"token":"${TOKEN}"})`]: 1,
    message: `no ${TOKEN} here`,
    proof: 'x',
    list: [['0123456789abcdef0123456789abcdef']],
    encoded: encodeURIComponent('user=%7B%7D&auth_date=1&hash=0123456789abcdef0123456789abcdef'),
  });
  expect(JSON.stringify(shown)).not.toMatch(/0123456789abcdef|session-token-of-a-user/);
  expect(Object.keys(shown)[0]).toBe('call({"token":"redacted-3"})');
  expect(shown).toMatchObject({ message: 'no redacted-3 here', encoded: 'redacted-1' });
});

test('replaces a proof of several fields, and each of its secret fields in other texts [S14.2-8]', () => {
  const redactor = new Redactor();
  const hash = 'fedcba9876543210fedcba9876543210';
  expect(redact(redactor, { widget: { id: 42, hash } })).toEqual({ widget: 'redacted-2' });
  expect(redact(redactor, { text: `hash=${hash}` })).toEqual({ text: 'hash=redacted-1' });
});

test('replaces the whole secret when another secret is its beginning [S14.2-8]', () => {
  const redactor = new Redactor();
  redactor.addSecret(TOKEN.slice(0, 20));
  redactor.addSecret(TOKEN);
  expect(redact(redactor, [TOKEN])).toEqual(['redacted-2']);
});

test.each([
  ['/verify-link/Zk7_linking-token-that-works-once-0a1b?x=1', '/verify-link/redacted-1?x=1'],
  ['/auth/callback?id=1&hash=0123456789abcdef0123456789abcdef', '/auth/callback?id=1&hash=redacted-1'],
  ['/auth/callback?code=0123456789abcdef0123456789abcdef&state=1', '/auth/callback?code=redacted-1&state=1'],
])('replaces the secret in %s', (address, shown) => {
  const redactor = new Redactor();
  redactor.addAddressSecrets(address);
  expect(redactor.redactText(address)).toBe(shown);
});
