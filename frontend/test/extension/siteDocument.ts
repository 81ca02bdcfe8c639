import type { SitePack, SitePackCalendar, SitePackStep, StepOf } from '@flyerdeck/contracts/sitePack';
import standIn from '../../e2e/creatorSite/packs/standIn.json';

/** A new-post page of a site in jsdom, with everything else that a page of such a site has. Its pack is `PACK`. */

/** The pack of the stand-in site. */
export const STAND_IN_PACK = standIn as SitePack;

export const css = (...selectors: string[]) => selectors.map((selector) => ({ css: selector }));

const EXPIRY: StepOf<'choose'> = {
  do: 'choose',
  opener: css('#expiry'),
  list: css('#periods'),
  option: css('#periods label'),
  names: { en: ['1 day'] },
  save: css('#periods button'),
  shown: css('#expires'),
};
const CALENDAR: SitePackCalendar = {
  do: 'time',
  opener: css('#schedule'),
  popup: css('#calendar'),
  month: css('#calendar h2'),
  nextMonth: css('#calendar .next'),
  day: css('#calendar .day'),
  hour: css('#calendar .hour'),
  minute: css('#calendar .minute'),
  save: css('#calendar .save'),
  shown: css('#scheduled'),
};

/** The steps of `PACK` by their names, in their order. */
export const STEPS = {
  open: { do: 'open', path: '/posts/create' },
  expiry: EXPIRY,
  time: CALENDAR,
  text: { do: 'fill', what: 'text', field: css('#text') },
  image: {
    do: 'attach',
    input: css('#file'),
    uploading: css('#preview.uploading'),
    ready: css('#preview.ready', '#draft img'),
    refused: css('#preview.error'),
    remove: { button: css('#draft button'), names: { en: ['Remove'] } },
  },
  publish: { do: 'publish', button: css('#post'), names: { en: ['Post'] } },
} satisfies Record<string, SitePackStep>;

export const PACK = {
  schema: 3,
  version: 1,
  site: '127.0.0.1',
  locales: ['en', 'ru', 'es'],
  account: {
    id: { cookie: 'auth_id' },
    username: css('#account a'),
    profile: '/{username}',
    loginForm: css('#login'),
    name: css('#account b'),
    avatar: css('#account img'),
    counts: { home: css('#home-count') },
  },
  form: css('#composer'),
  steps: Object.values(STEPS),
  outcome: {
    posted: css('.toast.ok a'),
    refused: [
      {
        kind: 'rate_limited',
        shown: css('.toast.error'),
        texts: { en: ['posting too fast'] },
        wait: { minutes: { en: ['in {n} minutes'] } },
      },
      { kind: 'content', shown: css('.toast.error'), texts: { en: ['not allowed'] } },
    ],
    error: css('.toast.error'),
  },
  feed: {
    path: '/{username}',
    post: css('.b-post', 'article'),
    text: css('.b-post__text', 'p'),
    image: css('.b-post__media img', 'img'),
    time: css('.b-post__date time', 'time'),
    link: css('a.b-post__date', 'a'),
    empty: css('.b-feed__empty'),
  },
} satisfies SitePack;

/** `PACK` with other steps: null leaves one out, and `more` come before the press. */
export function packWithSteps(
  changes: Readonly<Partial<Record<keyof typeof STEPS, Partial<SitePackStep> | null>>>,
  more: readonly SitePackStep[] = [],
): SitePack {
  const steps = Object.entries(STEPS).flatMap(([name, step]): SitePackStep[] => {
    const change = changes[name as keyof typeof STEPS];
    return change === null ? [] : [{ ...step, ...change } as SitePackStep];
  });
  const press = steps.findIndex((step) => step.do === 'publish');
  const [early, late] = [more.filter((one) => one.do !== 'confirm'), more.filter((one) => one.do === 'confirm')];
  return { ...PACK, steps: [...steps.slice(0, press), ...early, ...steps.slice(press), ...late] };
}

const ACCOUNT = '<nav id="account"><a href="/lunastar"><b>Luna Star</b></a></nav>';
const FORMS = `
  <form id="payment"><input autocomplete="cc-number"><textarea id="note"></textarea><button type="button" id="buy">Post</button></form>
  <form id="login-form"><input type="password" id="password" value="secret"><button type="button">Post</button></form>`;
