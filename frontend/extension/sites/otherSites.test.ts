import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack, SitePackStep } from '@flyerdeck/contracts/sitePack';
import {
  answerPosted,
  COMPOSER,
  clicked,
  css,
  PACK,
  packWithSteps,
  STEPS,
  setCookie,
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

  test('stay in a tab of the user', async () => {
    gate('Accept');
    await settled(isLoggedIn(noted, { mayDismiss: false }));
    expect(clicked).toEqual([]);
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

/** What jsdom lacks for file fields. */
function letFilesIn(): HTMLInputElement {
  const file = document.querySelector('#file') as HTMLInputElement;
  Object.defineProperty(file, 'files', { set: () => undefined, configurable: true });
  Object.assign(globalThis, {
    DataTransfer: class {
      items = { add: () => undefined };
      files = [];
    },
  });
  return file;
}

test('a picture field that works later gets the picture again', async () => {
  let changes = 0;
  letFilesIn().addEventListener('change', () => {
    changes += 1;
    if (changes === 2) document.querySelector('#preview')?.classList.add('ready');
  });
  expect(await post(PACK, { image: new File(['x'], 'x.png') })).toEqual(POSTED);
});

test('a field that takes HTML gets HTML that says the text', async () => {
  const pack = packWithSteps({ text: { as: 'html' } });
  const text = "#1 <new> & it's\n[[two]] #tag";
  expect(await post(pack, { text })).toEqual(POSTED);
  const entered = document.querySelector<HTMLTextAreaElement>('#text')?.value ?? '';
  expect(entered).toBe('&#35;1 &#60;new&#62; &#38; it&#39;s<br>&#91;&#91;two&#93;&#93; #tag');
});

test('a site that has no file field takes a dropped picture, once', async () => {
  letFilesIn();
  Object.assign(globalThis, { DragEvent: MouseEvent });
  document.querySelector('#file')?.remove();
  const area = document.querySelector('#preview') as HTMLElement;
  let drops = 0;
  area.addEventListener('drop', () => {
    drops += 1;
    area.classList.add('ready');
  });
  const pack = packWithSteps({ image: { input: css('#preview') } });
  expect(await post(pack, { image: new File(['x'], 'x.png') })).toEqual(POSTED);
  expect(drops).toBe(1);
  const control = packWithSteps({ image: { input: css('#expiry') } });
  expect(await settled(probeComposer(new Composer(control)))).toContain('steps.4.attach.input');
});

describe('an account in a menu', () => {
  const hidden: SitePack = {
    ...PACK,
    account: {
      ...PACK.account,
      open: { button: css('#me'), names: { en: ['Account'] } },
      username: css('#menu a'),
      name: css('#menu b'),
      avatar: css('#menu img'),
    },
  };
  /** A page whose menu is opened and closed by its button. */
  function addMenu({ name = 'Account', worksAfterMs = 0 } = {}) {
    const sinceMs = Date.now();
    show(`<button type="button" id="me">${name}</button>`);
    on('#me', () => {
      const menu = document.querySelector('#menu');
      if (Date.now() - sinceMs < worksAfterMs) return;
      if (menu) menu.remove();
      else show('<div id="menu"><b>Luna Star</b><a href="/lunastar">My page</a></div>');
    });
  }

  test.each([true, false])('is read, and the menu is closed again', async (mayDismiss) => {
    addMenu();
    expect(await settled(isLoggedIn(hidden, { mayDismiss }))).toBe(true);
    expect(await settled(readPage(hidden))).toMatchObject({ username: 'lunastar', name: 'Luna Star' });
    expect(clicked).toEqual(['me', 'me']);
    expect(document.querySelector('#menu')).toBeNull();
  });

  test('is not opened by a button with another name', async () => {
    addMenu({ name: 'Log out' });
    await expect(settled(isLoggedIn(hidden, { mayDismiss: true }))).rejects.toThrow('The account was not found');
    expect(clicked).toEqual([]);
  });
});

test('a page that works long after it is shown is awaited', async () => {
  const slow: SitePack = { ...PACK, wait: { seconds: 40, ready: css('#hydrated') } };
  const seen = isLoggedIn(slow, { mayDismiss: true });
  await jest.advanceTimersByTimeAsync(35_000);
  show('<i id="hydrated"></i>');
  expect(await settled(seen)).toBe(true);
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

  test('that holds a time is no post for now', async () => {
    addField('2026-12-24T09:05');
    await expect(settled(preparePost(timed, POST))).rejects.toThrow('another time');
  });
});

test('a site without expiry and scheduler posts at once, and says that it cannot schedule', async () => {
  const plain = packWithSteps({ expiry: null, time: null });
  expect(await post(plain)).toEqual(POSTED);
  expect(clicked).toEqual(['post']);
  await expect(settled(preparePost(plain, { ...POST, scheduledFor: new Date() }))).rejects.toMatchObject({
    code: 'no_scheduler',
  });
  expect(await settled(probeComposer(new Composer(plain)))).toEqual([]);
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

  test('is read on pages that do not show it', async () => {
    document.querySelector('#account')?.remove();
    expect(await settled(isLoggedIn(pack, { mayDismiss: true }))).toBe(true);
    expect(await settled(readPage(pack))).toEqual({
      creatorId: 'lunastar',
      username: 'lunastar',
      name: '',
      avatarUrl: null,
    });
  });

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

test('a post button that is there only when the post is filled in is not looked for by the probe', async () => {
  const publish: SitePackStep = { ...STEPS.publish, late: true };
  const pack = { ...PACK, steps: PACK.steps.map((step) => (step.do === 'publish' ? publish : step)) };
  document.querySelector('#post')?.remove();
  const missing = (one: SitePack) => settled(probeComposer(Composer.find(one)));
  expect((await missing(pack)).filter((part) => part.includes('publish'))).toEqual([]);
  expect((await missing(PACK)).filter((part) => part.includes('publish'))).toHaveLength(1);
});

describe('the id of an account', () => {
  const UUID = '0b6f3c5e-1f4d-4f3a-9a55-0c2f6f3c1a77';
  const idOf = async (id: SitePack['account']['id']) =>
    (await settled(readPage({ ...PACK, account: { ...PACK.account, id } }))).creatorId;

  test('is read from a cookie, the storage, an attribute or a script', async () => {
    setCookie(`uid=${UUID}`);
    localStorage.setItem('me', JSON.stringify({ user: { id: 77 } }));
    show(
      `<i id="me" data-user="usr_8f3kQ2aa"></i><script type="application/json" id="state">{"me":{"id":"${UUID}"}}</script>`,
    );
    expect(await idOf({ cookie: 'uid' })).toBe(UUID);
    expect(await idOf({ localStorage: 'me', field: 'user.id' })).toBe('77');
    expect(await idOf({ element: css('#me'), attribute: 'data-user' })).toBe('usr_8f3kQ2aa');
    expect(await idOf({ json: css('#state'), field: 'me.id' })).toBe(UUID);
  });

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

describe('a site that permits at most 20 characters', () => {
  const text = document.querySelector.bind(document, '#text') as () => HTMLTextAreaElement;
  const WAYS: Record<string, () => void> = {
    'keeps the button disabled': () =>
      text().addEventListener('input', () => {
        Object.assign(document.querySelector('#post') as Element, { disabled: text().value.length > 20 });
      }),
    'cuts the text': () =>
      text().addEventListener('input', () => Object.assign(text(), { value: text().value.slice(0, 20) })),
    'has a limit in the field': () => Object.assign(text(), { maxLength: 20 }),
  };

  test.each(Object.entries(WAYS))('%s: only a longer text fails, and the site has not changed', async (_, limit) => {
    limit();
    await expect(settled(preparePost(PACK, { ...POST, text: 'A flyer of 24 characters' }))).rejects.toMatchObject({
      code: 'text_not_taken',
      message: expect.stringContaining('too long'),
    });
    showSite();
    limit();
    expect(await post(PACK, { text: 'A flyer of 20 letter' })).toEqual(POSTED);
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
