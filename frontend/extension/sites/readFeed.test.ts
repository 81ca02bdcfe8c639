import type { SitePackRefusal } from '@flyerdeck/contracts/sitePack';
import { holdsName } from '@flyerdeck/contracts/sitePackWords';
import { css, PACK, setCookie, showSite } from '../../test/extension/siteDocument.ts';
import { feedVerdicts } from '../content/feedVerdicts.ts';
import { postIdIn, valueIn } from './addresses.ts';
import { waitSecondsOf } from './answer.ts';
import { captureStructure } from './captureStructure.ts';
import { readFeed } from './readFeed.ts';
import { readMonth, readTime, showsTime } from './times.ts';

describe('feed', () => {
  const NOON = Date.parse('2026-03-01T12:00:00Z');
  const iso = (minute: number) => new Date(NOON + minute * 60_000).toISOString();
  const FEED = {
    ...PACK,
    feed: {
      path: '/{username}',
      post: css('.post'),
      skip: css('.ad'),
      text: css('.text'),
      more: css('.more'),
      image: css('img'),
      time: css('time'),
      link: css('a'),
    },
  };
  const UUID = '0b6f3c5e-1f4d-4f3a-9a55-0c2f6f3c1a77';
  const card = (text: string, minute: number, { id = UUID, more = '', kind = '', time = iso(minute) } = {}) =>
    `<div class="post ${kind}"><a href="/posts/${id}">x</a><time datetime="${time}"></time><p class="text">${text}${more}</p></div>`;
  const OLD = card('Yesterday', -1_500, { id: '1' });
  const CHECK = {
    posting_id: 'a',
    attempt: 1,
    kind: 'unconfirmed',
    text: 'A long text of a flyer that goes on and on',
    has_image: false,
    external_post_id: null,
    from: iso(0),
    to: iso(10),
  } as const;
  const verdictOf = (...cards: string[]) => {
    showSite('/lunastar', cards.join(''));
    return feedVerdicts(readFeed(FEED), [CHECK], [])[0];
  };

  beforeAll(() => {
    setCookie('auth_id=778812');
    // jsdom has no layout.
    Object.defineProperty(HTMLElement.prototype, 'innerText', {
      configurable: true,
      get(this: HTMLElement) {
        return this.textContent;
      },
    });
  });

  test('a post with a UUID is found', () => {
    expect(verdictOf(card(CHECK.text, 5), OLD)).toMatchObject({ verdict: 'found', external_post_id: UUID });
  });

  test('a post whose text is cut is found by its beginning', () => {
    const more = '… <b class="more">See more</b>';
    expect(verdictOf(card('A long text of a flyer', 5, { more }), OLD)).toMatchObject({ verdict: 'found' });
    expect(verdictOf(card('A long', 5, { more }), OLD)).toMatchObject({ verdict: 'unreadable' });
    expect(verdictOf(card('A long text of a flyer', 5), OLD)).toMatchObject({ verdict: 'unreadable' });
  });

  test('a post that cannot be read hides that another is absent only if it could be that one', () => {
    const unread = (minute: number) => card('?', minute, { id: 'none' });
    expect(verdictOf(unread(60), OLD)).toMatchObject({ verdict: 'absent' });
    expect(verdictOf(unread(5), OLD)).toMatchObject({ verdict: 'unreadable' });
    expect(verdictOf(card('?', 60, { time: '' }), OLD)).toMatchObject({ verdict: 'unreadable' });
    expect(verdictOf(card('?', 60, { time: '', kind: 'ad' }), OLD)).toMatchObject({ verdict: 'absent' });
    expect(verdictOf(unread(5), card(CHECK.text, 5), OLD)).toMatchObject({ verdict: 'found' });
  });

  describe('a card that the pack knows by its text', () => {
    const known = { ...FEED, feed: { ...FEED.feed, skipTexts: { en: ['no longer available'] } } };
    const gone = '<div class="post">This post is no longer available.</div>';
    const verdict = (...cards: string[]) => {
      showSite('/lunastar', cards.join(''));
      return feedVerdicts(readFeed(known), [CHECK], [])[0]?.verdict;
    };

    test('is no post, wherever it is', () => {
      expect(verdictOf(gone, OLD)?.verdict).toBe('unreadable');
      expect(verdict(gone, OLD)).toBe('absent');
      expect(verdict(OLD, gone)).toBe('absent');
      expect(verdict(gone, card(CHECK.text, 5), OLD)).toBe('found');
    });

    test('may be a post if it has the text or the id of one', () => {
      expect(verdict(card('It is no longer available', 5), OLD)).toBe('unreadable');
      expect(verdict(card('It is no longer available', 60, { id: 'none', time: '' }), OLD)).toBe('unreadable');
    });
  });

  test('a pinned post does not make the feed reach further back, also if the last one cannot be read', () => {
    expect(verdictOf(OLD, card('?', 60, { id: 'none' }))).toMatchObject({ verdict: 'unreadable' });
  });

  test('a feed of which nothing can be read says nothing', () => {
    showSite('/lunastar', card('?', 60, { id: 'none' }));
    expect(readFeed(FEED)).toBeNull();
  });

  describe('posts of one id', () => {
    const at = (href: string, minute: number, text = CHECK.text) => card(text, minute).replace(`/posts/${UUID}`, href);

    test('at different addresses make the feed unreadable, unless the pack says what names a post [S2.3-2]', () => {
      expect(verdictOf(at('/701/a', 60), at('/701/b', 60), at('/702/old', -1_500))).toMatchObject({
        verdict: 'unreadable',
      });
      expect(verdictOf(at('/701/hello-world', 60), at('/701/old', -1_500))).toMatchObject({ verdict: 'unreadable' });
      expect(readFeed(FEED)).toBeNull();
      const repaired = { ...FEED, feed: { ...FEED.feed, address: '/701/{id}' } };
      expect(readFeed(repaired)?.posts.map(({ id }) => id)).toEqual(['hello-world', 'old']);
    });

    test('at one address and different times do so too: what tells them apart is not in the address that the pack knows', () => {
      expect(verdictOf(at('/posts/701?p=2', 60), at('/posts/701?p=1', -1_500))).toMatchObject({
        verdict: 'unreadable',
      });
    });

    test('are one post that is shown twice, if address and time are the same', () => {
      expect(verdictOf(at('/posts/701', 5), at('/posts/701?pinned=1', 5), OLD)).toMatchObject({
        verdict: 'unreadable',
      });
      showSite('/lunastar', at('/posts/701', 5) + at('/posts/701', 5) + OLD);
      expect(readFeed(FEED)?.posts).toHaveLength(3);
    });
  });

  test('dated addresses tell posts apart: the path is the id', () => {
    const dated = (slug: string, minute: number, text: string) =>
      card(text, minute).replace(`/posts/${UUID}`, `/2026/03/01/${slug}/`);
    expect(verdictOf(dated('a-long', 5, CHECK.text), dated('hello-world', 4, 'Hello world!'), OLD)).toMatchObject({
      verdict: 'found',
      external_post_id: '/2026/03/01/a-long',
      path: '/2026/03/01/a-long/',
    });
    expect(verdictOf(dated('hello-world', -700, 'Hello world!'), OLD)).toMatchObject({ verdict: 'absent' });
  });
});

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