const OTHERS = `
  <aside class="chats"><p id="private">We meet at six, my number is 555 0100</p><div class="chat-form" id="chat">
    <textarea id="chat-text"></textarea><button type="button" id="chat-post">Post</button></div></aside>
  <section><button type="button" id="delete">Delete account</button><button type="button" id="posts">Post</button></section>`;

export const COMPOSER = `
  <form id="composer"><textarea id="text"></textarea><div id="preview"></div>
    <p id="expires"></p><p id="scheduled"></p><input type="file" id="file">
    <button type="button" id="expiry">Expires</button><button type="button" id="schedule">When</button>
    <button type="button" id="erase">Delete post</button><button type="button" id="hidden" hidden>Post</button>
    <button type="button" id="stray" form="payment">Post</button><button type="button" id="elsewhere" formaction="/pay">Post</button>
    <a href="/my/settings" id="leave">Expires</a><label for="post" id="label">Post</label>
    <button type="button" id="trash" aria-label="Post">Delete</button><button id="default">Next step</button>
    <button type="button" id="post">Post</button></form>
  <div id="periods" hidden><label>1 day</label><label>21 days</label><button type="button">Save</button></div>`;

/** Ids of the clicked elements. */
export const clicked: string[] = [];

const find = (id: string) => document.getElementById(id) as HTMLElement;

function answer(html: string): void {
  document.body.insertAdjacentHTML('beforeend', html);
}

export function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
  document.cookie = cookie;
}

/** Shows the page and starts its script. */
export function showSite(path = '/posts/create', composer = COMPOSER): void {
  clicked.length = 0;
  history.replaceState(null, '', path);
  setCookie('auth_id=778812');
  document.documentElement.lang = 'en';
  document.body.innerHTML = `${ACCOUNT}${FORMS}<div id="both">${OTHERS}${composer}</div>`;
  document.addEventListener('click', note, true);
  find('expiry')?.addEventListener('click', () => find('periods').removeAttribute('hidden'));
  document.querySelector('#periods button')?.addEventListener('click', () => {
    find('periods').setAttribute('hidden', '');
    find('expires').textContent = 'Expires in 1 day';
  });
  find('post')?.addEventListener('click', answerPosted);
}

/** The site says that it has posted, and takes the post no more. */
export function answerPosted(): void {
  answer('<div class="toast ok"><a href="/42/lunastar">Posted</a></div>');
  find('post').setAttribute('aria-disabled', 'true');
}

function note(event: Event): void {
  const [target] = event.composedPath();
  clicked.push(target instanceof Element ? target.id || target.localName : '');
}

// jsdom has none.
globalThis.PointerEvent ??= MouseEvent as typeof PointerEvent;

/** jsdom has no layout. The pages of the tests hide elements by an attribute only. */
Element.prototype.checkVisibility = function isShown(this: Element) {
  return this.isConnected && !this.closest('[hidden]');
};

/** The element at the place of every click is what was last scrolled into view, unless something with this attribute is shown. */
const COVER = '[data-cover]';
let inView: Element | null = null;
Element.prototype.scrollIntoView = function toView(this: Element) {
  inView = this;
};
document.elementFromPoint = () =>
  [...document.querySelectorAll(COVER)].find((cover) => cover.checkVisibility()) ?? inView;

/** Waits for a call whose time limits are shortened by fake timers. */
export async function settled<T>(call: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  call.then(over, over);
  while (!isOver) await jest.advanceTimersByTimeAsync(1_000);
  return call;
}

/** `PACK` with another value at a path: 'account.username', or 'steps.text.field' for a step by its name. */
export function packWith(path: string, value: unknown): SitePack {
  const keys = path
    .split('.')
    .map((key, n, all) => (n === 1 && all[0] === 'steps' ? Object.keys(STEPS).indexOf(key) : key));
  const pack: SitePack = structuredClone(PACK);
  const last = keys.pop() ?? '';
  let part = pack as unknown as Record<string, unknown>;
  for (const key of keys) part = part[key] as Record<string, unknown>;
  part[last] = value;
  return pack;
}
