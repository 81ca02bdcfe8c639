import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePackStep } from '@flyerdeck/contracts/sitePack';
import { type Language, RENDERED_PACK, RenderedSite } from '../../test/extension/renderedSite.ts';
import {
  COMPOSER,
  clicked,
  css,
  PACK,
  packWith,
  setCookie,
  settled,
  showSite,
} from '../../test/extension/siteDocument.ts';
import { Composer } from './Composer.ts';
import { preparePost } from './preparePost.ts';
import { probeComposer } from './probeComposer.ts';

const POST = { creatorId: '778812', text: 'A flyer\nof two lines', image: null, scheduledFor: null };

beforeEach(() => {
  jest.useFakeTimers({ now: new Date(2026, 10, 23, 12, 0), doNotFake: ['queueMicrotask', 'nextTick'] });
});
afterEach(() => jest.useRealTimers());

test('the pack of the tests is good', () => {
  expect(checkSitePack(RENDERED_PACK)).toEqual([]);
});

describe('one pack posts on a site that replaces its elements after each event', () => {
  test.each<[Language, string, object, Date]>([
    ['en', 'in the page', {}, new Date(2026, 10, 30, 0, 30)],
    [
      'ru',
      'in a shadow root, with popups outside',
      { isInShadow: true, arePopupsInBody: true },
      new Date(2027, 0, 3, 22, 5),
    ],
    ['es', 'with popups outside', { arePopupsInBody: true }, new Date(2026, 11, 31, 12, 59)],
  ])('in the language %s, %s', async (language, _, options, at) => {
    const site = new RenderedSite({ language, ...options });
    const prepared = await settled(preparePost(RENDERED_PACK, { ...POST, scheduledFor: at }));
    expect(site.posts).toEqual([]);
    expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'posted', externalPostId: '77' });
    expect(site.posts).toEqual([{ text: POST.text, at }]);
  });
});

test('the site understands another time: nothing is posted', async () => {
  const site = new RenderedSite({ language: 'es', isHourWrong: true });
  const prepared = preparePost(RENDERED_PACK, { ...POST, scheduledFor: new Date(2026, 11, 24, 22, 5) });
  await expect(settled(prepared)).rejects.toThrow(
    /^The creator site understood another time \(24 de diciembre de 2026.* 23:05\)\.$/,
  );
  expect(site.posts).toEqual([]);
});

test('the text is changed before the press: nothing is posted', async () => {
  const site = new RenderedSite({ language: 'en' });
  const prepared = await settled(preparePost(RENDERED_PACK, POST));
  site.text = 'Another text';
  site.render();
  await expect(settled(prepared.press(Infinity))).rejects.toThrow('Somebody changed the new post before it was sent.');
  expect(site.posts).toEqual([]);
});

test('a post is pressed once [S2.3-1]', async () => {
  const site = new RenderedSite({ language: 'en' });
  const prepared = await settled(preparePost(RENDERED_PACK, POST));
  await settled(prepared.press(Infinity));
  await expect(settled(prepared.press(Infinity))).rejects.toThrow('The button of this post was pressed before.');
  expect(site.posts).toHaveLength(1);
});

describe('something that covers the post button', () => {
  const NOTE = '<div class="rate" data-cover>Rate us<button type="button" id="later">Later</button></div>';
  const dismiss = [{ shown: css('.rate'), button: css('.rate button'), names: { en: ['Later'] } }];
  const cover = (html: string) => document.body.insertAdjacentHTML('beforeend', html);

  test('that the pack names is dismissed', async () => {
    showSite();
    const prepared = await settled(preparePost({ ...PACK, dismiss }, POST));
    cover(NOTE);
    document.querySelector('#later')?.addEventListener('click', () => document.querySelector('.rate')?.remove());
    expect(await settled(prepared.press(Infinity))).toMatchObject({ kind: 'posted' });
    expect(clicked).toContain('later');
  });
});

