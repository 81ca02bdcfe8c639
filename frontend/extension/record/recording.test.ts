import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePackWays } from '@flyerdeck/contracts/sitePack';
import { showSite } from '../../test/extension/siteDocument.ts';
import type { PickedAccount, Recorded, Recording } from '../shared/recordTypes.ts';
import { findAll } from '../sites/findElements.ts';
import { packOf } from './packOf.ts';
import { answeredAccount, pickedAccount, pickedPost } from './picked.ts';
import { nameOfSeen, waysTo, waysToAll } from './proposeWays.ts';
import { messages, rememberShown } from './shownSince.ts';

const css = (selector: string): SitePackWays => [{ css: selector }];

/** Adds to the page of Luna. Returns how to find an element. */
function show(html: string): (selector: string) => Element {
  showSite('/lunastar');
  document.body.insertAdjacentHTML('beforeend', html);
  return (selector) => document.querySelector(selector) as Element;
}

describe('a recording', () => {
  const ABOUT = { version: 7, site: 'site.example', locales: ['en'] };
  const used = (name: string, selector: string, isNew = false) => ({
    element: { ways: css(selector), name, language: 'en', picture: null },
    isNew,
    address: '/compose',
  });
  const press = (name: string, selector: string, more: object = {}): Recorded => ({
    ...used(name, selector),
    kind: 'press',
    ...more,
  });
  const TEXT: Recorded = { ...used('', '#text'), kind: 'fill', text: 'My post of today', isLine: false, shown: null };
  const POST = press('Post', '#post');
  const recordingOf = (steps: readonly Recorded[], more: Partial<Recording> = {}): Recording => ({
    steps,
    press: null,
    said: [{ ways: css('.toast'), text: 'Your post is live' }],
    account: {
      kind: 'account',
      account: { username: css('.me'), profile: '/{username}', id: { username: true } },
      username: 'nova',
      address: '/compose',
    },
    post: {
      ...{ kind: 'post', post: css('.card'), text: css('.text'), time: css('time'), link: css('a'), image: css('img') },
      ...{ form: null, address: '/nova' },
    },
    ...more,
  });
  const stepsOf = (...steps: readonly Recorded[]) => packOf(recordingOf(steps), ABOUT).pack?.steps;

  const OPEN = { do: 'open', path: '/compose' };
  const FILL = { do: 'fill', what: 'text', field: css('#text') };
  const PUBLISH = { do: 'publish', button: css('#post'), names: { en: ['Post'] } };

  test('becomes a pack: account, steps, what the site said, and the feed', () => {
    const { pack, missing } = packOf(recordingOf([TEXT, POST]), ABOUT);
    expect([missing, checkSitePack(pack)]).toEqual([null, []]);
    expect(pack).toEqual({
      schema: 3,
      ...ABOUT,
      account: { username: css('.me'), profile: '/{username}', id: { username: true } },
      steps: [OPEN, FILL, PUBLISH],
      outcome: { posted: css('.toast'), texts: { en: ['Your post is live'] } },
      feed: {
        ...{ path: '/{username}', post: css('.card'), text: css('.text'), time: css('time') },
        ...{ link: css('a'), image: css('img') },
      },
    });
  });

  test('has its press at the first name that publishes, and what follows confirms', () => {
    expect(stepsOf(TEXT, POST, press('Yes', '#yes', { isNew: true }))).toEqual([
      ...[OPEN, FILL, PUBLISH],
      { do: 'confirm', button: css('#yes'), names: { en: ['Yes'] } },
    ]);
    expect(stepsOf(TEXT, press('Send', '#send', { isLate: true }))?.at(-1)).toMatchObject({
      do: 'publish',
      late: true,
    });
  });

  test('with a dialog in which the image is added has it for posts with an image only', () => {
    const file = {
      ...{ ...used('', '#file'), kind: 'attach', isPlainField: true, image: css('.grid img'), shown: css('#kept') },
    } as Recorded;
    const steps = stepsOf(
      TEXT,
      press('Add media', '#add'),
      file,
      press('Set image', '#set', { isOfImage: true }),
      POST,
    );
    expect(steps).toMatchObject([
      ...[OPEN, FILL],
      { do: 'attach', ready: css('.grid img'), shown: css('#kept') },
      { do: 'press', names: { en: ['Set image'] }, when: 'image' },
      PUBLISH,
    ]);
  });

  test.each<[string, Partial<Recording>, string]>([
    ['nothing was done', { steps: [] }, 'Open the page where you write a post, and make one.'],
    ['no text', { steps: [POST] }, 'No text was written. Write one, then press what sends the post.'],
    ['no press', { steps: [TEXT] }, 'Nothing was pressed that sends the post.'],
    ['no account', { account: null }, 'Click your name on the site.'],
    [
      'no post',
      { post: null },
      'Open the page with your own posts, and click the post that you have made, on its text.',
    ],
  ])('says what is missing: %s', (_, changes, sentence) => {
    expect(packOf(recordingOf([TEXT, POST], changes), ABOUT)).toEqual({ pack: null, missing: sentence });
  });
});

