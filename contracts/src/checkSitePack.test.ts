import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSitePack, refusedNames } from './checkSitePack.ts';
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
    // Slow for a check that goes back.
    `${':not(a'.repeat(50).slice(0, 299)}!`,
    `${'a > '.repeat(75).slice(0, 299)}!`,
  ])('%s', (selector) => {
    const problem = selector.includes('p):has')
      ? "'account.name.0' has :has() more than once."
      : "'account.name.0' is not a selector of the allowed form.";
    expect(checkSitePack(packWith('account.name', css(selector)))).toEqual([problem]);
  });
});

/** The stand-in's pack with other steps before its press, and others after it. */
const packWithSteps = (before: readonly unknown[], after: readonly unknown[] = []): unknown => {
  const press = STAND_IN.steps.findIndex((step) => step.do === 'publish');
  return {
    ...STAND_IN,
    steps: [...STAND_IN.steps.slice(0, press), ...before, ...STAND_IN.steps.slice(press), ...after],
  };
};
/** Of the stand-in's pack. */
const [OPEN, CHOOSE, TIME, FILL, ATTACH, PUBLISH] = ['steps.0', 'steps.1', 'steps.2', 'steps.3', 'steps.4', 'steps.5'];

describe('a pack that means something else than a new post is refused: [S2.2-3]', () => {
  test.each<[string, string, unknown, RegExp]>([
    ['a message box', 'form', css('.b-chat__form'), /'form' contains 'chat': a message box/],
    ['a text field for messages', `${FILL}.field`, css('#newMessage'), /'steps.3.field' contains 'message'/],
    [
      'a button that deletes the account',
      `${PUBLISH}.button`,
      css('button.deleteAccount'),
      /such an element is never used/,
    ],
    ['a payment button', `${PUBLISH}.button`, [{ testId: 'payment' }], /contains 'payment'/],
    ['a name to delete', `${PUBLISH}.names`, { en: ['Delete post'] }, /contains 'delete post'/],
    ['a name to tip', `${PUBLISH}.names`, { en: ['Send a tip'] }, /contains 'send a tip'/],
    ['a name to log out', `${PUBLISH}.names`, { en: ['Log out'] }, /contains 'log out'/],
    ['a Russian name to delete', `${PUBLISH}.names`, { ru: ['Удалить'] }, /contains 'удалить'/],
    ['a Spanish name to delete', `${PUBLISH}.names`, { es: ['Eliminar'] }, /contains 'eliminar'/],
    [
      'a name of a role',
      `${CHOOSE}.opener`,
      [{ role: 'button', names: { en: ['Subscribe'] } }],
      /contains 'subscribe'/,
    ],
    ['the page of messages', `${OPEN}.path`, '/my/chats', /'steps.0.path' is not a page of new posts/],
  ])('%s', (_, path, value, problem) => {
    expect(checkSitePack(packWith(path, value)).join()).toMatch(problem);
  });
});

test.each<[string, string, unknown]>([
  ['a post button that sends the post', `${PUBLISH}.names`, { en: ['Send post'], ru: ['Отправить пост'] }],
  [
    'a button that removes an image',
    `${ATTACH}.remove`,
    { button: css('button.remove-photo'), names: { en: ['Remove photo', 'Delete'], es: ['Eliminar'] } },
  ],
])('%s is allowed', (_, path, value) => {
  expect(checkSitePack(packWith(path, value))).toEqual([]);
});

test.each(['Add default block', 'Leave a message for readers', 'Reply settings', 'Report as spam settings', 'Tip jar'])(
  'the ordinary name %s is allowed',
  (name) => {
    expect(checkSitePack(packWithSteps([{ do: 'press', button: css('.x'), names: { en: [name] } }]))).toEqual([]);
  },
);

test('a name that looks dangerous is pressed where an admin has allowed it, and no other', () => {
  const pack = packWithSteps([{ do: 'press', button: css('.x'), names: { en: ['Reply'] } }]) as SitePack;
  expect(checkSitePack(pack).join()).toMatch(/'steps.5.names.en.0' contains 'reply'.*unless 'allow'/);
  expect(refusedNames(pack)).toEqual([{ path: 'steps.5.names.en.0', name: 'Reply', phrase: 'reply' }]);
  expect(refusedNames({ ...pack, allow: ['Reply'] })).toEqual([]);
  expect(checkSitePack({ ...pack, allow: ['Reply'] })).toEqual([]);
  expect(checkSitePack({ ...pack, allow: ['Repl'] })).toHaveLength(1);
});