describe('the account', () => {
  const ofOther = async () => ({ text: async () => '<nav id="account"><a href="/iris"><b>Iris</b></a></nav>' });
  const answerWith = (answer: unknown) => Object.assign(globalThis, { fetch: answer });
  afterEach(() => answerWith(undefined));

  test('that another tab has switched before the press: nothing is pressed', async () => {
    showSite();
    const prepared = await settled(preparePost(PACK, POST));
    setCookie('auth_id=990044');
    await expect(settled(prepared.press(Infinity))).rejects.toMatchObject({ code: 'wrong_account' });
    expect(clicked).not.toContain('post');
  });

  test('that is logged out before the press: nothing is pressed', async () => {
    showSite();
    localStorage.setItem('me', '778812');
    const prepared = await settled(preparePost(packWith('account.id', { localStorage: 'me' }), POST));
    localStorage.removeItem('me');
    await expect(settled(prepared.press(Infinity))).rejects.toMatchObject({ code: 'logged_out' });
    expect(clicked).not.toContain('post');
  });

  test('that is switched by the press is never posted, whatever the site says', async () => {
    showSite();
    const prepared = await settled(preparePost(PACK, POST));
    document.querySelector('#post')?.addEventListener('click', () => setCookie('auth_id=990044'));
    expect(await settled(prepared.press(Infinity))).toEqual({
      kind: 'wrong_account',
      creatorId: '990044',
      username: null,
    });
  });

  test('that only documents show is read from a new one, before the press and after it', async () => {
    showSite();
    const pack = packWith('account.id', { username: true });
    const post = { ...POST, creatorId: 'lunastar' };
    const switched = await settled(preparePost(pack, post));
    answerWith(ofOther);
    await expect(settled(switched.press(Infinity))).rejects.toThrow('@iris');
    expect(clicked).not.toContain('post');
    answerWith(undefined);
    const prepared = await settled(preparePost(pack, post));
    document.querySelector('#post')?.addEventListener('click', () => answerWith(ofOther));
    expect(await settled(prepared.press(Infinity))).toEqual({
      kind: 'wrong_account',
      creatorId: 'iris',
      username: 'iris',
    });
  });
});

describe('a draft that the site restores', () => {
  const DRAFT = '<span id="draft"><img alt=""><button type="button">Remove</button></span>';
  const field = () => document.querySelector<HTMLTextAreaElement>('#text');
  const restore = (html = DRAFT) => {
    const text = field();
    if (text) text.value = 'An old draft';
    document.querySelector('#draft')?.remove();
    document.querySelector('#composer')?.insertAdjacentHTML('beforeend', html);
    document
      .querySelector('#draft button')
      ?.addEventListener('click', () => document.querySelector('#draft')?.remove());
  };

  test('is removed before the post is filled in: its text and its picture', async () => {
    showSite();
    restore();
    const prepared = await settled(preparePost(PACK, POST));
    expect([field()?.value, document.querySelector('#draft')]).toEqual([POST.text, null]);
    expect(await settled(prepared.press(Infinity))).toMatchObject({ kind: 'posted' });
  });

  test.each([
    [
      'a button that removes nothing',
      '<span id="draft"><img alt=""><button type="button"><i>Remove</i></button></span>',
    ],
    ['a button of another name', '<span id="draft"><img alt=""><button type="button">Delete account</button></span>'],
  ])('with %s: nothing is posted, and the reason is no change of the site', async (_, html) => {
    showSite();
    document.querySelector('#composer')?.insertAdjacentHTML('beforeend', html);
    await expect(settled(preparePost(PACK, POST))).rejects.toMatchObject({ code: 'broken' });
    expect(clicked).not.toContain('post');
  });

  test('with a time that nobody chose: nothing is posted', async () => {
    showSite();
    const shown = document.querySelector('#scheduled');
    if (shown) shown.textContent = 'Tomorrow at 18:20';
    await expect(settled(preparePost(PACK, POST))).rejects.toThrow('another time');
  });
});

test('a note that was there before the press is not the answer', async () => {
  showSite('/posts/create', `${COMPOSER}<p class="toast error">Your card has expired</p>`);
  const prepared = await settled(preparePost(PACK, POST));
  expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'posted', externalPostId: '42' });
});

