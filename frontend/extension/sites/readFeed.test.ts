import { css, PACK, setCookie, showSite } from '../../test/extension/siteDocument.ts';
import { feedVerdicts } from '../content/feedVerdicts.ts';
import { readFeed } from './readFeed.ts';

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
    expect(verdictOf(at('/posts/701?p=2', 60), at('/posts/701?p=1', -1_500))).toMatchObject({ verdict: 'unreadable' });
  });

  test('are one post that is shown twice, if address and time are the same', () => {
    expect(verdictOf(at('/posts/701', 5), at('/posts/701?pinned=1', 5), OLD)).toMatchObject({ verdict: 'unreadable' });
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