describe('the order of the steps: [S2.2-3]', () => {
  const named = (kind: string, name: string) => ({ do: kind, button: css('.x'), names: { en: [name] } });
  test.each<[string, unknown, RegExp]>([
    ['a second press', packWithSteps([named('publish', 'Post')]), /'publish' not exactly once/],
    [
      'a button that publishes before the press',
      packWithSteps([named('press', 'Publish')]),
      /presses 'Publish' before the press/,
    ],
    [
      'a step after the press that is no question',
      packWithSteps([], [named('press', 'Next')]),
      /comes after the press/,
    ],
    ['a question before the press', packWithSteps([named('confirm', 'Yes')]), /confirms before the press/],
    [
      'no text',
      { ...STAND_IN, steps: STAND_IN.steps.filter((step) => step.do !== 'fill') },
      /enter the text not exactly once/,
    ],
    ['another beginning', { ...STAND_IN, steps: STAND_IN.steps.slice(1) }, /'open' not exactly once.*The first step/],
    ['a step of another kind', packWithSteps([{ do: 'run', script: 'x' }]), /'steps.5.do': 'run' is no step/],
  ])('%s is refused', (_, pack, problem) => {
    expect(checkSitePack(pack).join(' ')).toMatch(problem);
  });

  test('what opens the new post may be called Post', () => {
    const [open, ...steps] = STAND_IN.steps;
    expect(checkSitePack({ ...STAND_IN, steps: [open, named('press', 'Post'), ...steps] })).toEqual([]);
  });
});

describe('what a pack may say of a site that is built in another way:', () => {
  const control = { button: css('.open'), names: { en: ['New post'] } };
  test.each<[string, unknown]>([
    ['a panel that asks once more', packWithSteps([], [{ do: 'confirm', ...control }])],
    ['a title', packWithSteps([{ do: 'fill', what: 'title', field: css('#title') }])],
    ['something to wait for', packWithSteps([{ do: 'wait', shown: css('.ready') }])],
    ['a profile at /@name', packWith('account.profile', '/@{username}')],
    ['a profile at a hash', packWith('account.profile', '/#/u/{username}')],
    ['a hash that ends in a slash', packWith('feed.path', '/ghost/#/posts/')],
    ['an address with a colon', packWith('feed.path', '/wiki/User:{username}')],
    ['a profile in the query', packWith('account.profile', '/profile?tab=all&name={username}')],
    [
      'five fields for the time',
      packWith(TIME ?? '', {
        do: 'time',
        fields: ['{year}', '{month}', '{day}', '{hour}', '{minute}'].map((form, n) => ({
          field: css(`.part-${n}`),
          form,
        })),
      }),
    ],
    ['an address of posts', packWith('feed.address', '/#/p/{id}')],
    ['a dated address of posts', packWith('feed.address', '/{*}/{*}/{*}/{id}/')],
    ['a feed without images', packWith('feed.image', undefined)],
  ])('%s', (_, pack) => {
    expect(checkSitePack(JSON.parse(JSON.stringify(pack)))).toEqual([]);
  });

  test.each<[string, unknown, RegExp]>([
    [
      'a message box that a button opens',
      packWithSteps([{ do: 'press', ...control, names: { en: ['Message'] } }]),
      /contains 'message'/,
    ],
    [
      'a dialog that pays',
      packWithSteps([], [{ do: 'confirm', ...control, dialog: css('.x'), names: { en: ['Pay now'] } }]),
      /contains 'pay now'/,
    ],
    [
      'texts without their dialog',
      packWithSteps([], [{ do: 'confirm', ...control, texts: { en: ['Sure?'] } }]),
      /has texts, but no dialog/,
    ],
    [
      'a note that is deleted',
      packWith('dismiss', [{ ...control, shown: css('.x'), names: { en: ['Delete'] } }]),
      /contains 'delete'/,
    ],
    ['a session as the id', packWith('account.id', { cookie: 'session' }), /'session' is the name of a secret/],
    [
      'a token as the id',
      packWith('account.id', { localStorage: 'auth', field: 'user.accessToken' }),
      /is the name of a secret/,
    ],
    [
      'a token as the username',
      packWith('account', { ...STAND_IN.account, path: '/api/me', field: 'user.accessToken' }),
      /is not a username/,
    ],
    ['a username of no answer', packWith('account.field', 'user.slug'), /has no 'account.path'/],
    ['a profile without a name', packWith('account.profile', '/me'), /has no {username}/],
    ['posts without an id', packWith('feed.address', '/posts'), /has no {id}/],
    ['another site', packWith('account.profile', '//evil.example/{username}'), /has not the form of/],
  ])('not %s', (_, pack, problem) => {
    expect(checkSitePack(pack).join()).toMatch(problem);
  });
});

describe('a pack of another form is refused: [S2.2-3]', () => {
  test.each<[string, string, unknown, string]>([
    [
      'an address of another site',
      `${OPEN}.path`,
      'https://evil.example/post',
      "'steps.0.path': 'https://evil.example/post' has not the form of",
    ],
    [
      'a feed of another site',
      'feed.path',
      'https://evil.example/{username}',
      "'feed.path': 'https://evil.example/{username}' has not",
    ],
    ['another placeholder', 'feed.path', '/{username}/{secret}', "'feed.path': '/{username}/{secret}' has not"],
    ['a script', 'script', 'alert(1)', "'script': Unexpected property."],
    ['a site that is no host', 'site', 'https://example.com', "'site': 'https://example.com' has not the form of"],
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

test.each([undefined, 1, 2, 4])('a pack of schema %p is refused with one sentence', (schema) => {
  expect(checkSitePack({ ...STAND_IN, schema })).toEqual(['The pack is not of schema 3: make it anew.']);
});