const structureOf = (html: string) => {
  document.body.innerHTML = html;
  return captureStructure(document.body.firstElementChild as Element);
};

test('holds tags, roles, names of attributes and counts', () => {
  expect(
    structureOf(`<form id="a" class="b"><div role="dialog" data-x="1"><button type="button">One</button><button type="submit">Two</button></div>
      <textarea placeholder="Write">draft</textarea></form>`),
  ).toBe(
    ['form [id class]', ' div role=dialog [data-x]', '  button [type] x2', ' textarea [placeholder]', ''].join('\n'),
  );
});

test('holds no text and no value [S14.2-4]', () => {
  const structure = structureOf(
    `<form action="/secret1" title="secret2" role="secret 3"><input value="secret4"><!-- secret5 --><p>secret6</p>
     <select><option value="secret7">secret8</option></select><a href="/secret9">x</a></form>`,
  );
  expect(structure).not.toContain('secret');
  expect(structure).toContain('input [value]');
});

test('has at most 20 KB', () => {
  const structure = structureOf(`<div>${'<p><b></b></p><i></i>'.repeat(5_000)}</div>`);
  expect(new TextEncoder().encode(structure).length).toBeLessThanOrEqual(20_480);
});

const REFUSAL: SitePackRefusal = {
  kind: 'rate_limited',
  shown: [{ css: '.toast' }],
  texts: { en: ['posting too fast'], ru: ['слишком часто'] },
  wait: {
    seconds: { en: ['{n} seconds', '{n}s'] },
    minutes: { en: ['{n} minutes', '{n} min', 'a minute'], ru: ['{n} мин'] },
    hours: { en: ['{n} hour', '{n} hours', 'an hour'] },
  },
};

test.each<[string, number]>([
  ['You’re posting too fast. Try again in 10 minutes.', 600],
  ['Try again in 1 hour 30 minutes', 5_400],
  ['Wait 45s', 45],
  ['Wait a minute', 60],
  ['Слишком часто. Повторите через 7 мин.', 420],
  ['Try again later', 900],
  ['Try again in 48 hours', 86_400],
  ['Try again in 0 minutes', 900],
])('%s: %d seconds', (text, seconds) => {
  expect(waitSecondsOf(text, REFUSAL)).toBe(seconds);
});

test('without a time in the pack it is a quarter of an hour', () => {
  const { kind, shown, texts } = REFUSAL;
  expect(waitSecondsOf('in 10 minutes', { kind, shown, texts })).toBe(900);
});

test('only a text of the pack is a refusal', () => {
  expect(holdsName('You are POSTING  too fast!', REFUSAL.texts)).toBe(true);
  expect(holdsName('Something went wrong (504)', REFUSAL.texts)).toBe(false);
});

