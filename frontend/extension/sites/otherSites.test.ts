import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack, SitePackStep } from '@flyerdeck/contracts/sitePack';
import {
  answerPosted,
  COMPOSER,
  clicked,
  css,
  PACK,
  packWithSteps,
  settled,
  showSite,
} from '../../test/extension/siteDocument.ts';
import { Composer } from './Composer.ts';
import { preparePost } from './preparePost.ts';
import { probeComposer } from './probeComposer.ts';
import { isLoggedIn, readPage } from './readAccount.ts';

/** Sites that are built in another way than the one of PACK, each with what a pack says of it. */

const POST = { creatorId: '778812', text: 'A flyer', image: null, scheduledFor: null };
const POSTED = { kind: 'posted', externalPostId: '42' };

const on = (selector: string, act: (element: HTMLElement) => void) => {
  const element = document.querySelector<HTMLElement>(selector);
  element?.addEventListener('click', () => act(element));
};
const show = (html: string) => document.body.insertAdjacentHTML('beforeend', html);
async function post(pack: SitePack, changes: object = {}) {
  expect(checkSitePack(JSON.parse(JSON.stringify(pack)))).toEqual([]);
  const prepared = await settled(preparePost(pack, { ...POST, ...changes }));
  return settled(prepared.press(Infinity));
}

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 10, 23, 12, 0), doNotFake: ['queueMicrotask', 'nextTick'] });
  showSite();
});
afterEach(() => jest.useRealTimers());

describe('a new post that a button opens', () => {
  const OPENER: SitePackStep = { do: 'press', button: css('#new'), names: { en: ['Post'] }, shows: css('#composer') };
  const steps = PACK.steps.slice(1);
  const opened: SitePack = { ...PACK, steps: [{ do: 'open', path: '/' }, OPENER, ...steps] };
  const showClosed = () => {
    showSite('/', '<button type="button" id="new">Post</button>');
    on('#new', () => {
      if (!document.querySelector('#composer')) show(COMPOSER);
      on('#expiry', () => document.querySelector('#periods')?.removeAttribute('hidden'));
      on('#periods button', () => {
        const shown = document.querySelector('#expires');
        if (shown) shown.textContent = 'Expires in 1 day';
      });
      on('#post', answerPosted);
    });
  };

  test('posts', async () => {
    showClosed();
    expect(await post(opened)).toEqual(POSTED);
  });

  test('is not opened by a button called Post while a field holds a text', async () => {
    showClosed();
    show('<textarea>A draft</textarea>');
    await expect(settled(preparePost(opened, POST))).rejects.toThrow('it publishes');
    expect(clicked).toEqual([]);
  });
});

describe('a dialog that asks once more', () => {
  const ask = (button: string) =>
    `<div role="dialog" id="ask">Publish this now?<button type="button" id="yes">${button}</button></div>`;
  const confirmed = (name: string): SitePackStep => ({
    do: 'confirm',
    dialog: css('#ask'),
    texts: { en: ['Publish this'] },
    button: css('#yes'),
    names: { en: [name] },
  });
  const asking = packWithSteps({}, [confirmed('Yes, post')]);
  const showAsking = (button: string, meanwhile?: () => void) => {
    showSite();
    document.querySelector('#post')?.addEventListener(
      'click',
      (event) => {
        event.stopImmediatePropagation();
        meanwhile?.();
        show(ask(button));
        on('#yes', answerPosted);
      },
      { capture: true },
    );
  };

  test('is confirmed once', async () => {
    showAsking('Yes, post');
    expect(await post(asking)).toEqual(POSTED);
    expect(clicked.filter((id) => id === 'yes')).toHaveLength(1);
  });

  test.each([
    ['with another button', 'Pay now', 'Yes, post'],
    ['whose button pays', 'Pay', 'Pay'],
  ])('%s is not confirmed, and the post stays in doubt', async (_, button, name) => {
    showAsking(button);
    const prepared = await settled(preparePost(packWithSteps({}, [confirmed(name)]), POST));
    expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'unknown' });
    expect(clicked).not.toContain('yes');
  });

  test('is not confirmed after the time is over', async () => {
    showAsking('Yes, post', () => jest.setSystemTime(Date.now() + 60_000));
    const prepared = await settled(preparePost(asking, POST));
    expect(await settled(prepared.press(Date.now() + 30_000))).toEqual({ kind: 'unknown' });
    expect(clicked).not.toContain('yes');
  });

  test.each([
    ['is confirmed once the pack has dismissed what covers it', true],
    ['whose button stays covered is not confirmed, so nothing was posted', false],
  ])('%s', async (_, isNote) => {
    showAsking('Yes, post', () => {
      show('<div class="gate" data-cover>Rate us<button type="button" id="gate">Later</button></div>');
      on('#gate', () => document.querySelector('.gate')?.remove());
    });
    const dismiss = [{ shown: css('.gate'), button: css('.gate button'), names: { en: [isNote ? 'Later' : 'Never'] } }];
    const prepared = await settled(preparePost({ ...asking, dismiss }, POST));
    const outcome = settled(prepared.press(Infinity));
    if (isNote) expect(await outcome).toEqual(POSTED);
    else await expect(outcome).rejects.toMatchObject({ code: 'not_pressed' });
    expect(clicked.filter((id) => id === 'yes')).toHaveLength(isNote ? 1 : 0);
  });
});

