import { postIdIn, valueIn } from './addresses.ts';

const UUID = '0b6f3c5e-1f4d-4f3a-9a55-0c2f6f3c1a77';
const at = (path: string) => new URL(path, 'https://site.example');
const link = (href: string) => Object.assign(document.createElement('a'), { href });

test.each([
  ['/{username}', '/luna', 'luna'],
  ['/{username}', '/my/chats', null],
  ['/{username}', '/luna#flyerdeck', 'luna'],
  ['/@{username}', '/@luna', 'luna'],
  ['/@{username}', '/luna', null],
  ['/#/u/{username}', '/#/u/luna', 'luna'],
  ['/profile?name={username}', '/profile?tab=1&name=luna', 'luna'],
  ['/posts/create', '/posts/create/#flyerdeck', ''],
  ['/posts/create', '/my/settings', null],
  ['/{username}', '/%', null],
])('%s at %s: %s', (form, path, value) => {
  expect(valueIn(at(path), form)).toBe(value);
});

test.each([
  ['/9001/luna', undefined, '9001'],
  [`/@luna/${UUID}`, undefined, UUID],
  ['/@luna/aB3x', '/@luna/{id}', 'aB3x'],
  ['/post?id=aB3x', '/post?id={id}', 'aB3x'],
  ['/help', undefined, null],
  ['/2026/11/28/hello-world/', undefined, '/2026/11/28/hello-world'],
  ['/2026/11/28/hello-world/', '/2026/11/28/{id}', 'hello-world'],
  ['/blog/20261128/hello-world', undefined, '20261128'],
  ['/778812/posts/9001', undefined, '/778812/posts/9001'],
  [`/2026/${UUID}`, undefined, UUID],
  [`/${UUID}/posts/${UUID.replace('0', '1')}`, undefined, `/${UUID}/posts/${UUID.replace('0', '1')}`],
  [`/2026/11/${'a'.repeat(200)}`, undefined, null],
  ['https://evil.example/9001', undefined, null],
])('the post of %s, whose form is %s: %s', (href, form, id) => {
  expect(postIdIn(link(href), form)).toBe(id);
});