describe('a message that a post is live', () => {
  const said = async (before: string) => {
    showSite('/posts/create', `${COMPOSER}${before}`);
    const prepared = await settled(preparePost(PACK, POST));
    return { prepared, button: document.querySelector('#post') };
  };

  test('may be about another post while the form can still be sent', async () => {
    const { prepared, button } = await said('');
    button?.addEventListener('click', () => button.removeAttribute('aria-disabled'));
    expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'posted', externalPostId: '42', isFormKept: true });
  });

  test('is seen when the form is gone at the same moment', async () => {
    const { prepared, button } = await said('');
    button?.addEventListener('click', () => document.querySelector('#composer')?.remove());
    expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'posted', externalPostId: '42' });
  });

  test('names no new post with an address that was in the document before the press [S2.3-2]', async () => {
    const { prepared } = await said('<a href="/42/lunastar">An older post</a>');
    expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'posted', externalPostId: null });
  });
});

describe('an answer after the press', () => {
  const pressed = async (text: string) => {
    showSite();
    const prepared = await settled(preparePost(PACK, POST));
    const button = document.querySelector('#post');
    button?.addEventListener('click', (event) => event.stopImmediatePropagation(), true);
    button?.addEventListener('click', () => undefined);
    document.addEventListener(
      'click',
      () => document.body.insertAdjacentHTML('beforeend', `<p class="toast error">${text}</p>`),
      { capture: true, once: true },
    );
    return settled(prepared.press(Infinity));
  };

  test.each(['Something went wrong (504). Please try again.', 'Please log in', 'You are fast'])(
    '"%s" is not named by the pack: the post may be live',
    async (text) => {
      expect(await pressed(text)).toEqual({ kind: 'unknown' });
    },
  );

  test('a refusal that the pack names has its kind and its time', async () => {
    const text = 'You’re posting too fast. Try again in 10 minutes.';
    expect(await pressed(text)).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      message: text,
      retryAfterSeconds: 600,
    });
    expect(await pressed('This word is not allowed')).toMatchObject({ refusal: 'content', retryAfterSeconds: null });
  });
});

test('a message that looks like the answer and says something else is not the answer', async () => {
  showSite();
  const answer = { posted: css('.toast'), texts: { en: ['Posted'] } };
  const prepared = await settled(preparePost({ ...PACK, outcome: answer }, POST));
  document.querySelector('#post')?.addEventListener('click', () => {
    document.body.insertAdjacentHTML('afterbegin', '<p class="toast">Something went wrong</p>');
  });
  expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'posted', externalPostId: '42' });
});

test('an exception after the press is no failure', async () => {
  showSite();
  const prepared = await settled(preparePost(PACK, POST));
  document.querySelector('#post')?.addEventListener('click', () => {
    document.body.remove();
    Object.defineProperty(document, 'createTreeWalker', {
      configurable: true,
      value: () => {
        throw new Error('gone');
      },
    });
  });
  const outcome = await settled(prepared.press(Infinity));
  delete (document as { createTreeWalker?: unknown }).createTreeWalker;
  document.documentElement.append(document.createElement('body'));
  expect(outcome).toEqual({ kind: 'unknown' });
});

test('without an answer in time the outcome is unknown', async () => {
  showSite();
  const prepared = await settled(preparePost(PACK, POST));
  document.querySelector('#post')?.addEventListener('click', (event) => event.stopImmediatePropagation(), true);
  expect(await settled(prepared.press(Infinity))).toEqual({ kind: 'unknown' });
});

describe('the probe', () => {
  test('finds everything, and types and posts nothing', async () => {
    const site = new RenderedSite({ language: 'ru', isInShadow: true });
    expect(await settled(probeComposer(new Composer(RENDERED_PACK)))).toEqual([]);
    expect([site.text, site.posts]).toEqual(['', []]);
  });

  test('names all that it does not find', async () => {
    new RenderedSite({ language: 'en' });
    const nothing = [{ testId: 'nothing' }];
    const missing: Partial<Record<SitePackStep['do'], object>> = {
      time: { nextMonth: nothing, timeTab: nothing, minute: nothing },
      publish: { button: nothing },
    };
    const steps = RENDERED_PACK.steps.map((step) => ({ ...step, ...missing[step.do] }) as SitePackStep);
    expect((await settled(probeComposer(new Composer({ ...RENDERED_PACK, steps })))).sort()).toEqual([
      'steps.1.time.minute',
      'steps.1.time.nextMonth',
      'steps.1.time.timeTab',
      'steps.3.publish',
    ]);
  });
});
