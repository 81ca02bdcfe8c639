import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSitePack } from './checkSitePack.ts';
import type { SitePack } from './sitePack.ts';

const STAND_IN: SitePack = JSON.parse(
  readFileSync(path.join(__dirname, '../../frontend/e2e/creatorSite/packs/standIn.json'), 'utf8'),
);

const css = (selector: string) => [{ css: selector }];

/** The stand-in's pack with another value at a path. */
function packWith(at: string, value: unknown): unknown {
  const pack = structuredClone(STAND_IN) as unknown as Record<string, unknown>;
  const keys = at.split('.');
  const last = keys.pop() ?? '';
  let part = pack;
  for (const key of keys) part = part[key] as Record<string, unknown>;
  part[last] = value;
  return pack;
}

test('the pack of the stand-in is good', () => {
  expect(checkSitePack(STAND_IN)).toEqual([]);
});

test.each([
  '#make_post_form',
  'form.b-make-post > button[at-attr="submit_post"]',
  'a[href="/my/chats"] .counter',
  'label:has(input:checked)',
  'output:not(output:empty)',
  'div[class^="Composer_root__"] button:not([disabled]):nth-child(2)',
  '[data-kind=post]',
  'x-composer',
])('the selector %s is allowed', (selector) => {
  expect(checkSitePack(packWith('account.name', css(selector)))).toEqual([]);
});