const NOW = new Date(2026, 10, 23, 18, 30).getTime();
const LOCALES = ['en', 'ru', 'es'];
const minutesAgo = (text: string, attributes: Record<string, string> = {}) => {
  const element = document.createElement('time');
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const range = readTime(element, LOCALES, { en: ['Just now'] }, NOW);
  return range && [range.earliestMs, range.latestMs].map((atMs) => (NOW - atMs) / 60_000);
};

test('a time for machines is exact, wherever it is', () => {
  const iso = new Date(NOW - 600_000).toISOString();
  expect(minutesAgo('yesterday', { datetime: iso })).toEqual([10, 10]);
  expect(minutesAgo('10m', { title: iso })).toEqual([10, 10]);
});

test.each([
  ['November 23, 2026 at 6:20 PM', [10, 9]],
  ['23 ноября 2026 г., 18:20', [10, 9]],
  ['Today at 18:20', [10, 9]],
  ['yesterday, 18:30', [1_440, 1_439]],
])('a title for people is exact to the minute: %s', (title, range) => {
  expect(minutesAgo('10m', { title })).toEqual(range);
});

test.each([
  ['10 minutes ago', [11, 9]],
  ['10m', [11, 9]],
  ['10 минут назад', [11, 9]],
  ['hace 10 minutos', [11, 9]],
  ['an hour', null],
  ['1 hour ago', [120, 0]],
  ['yesterday', [2_880, 0]],
  ['Just now', [2, -1]],
  ['', null],
])('a relative time is a range: %s', (text, range) => {
  expect(minutesAgo(text)).toEqual(range);
});

describe('a date without a time', () => {
  const dayOf = (text: string, attributes: Record<string, string> = {}) => {
    const element = Object.assign(document.createElement('time'), { textContent: text });
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return readTime(element, LOCALES, undefined, NOW);
  };
  const day = (date: number, month = 10, year = 2026) => ({
    earliestMs: new Date(year, month, date).getTime(),
    latestMs: new Date(year, month, date + 1).getTime(),
    isDay: true,
  });

  test.each([
    ['November 23, 2026', day(23)],
    ['lun, 23 nov 2026', day(23)],
    ['23.11.2026', day(23)],
    ['Today', day(23)],
    ['December 24', day(24, 11, 2025)],
  ])('is that day: %s', (text, range) => {
    expect(dayOf(text)).toEqual(range);
  });

  test.each(['1/2', '23.11.', 'Page 3 of 2026', 'November 2026', '31 November', '99 Nov'])('is not in %s', (text) => {
    expect(dayOf(text)).toBeNull();
  });
});

test('last December is not in the future', () => {
  expect(minutesAgo('December 24, 18:30')?.[0]).toBeGreaterThan(300 * 1_440);
});

test.each([
  ['December 2026', 'en'],
  ['2026 December', 'en'],
  ['декабрь 2026 г.', 'ru'],
  ['дек. 2026', 'ru'],
  ['diciembre de 2026', 'es'],
  ['12/2026', 'en'],
])('the month title %s is understood, in any order of locales', (title, language) => {
  expect(readMonth(title, [language])).toBe(2026 * 12 + 11);
  expect(readMonth(title, LOCALES)).toBe(2026 * 12 + 11);
});

test.each(['', 'December', '2026', 'Choose a date'])('the month title %p is not understood', (title) => {
  expect(readMonth(title, LOCALES)).toBeNull();
});

const AT = new Date(2026, 11, 4, 22, 30);

test('all dates that Intl writes are understood, and no other time is', () => {
  const others = [
    new Date(2026, 11, 4, 22, 31),
    new Date(2026, 11, 4, 10, 30),
    new Date(2026, 11, 5, 22, 30),
    new Date(2026, 10, 4, 22, 30),
    new Date(2027, 11, 4, 22, 30),
  ];
  for (const locale of [...LOCALES, 'en-GB', 'es-MX', 'de', 'fr', 'pt-BR', 'uk', 'it']) {
    for (const dateStyle of ['full', 'long', 'medium', 'short'] as const) {
      for (const hour12 of [true, false]) {
        const format = new Intl.DateTimeFormat(locale, {
          ...{ weekday: dateStyle === 'full' ? 'long' : undefined, year: 'numeric', day: 'numeric' },
          month: dateStyle === 'short' ? 'numeric' : dateStyle === 'medium' ? 'short' : 'long',
          ...{ hour: 'numeric', minute: '2-digit', hour12 },
        });
        expect([format.format(AT), showsTime(format.format(AT), AT, [locale])]).toEqual([format.format(AT), true]);
        for (const other of others) {
          const text = format.format(other);
          expect([text, showsTime(text, AT, [locale])]).toEqual([text, false]);
        }
      }
    }
  }
});

test.each(['', '22:30', 'soon', 'Dec 4', 'Dec 4 or 5, 10:30 PM'])('%p is not understood', (text) => {
  expect(showsTime(text, AT, LOCALES)).toBe(false);
});
