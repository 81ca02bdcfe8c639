import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { COMPOSER, clicked, PACK, packWith, setCookie, settled, showSite } from '../../test/extension/siteDocument.ts';
import { Composer } from './Composer.ts';
import { preparePost } from './preparePost.ts';
import { probeComposer } from './probeComposer.ts';
import { isLoggedIn, readCounts, readPage } from './readAccount.ts';

const css = (selector: string) => [{ css: selector }];
const POST = { creatorId: '778812', text: 'A flyer', image: null, scheduledFor: null };

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  showSite();
});
afterEach(() => jest.useRealTimers());

/** Prepares and presses as the extension does. Answers what it says: the outcome, or why nothing was posted. */
async function post(pack: SitePack): Promise<string> {
  try {
    const prepared = await settled(preparePost(pack, POST));
    const outcome = await settled(prepared.press(Infinity));
    return JSON.stringify(outcome);
  } catch (error) {
    return String(error);
  }
}

test('the pack itself posts: it presses the expiry, its period, Save and Post, nothing else', async () => {
  expect(checkSitePack(PACK)).toEqual([]);
  expect(await post(PACK)).toBe('{"kind":"posted","externalPostId":"42"}');
  expect(clicked).toEqual(['expiry', 'label', 'button', 'post']);
});

test('the probe presses what opens popups, and types nothing', async () => {
  expect(await settled(probeComposer(new Composer(PACK)))).toEqual(['steps.2.time.popup']);
  expect([...new Set(clicked)]).toEqual(['expiry', 'schedule']);
  expect(document.querySelector<HTMLTextAreaElement>('#text')?.value).toBe('');
});

/** Each pack differs from a good one in one element. Neither a post nor a probe of it may press, fill in or read anything else. */
describe('a hostile pack presses and fills in nothing outside of the new post: [S8.2-5]', () => {
  const HOSTILE: [string, string, unknown, RegExp, string?][] = [
    ['a message box as the composer', 'form', css('#chat'), /is a message box/],
    ['the whole page as the composer', 'form', css('body'), /is a page or a frame/],
    ['a payment form as the composer', 'form', css('#payment'), /is more than the new post/],
    ['an iframe as the composer', 'form', css('iframe'), /is a page or a frame/, '<iframe></iframe>'],
    ['a message box as the text field', 'steps.text.field', css('#chat-text'), /Step 4: write the text was not found/],
    ['another page as the new-post page', 'steps.open.path', '/my/settings', /The new-post page was not found/],
    ['a delete button as the post button', 'steps.publish.button', css('#erase'), /its name contains 'delete/],
    ['a button outside of the composer', 'steps.publish.button', css('#posts'), /The post button was not found/],
    ['a payment button as the post button', 'steps.publish.button', css('#buy'), /The post button was not found/],
    [
      'a button with another address',
      'steps.publish.button',
      css('#elsewhere'),
      /it sends the form to another address/,
    ],
    ['a hidden button', 'steps.publish.button', css('#hidden'), /The post button was not found/],
    [
      'a name that is not on the list',
      'steps.publish.button',
      css('#default'),
      /its name is not on the site pack's list/,
    ],
    ['the post button to open the expiry', 'steps.expiry.opener', css('#post'), /it publishes/],
    ['a button that submits to open the expiry', 'steps.expiry.opener', css('#default'), /it submits a form/],
    [
      'what was shown before as the dialog',
      'steps.expiry.list',
      css('section'),
      /Step 2: choose "1 day" was not found/,
    ],
  ];
  const expectNothingElse = (presses: readonly string[]) => {
    expect(clicked.filter((id) => !presses.includes(id))).toEqual([]);
    for (const [id, value] of Object.entries({ 'chat-text': '', note: '', password: 'secret' })) {
      expect(document.querySelector(`#${id}`)).toHaveProperty('value', value);
    }
  };

  test.each(HOSTILE)('%s', async (_, path, value, why, more = '') => {
    const pack = packWith(path, value);
    const show = () => showSite('/posts/create', COMPOSER + more);
    show();
    expect(await post(pack)).toMatch(why);
    expectNothingElse(['expiry', 'label', 'button']);
    show();
    await settled(probeComposer(new Composer(pack)));
    expectNothingElse(['expiry', 'schedule']);
  });

  test('messages that are on the page are not read as the answer of the site', async () => {
    const said = await post({
      ...PACK,
      outcome: { posted: css('.toast.ok a'), error: css('#private') },
    });
    expect(said).toBe('{"kind":"posted","externalPostId":"42"}');
  });
});

describe('a hostile pack reads nothing of the account but its name, picture and counts: [S8.2-5]', () => {
  const read = async (pack: SitePack) => JSON.stringify([await settled(readPage(pack)), readCounts(pack)]);

  test('the pack itself reads them', async () => {
    expect(JSON.parse(await read(PACK))).toEqual([
      { creatorId: '778812', name: 'Luna Star', username: 'lunastar', avatarUrl: null },
      { home: 0, notifications: 0, messages: 0 },
    ]);
  });

  test.each<[string, string, unknown]>([
    ['private messages as the name', 'account.name', css('#private')],
    ['a password as a count', 'account.counts.home', css('#password')],
  ])('%s', async (_, path, value) => {
    expect(await read(packWith(path, value))).not.toMatch(/secret|555|0100/);
  });

  test('a cookie that is not the id of an account', async () => {
    setCookie('csrf=token-of-the-session');
    await expect(read(packWith('account.id', { cookie: 'csrf' }))).rejects.toThrow("The account's id was not found");
  });

  test('a link to messages or to another site is not the account', async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<a id="x" href="/my/chats/1">x</a><a id="y" href="https://evil.example/luna">y</a>',
    );
    for (const id of ['#x', '#y']) {
      await expect(settled(isLoggedIn(packWith('account.username', css(id)), { mayDismiss: true }))).rejects.toThrow(
        'The account was not found',
      );
    }
  });

  test('a huge name is not read', async () => {
    const name = document.querySelector('#account b');
    if (name) name.textContent = 'x'.repeat(1_000_000);
    expect(await read(PACK)).not.toContain('xxx');
  });
});