describe('notes that are in the way', () => {
  const noted: SitePack = {
    ...PACK,
    dismiss: [{ shown: css('.gate'), button: css('.gate button'), names: { en: ['I am over 18', 'Accept'] } }],
  };
  const gate = (button: string, more = '') =>
    show(`<div class="gate">${more}<button type="button" id="gate">${button}</button></div>`);

  test.each(['I am over 18', 'Accept'])('are dismissed by %s, once', async (name) => {
    gate(name);
    await settled(isLoggedIn(noted, { mayDismiss: true }));
    await settled(isLoggedIn(noted, { mayDismiss: true }));
    expect(clicked).toEqual(['gate']);
  });

  test.each([
    ['another button', 'Subscribe', ''],
    ['a field', 'Accept', '<input type="text">'],
    ['a message box', 'Accept', '<textarea class="chat"></textarea>'],
  ])('with %s are not touched', async (_, name, more) => {
    gate(name, more);
    await settled(isLoggedIn(noted, { mayDismiss: true }));
    expect(clicked).toEqual([]);
  });
});

test('a field that takes HTML gets HTML that says the text', async () => {
  const pack = packWithSteps({ text: { as: 'html' } });
  const text = "#1 <new> & it's\n[[two]] #tag";
  expect(await post(pack, { text })).toEqual(POSTED);
  const entered = document.querySelector<HTMLTextAreaElement>('#text')?.value ?? '';
  expect(entered).toBe('&#35;1 &#60;new&#62; &#38; it&#39;s<br>&#91;&#91;two&#93;&#93; #tag');
});

describe('what must stay as it is', () => {
  const kept = packWithSteps({}, [
    { do: 'keep', element: css('#price') },
    { do: 'keep', element: css('#to'), is: { en: ['Everyone'] } },
  ]);
  const choose = (price: string, to: string) =>
    document
      .querySelector('#composer')
      ?.insertAdjacentHTML('beforeend', `<input id="price" value="${price}"><b id="to">${to}</b>`);

  test('stays: it posts', async () => {
    choose('', 'Everyone');
    expect(await post(kept)).toEqual(POSTED);
  });

  test.each([
    ['5', 'Everyone', 'see that a field is empty'],
    ['', 'Fans only', 'see that "Everyone" is chosen'],
  ])('price "%s" for %s: nothing is posted', async (price, to, step) => {
    choose(price, to);
    await expect(settled(preparePost(kept, POST))).rejects.toMatchObject({
      code: 'broken',
      message: `The new post does not hold what it should, but another choice (${step}).`,
    });
    expect(clicked).not.toContain('post');
  });
});