test('what the site says is known by its begin up to a number, because the next post has another one', () => {
  document.body.innerHTML = '<p id="words" role="status">3 words</p><p id="said" role="status">Now on air</p>';
  rememberShown();
  document.body.innerHTML =
    '<p id="words" role="status">4 words</p><p id="said" role="status">It is live. That is post 1 of you</p>';
  expect(messages().map(({ text }) => text)).toEqual(['It is live. That is post']);
});

test('the text of a post is in the outermost element that shows it, and its link is the one around its time', () => {
  const find = show(`
    <section><article class="card"><header><a href="/lunastar">Luna Star</a> <a class="when" href="/p/48200001"><time datetime="2026-11-28T12:00:00Z">now</time></a></header>
    <div class="said" data-testid="post-text"><span>My post of today</span></div></article></section>`);
  for (const clicked of ['.said', '.said span', 'article']) {
    expect(pickedPost(find(clicked), 'My post of today')).toMatchObject({
      text: [{ testId: 'post-text' }, { css: 'div.said' }, { css: 'div' }],
      time: [{ css: 'time' }],
      link: [{ css: 'a.when' }],
      form: null,
    });
  }
});

test.each([
  ['/lunastar', '/{username}'],
  ['/@lunastar', '/@{username}'],
  ['/#/u/lunastar', '/#/u/{username}'],
  ['/profile?user=lunastar', '/profile?user={username}'],
  ['/ghost/#/settings/staff/lunastar/', '/ghost/#/settings/staff/{username}/'],
])('the account of a link to %s', (href, profile) => {
  const find = show(`<a id="me" href="${href}"><b>Luna Star</b> <i>@lunastar</i></a>`);
  expect(pickedAccount(find('#me i'))).toMatchObject({ username: 'lunastar', account: { profile } });
});

test('the account is the value of a username in the answer that the page asks for, and otherwise what was clicked', async () => {
  const clicked: PickedAccount = {
    kind: 'account',
    account: { username: css('#menu a'), profile: '/staff/{username}', id: { username: true } },
    username: 'nova',
    address: '/',
  };
  const after = (path: string, body: string) => {
    const { href } = new URL(path, location.origin);
    Object.assign(performance, { getEntriesByType: () => [{ name: href }] });
    Object.assign(globalThis, { fetch: async () => ({ json: async () => JSON.parse(body) }) });
    return answeredAccount(clicked);
  };
  expect(await after('/api/users/me/?include=roles', '{"users":[{"id":"1","bio":"nova","slug":"nova"}]}')).toEqual({
    ...clicked,
    account: { path: '/api/users/me/', field: 'users.0.slug', username: css('body'), id: { username: true } },
  });
  for (const [path, body] of [
    ['/api/users', '[{"slug":"nova"}]'],
    ['/api/me', '{"slug":"iris"}'],
    ['https://other.example/api/me', '{"slug":"nova"}'],
  ] as const)
    expect(await after(path, body)).toEqual(clicked);
});

test('the ways to an element are its test id, its role and name, and selectors; each finds it and no other', () => {
  const find = show(`<nav><img src="/logo.png"></nav><form data-testid="composer"><p><img src="/media/1"></p>
    <button type="button" data-testid="send" class="primary">Send post</button></form>`);
  const ways = waysTo(find('[data-testid="send"]'));
  expect(ways.slice(0, 2)).toEqual([{ testId: 'send' }, { role: 'button', names: { en: ['Send post'] } }]);
  for (const way of ways) expect(findAll([way], document)[0]).toBe(find('[data-testid="send"]'));
  const image = find('form img');
  for (const way of waysToAll(image, [find('nav img')])) expect(findAll([way], document)).toEqual([image]);
});

test('the cards of a feed are found all, and nothing else', () => {
  const find = show('<section><article class="card one">A</article><article class="card">B</article></section>');
  const [way] = waysToAll(find('.one'));
  expect(findAll([way as NonNullable<typeof way>], document).map(({ textContent }) => textContent)).toEqual(['A', 'B']);
});

test.each([
  ['a note beside it', '<span>Publish</span><span data-top="140">⌘ P</span>', 'Publish'],
  ['a text that only screen readers get', '<span data-top="-9999">Publish</span>', 'Publish'],
  ['all its parts', '<b>Publish</b> <i>now</i>', 'Publish now'],
])('the name of a button with %s is what is seen of it', (_, html, name) => {
  document.body.innerHTML = `<button type="button">${html}</button>`;
  for (const one of document.querySelectorAll<HTMLElement>('button, button *')) {
    const top = Number(one.dataset.top ?? 100);
    one.getBoundingClientRect = () =>
      ({ left: 100, top, width: 80, height: 30, right: 180, bottom: top + 30 }) as DOMRect;
  }
  expect(nameOfSeen(document.querySelector('button') as Element)).toBe(name);
});