describe('a selector that a browser may match slowly or that is not one is refused: [S2.2-3]', () => {
  test.each([
    ':has(:has(div))',
    'div:has(p):has(span)',
    'div:not(:not(div))',
    '*',
    'a, b',
    'a b c d e f g',
    ':is(a b c)',
    'div:has(a b)',
    'a{}',
    'a::before',
    'a[b="c\\"]',
    '<script>',
    'javascript:alert(1)',
    ' a',
    `a${'.b'.repeat(140)}`,
  ])('%s', (selector) => {
    const problem = selector.includes('p):has')
      ? "'account.name.0' has :has() more than once."
      : "'account.name.0' is not a selector of the allowed form.";
    expect(checkSitePack(packWith('account.name', css(selector)))).toEqual([problem]);
  });

  test('a long one is checked fast', () => {
    const began = performance.now();
    for (const start of ['a', '.a', ':not(a', '[a', 'a ', 'a > ', 'a:first-child']) {
      checkSitePack(packWith('account.name', css(`${start.repeat(300).slice(0, 299)}!`)));
    }
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('a pack that means something else than a new post is refused: [S2.2-3]', () => {
  test.each<[string, string, unknown, RegExp]>([
    ['a message box', 'composer.root', css('.b-chat__form'), /'composer.root' contains 'chat': a message box/],
    ['a text field for messages', 'composer.text', css('#newMessage'), /'composer.text' contains 'message'/],
    [
      'a delete button',
      'composer.submit.button',
      css('button.deletePost'),
      /contains 'delete': such an element is never used/,
    ],
    ['a payment button', 'composer.submit.button', [{ testId: 'pay-now' }], /contains 'pay'/],
    ['a name to delete', 'composer.submit.names', { en: ['Delete post'] }, /contains 'delete'/],
    ['a name to send', 'composer.submit.names', { en: ['Post', 'Send'] }, /names.en.1' contains 'send'/],
    ['a name to tip', 'composer.submit.names', { en: ['Send a tip'] }, /contains 'send'/],
    ['a name to log out', 'composer.submit.names', { en: ['Log out'] }, /contains 'log out'/],
    ['a Russian name to delete', 'composer.submit.names', { ru: ['Удалить'] }, /contains 'удалить'/],
    ['a Russian name to pay', 'composer.submit.names', { ru: ['Оплатить'] }, /contains 'оплатить'/],
    ['a Russian name to send', 'composer.submit.names', { ru: ['Отправить'] }, /contains 'отправить'/],
    ['a Spanish name to delete', 'composer.submit.names', { es: ['Eliminar'] }, /contains 'eliminar'/],
    ['a Spanish name to buy', 'composer.submit.names', { es: ['Comprar'] }, /contains 'comprar'/],
    ['a Spanish name to log out', 'composer.submit.names', { es: ['Cerrar sesión'] }, /contains 'cerrar sesión'/],
    [
      'a name of a role',
      'composer.expiry.opener',
      [{ role: 'button', names: { en: ['Subscribe'] } }],
      /contains 'subscribe'/,
    ],
    ['the page of messages', 'composer.path', '/my/chats', /'composer.path' is not a page of new posts/],
  ])('%s', (_, path, value, problem) => {
    expect(checkSitePack(packWith(path, value)).join()).toMatch(problem);
  });
});

test.each<[string, string, unknown]>([
  ['a post button that sends the post', 'composer.submit.names', { en: ['Send post'], ru: ['Отправить пост'] }],
  [
    'a button that removes a picture',
    'composer.image.remove',
    { button: css('button.remove-photo'), names: { en: ['Remove photo', 'Delete'], es: ['Eliminar'] } },
  ],
])('%s is allowed', (_, path, value) => {
  expect(checkSitePack(packWith(path, value))).toEqual([]);
});

test('a button that removes a picture may do nothing else', () => {
  const remove = { button: css('button.pay'), names: { en: ['Remove and pay', 'Send'] } };
  expect(checkSitePack(packWith('composer.image.remove', remove)).join()).toMatch(/'pay'.*'pay'.*'send'/);
});

describe('what a pack may say of a site that is built in another way:', () => {
  const control = { button: css('.open'), names: { en: ['New post'] } };
  test.each<[string, string, unknown]>([
    ['a new post that a button opens', 'composer.open', control],
    [
      'a dialog that asks once more',
      'composer.confirm',
      [{ ...control, dialog: css('.ask'), texts: { en: ['Sure?'] } }],
    ],
    ['an age gate', 'dismiss', [{ ...control, shown: css('.age-gate') }]],
    ['a page that takes long', 'wait', { seconds: 40, ready: css('#app[data-ready]') }],
    ['a profile at /@name', 'account.profile', '/@{username}'],
    ['a profile at a hash', 'account.profile', '/#/u/{username}'],
    ['a profile in the query', 'account.profile', '/profile?tab=all&name={username}'],
    ['a UUID in a key of the storage', 'account.id', { localStorage: 'app.me', field: 'user.id' }],
    ['an id in an attribute', 'account.id', { element: css('[data-user]'), attribute: 'data-user' }],
    ['an id in a script', 'account.id', { json: css('script#state'), field: 'session.me.id' }],
    ['a site without a scheduler', 'composer.schedule', undefined],
    ['a site without an expiry', 'composer.expiry', undefined],
    ['a field for the time', 'composer.schedule', { field: css('input[type="datetime-local"]') }],
    [
      'a text field for the time',
      'composer.schedule',
      { field: css('.when'), form: '{year}-{month}-{day} {hour}:{minute}' },
    ],
    ['a site without ids', 'account.id', { username: true }],
    [
      'a price that stays empty',
      'composer.keep',
      [{ element: css('#pay-price') }, { element: css('#to'), is: { en: ['All'] } }],
    ],
    ['an address of posts', 'feed.address', '/#/p/{id}'],
  ])('%s', (_, path, value) => {
    expect(checkSitePack(JSON.parse(JSON.stringify(packWith(path, value))))).toEqual([]);
  });

  test.each<[string, string, unknown, RegExp]>([
    [
      'a message box that a button opens',
      'composer.open',
      { ...control, names: { en: ['Message'] } },
      /contains 'message'/,
    ],
    [
      'a dialog that pays',
      'composer.confirm',
      [{ ...control, dialog: css('.x'), texts: { en: ['?'] }, names: { en: ['Pay now'] } }],
      /contains 'pay'/,
    ],
    [
      'a dialog without its text',
      'composer.confirm',
      [{ ...control, dialog: css('.x') }],
      /'composer.confirm.0.texts'/,
    ],
    [
      'a note that is deleted',
      'dismiss',
      [{ ...control, shown: css('.x'), names: { en: ['Delete'] } }],
      /contains 'delete'/,
    ],
    ['a note at a payment', 'dismiss', [{ ...control, shown: css('.checkout') }], /contains 'checkout'/],
    ['a session as the id', 'account.id', { cookie: 'session' }, /'session' is the name of a secret/],
    ['a token as the id', 'account.id', { localStorage: 'auth', field: 'user.accessToken' }, /is the name of a secret/],
    ['a profile without a name', 'account.profile', '/me', /has no {username}/],
    ['posts without an id', 'feed.address', '/posts', /has no {id}/],
    ['another site', 'account.profile', '//evil.example/{username}', /Expected string to match/],
  ])('not %s', (_, path, value, problem) => {
    expect(checkSitePack(packWith(path, value)).join()).toMatch(problem);
  });
});

describe('a pack of another form is refused: [S2.2-3]', () => {
  test.each<[string, string, unknown, string]>([
    [
      'an address of another site',
      'composer.path',
      'https://evil.example/post',
      "'composer.path': Expected string to match",
    ],
    ['an address without a scheme', 'composer.path', '//evil.example', "'composer.path': Expected string to match"],
    ['a feed of another site', 'feed.path', 'https://evil.example/{username}', "'feed.path': Expected string to match"],
    ['another placeholder', 'feed.path', '/{username}/{secret}', "'feed.path': Expected string to match"],
    ['a script', 'composer.script', 'alert(1)', "'composer.script': Unexpected property."],
    ['another kind of way', 'composer.root', [{ xpath: '//form' }], "'composer.root.0': Expected union value."],
    [
      'too many ways',
      'composer.root',
      Array.from({ length: 6 }, () => ({ css: 'form' })),
      "'composer.root': Expected array length",
    ],
    ['no way', 'composer.root', [], "'composer.root': Expected array length"],
    [
      'too many names',
      'composer.submit.names',
      { en: Array.from({ length: 9 }, (_, n) => `Post ${n}`) },
      "'composer.submit.names.en': Expected array length",
    ],
    [
      'a huge name',
      'composer.submit.names',
      { en: ['P'.repeat(81)] },
      "'composer.submit.names.en.0': Expected string length",
    ],
    [
      'another language code',
      'composer.submit.names',
      { english: ['Post'] },
      "'composer.submit.names.english': Unexpected property.",
    ],
    [
      'no language',
      'composer.submit.names',
      {},
      "'composer.submit.names': Expected object to have at least 1 properties.",
    ],
    ['a site that is no host', 'site', 'https://example.com', "'site': Expected string to match"],
    ['a version that is no number', 'version', '2', "'version': Expected integer."],
  ])('%s', (_, path, value, problem) => {
    expect(checkSitePack(packWith(path, value)).join('\n')).toContain(problem);
  });

  test('more than 64 KB', () => {
    expect(checkSitePack(packWith('note', 'x'.repeat(70_000)))).toEqual(['The pack is larger than 64 KB.']);
  });

  test.each([null, undefined, 'x', 1, []])('%p', (value) => {
    expect(checkSitePack(value).length).toBeGreaterThan(0);
  });
});

test.each([undefined, 1, 3])('a pack of schema %p is refused with one sentence', (schema) => {
  expect(checkSitePack({ ...STAND_IN, schema })).toEqual(['The pack is not of schema 2: make it anew.']);
});