describe('a field for the time', () => {
  const timed = packWithSteps({ time: null }, [{ do: 'time', fields: [{ field: css('#at') }] }]);
  const AT = new Date(2026, 11, 24, 9, 5);
  const addField = (value = '') =>
    document
      .querySelector('#composer')
      ?.insertAdjacentHTML('beforeend', `<input type="datetime-local" id="at" value="${value}">`);
  const field = () => document.querySelector<HTMLInputElement>('#at');

  test('is filled in, in the time of the browser', async () => {
    addField();
    expect(await post(timed, { scheduledFor: AT })).toEqual(POSTED);
    expect(field()?.value).toBe('2026-12-24T09:05');
    expect(await settled(probeComposer(new Composer(timed)))).toEqual([]);
  });
});

describe('an account that the site answers with JSON', () => {
  const pack: SitePack = {
    ...PACK,
    account: { path: '/api/me', field: 'users.0.slug', username: css('body'), id: { username: true } },
  };
  const answerWith = (slug: string, status = 200) =>
    Object.assign(globalThis, {
      fetch: async () => ({
        status,
        text: async () => JSON.stringify({ users: [{ slug, email: 'luna@example.com' }] }),
      }),
    });
  beforeEach(() => answerWith('lunastar'));
  afterEach(() => Object.assign(globalThis, { fetch: undefined }));

  test.each([401, 403])('is logged out when the answer is %i', async (status) => {
    answerWith('', status);
    await expect(settled(isLoggedIn(pack, { mayDismiss: true }))).rejects.toMatchObject({ code: 'logged_out' });
  });

  test('is asked for before the press and after it', async () => {
    const mine = { ...POST, creatorId: 'lunastar' };
    const switched = await settled(preparePost(pack, mine));
    answerWith('iris');
    await expect(settled(switched.press(Infinity))).rejects.toMatchObject({ code: 'wrong_account' });
    answerWith('', 403);
    await expect(settled(switched.press(Infinity))).rejects.toMatchObject({ code: 'not_pressed' });
    expect(clicked).not.toContain('post');
    answerWith('lunastar');
    const prepared = await settled(preparePost(pack, mine));
    on('#post', () => answerWith('iris'));
    expect(await settled(prepared.press(Infinity))).toMatchObject({ kind: 'wrong_account', creatorId: 'iris' });
  });
});

describe('the id of an account', () => {
  const idOf = async (id: SitePack['account']['id']) =>
    (await settled(readPage({ ...PACK, account: { ...PACK.account, id } }))).creatorId;

  test('is nothing that could be a secret or a text', async () => {
    localStorage.setItem('a', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl');
    localStorage.setItem('b', '{"user":{"note":"We meet at six"}}');
    await expect(idOf({ localStorage: 'a' })).rejects.toThrow("The account's id");
    await expect(idOf({ localStorage: 'b', field: 'user.note' })).rejects.toThrow("The account's id");
    await expect(idOf({ localStorage: 'b', field: 'nobody.id' })).rejects.toThrow("The account's id");
    expect(await idOf({ username: true })).toBe('lunastar');
    await expect(idOf({ json: css('#chat'), field: 'id' })).rejects.toThrow("The account's id");
  });
});

describe('a site whose buttons have no role', () => {
  const showButton = (html: string) => {
    for (const one of document.querySelectorAll('#post, #label')) one.remove();
    document.querySelector('#composer')?.insertAdjacentHTML('beforeend', html);
    on('#post', answerPosted);
  };

  test.each([
    '<div id="post" class="btn"><span>Post</span></div>',
    '<a id="post">Post</a>',
    '<a id="post" href="javascript:void(0)"><i></i> Post</a>',
    '<div id="post"><span contenteditable="false">Post</span></div>',
  ])('posts: %s', async (html) => {
    showButton(html);
    expect(await post(PACK)).toEqual(POSTED);
    expect(clicked.filter((id) => id === 'post')).toHaveLength(1);
  });

  test.each([
    ['<div id="post">Post<button type="button"></button></div>', 'it is not a button'],
    ['<a id="post" href="/pay">Post</a>', 'it is a link'],
    ['<div id="post">Posts</div>', "its name is not on the site pack's list"],
    ['<div id="post" title="Delete">Post</div>', "its name contains 'delete'"],
  ])('is not pressed: %s', async (html, why) => {
    showButton(html);
    await expect(settled(preparePost(PACK, POST))).rejects.toThrow(why);
    expect(clicked).not.toContain('post');
  });
});
