import type { FeedCheck, KnownPost } from '@flyerdeck/contracts/types';
import fc from 'fast-check';
import { css, PACK, settled, showSite } from '../../test/extension/siteDocument.ts';
import type { FeedPost } from '../sites/readFeed.ts';
import { checkFeed } from './checkFeed.ts';
import { feedVerdicts } from './feedVerdicts.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const minutes = (count: number) => NOON + count * 60_000;
const isoAt = (count: number) => new Date(minutes(count)).toISOString();

/** A check of a posting that was posted between minute 0 and minute 5. */
const check = (changes: Partial<FeedCheck> = {}): FeedCheck => ({
  posting_id: 'a',
  attempt: 1,
  kind: 'unconfirmed',
  text: 'Come in',
  has_image: true,
  external_post_id: null,
  from: isoAt(0),
  to: isoAt(5),
  ...changes,
});
const post = (id: string, atMinute: number, changes: Partial<FeedPost> = {}): FeedPost => ({
  id,
  path: `/${id}/luna`,
  text: 'Come in',
  isCut: false,
  hasImage: true,
  earliestMs: minutes(atMinute),
  latestMs: minutes(atMinute),
  ...changes,
});
const OLD = post('1', -600, { text: 'Yesterday' });
/** Posts of postings, which were not seen in the feed yet. */
const known = (...ids: string[]): KnownPost[] => ids.map((id) => ({ external_post_id: id, path: null }));
const verdictsOf = (posts: readonly FeedPost[], checks = [check()], ours: readonly KnownPost[] = []) =>
  feedVerdicts({ posts, isEmpty: false }, checks, ours).map(({ verdict }) => verdict);

test('a post with the text, the picture and the time is found, with its id and its path', () => {
  const feed = { posts: [post('7', 2, { text: ' Come \n in' }), OLD], isEmpty: false };
  expect(feedVerdicts(feed, [check()], [])).toEqual([
    { posting_id: 'a', attempt: 1, verdict: 'found', external_post_id: '7', path: '/7/luna' },
  ]);
});

test('a post is found although the site shows other quotation marks, dashes and dots', () => {
  const [shown, written] = ['“It’s on” – don’t miss it…', `"It's on" -- don't miss it...`];
  expect(verdictsOf([post('7', 2, { text: shown }), OLD], [check({ text: written })])).toEqual(['found']);
});

test('a post is absent if the feed reaches back to before its time', () => {
  expect(verdictsOf([post('7', 9, { text: 'Later' }), OLD])).toEqual(['absent']);
  expect(feedVerdicts({ posts: [], isEmpty: true }, [check()], [])).toMatchObject([{ verdict: 'absent' }]);
});

test.each([
  ['a feed that could not be read', null],
  ['a feed that shows nothing yet', []],
  ['a feed that does not reach back far enough', [post('7', 9)]],
  ['a feed whose pinned post is old, and whose last one is not', [OLD, post('7', 9)]],
  ['the text at the time without the picture', [post('7', 2, { hasImage: false }), OLD]],
  ['another text at the time, such as a shortened one', [post('7', 2, { text: 'Come…' }), OLD]],
  ['two posts with the text at the time', [post('8', 3), post('7', 2), OLD]],
])('%s says nothing [S2.3-2]', (_, posts) => {
  const feed = posts && { posts, isEmpty: false };
  expect(feedVerdicts(feed, [check()], [])).toMatchObject([{ verdict: 'unreadable' }]);
});

test('a post that belongs to another posting is not found again, and does not hide that the own one is absent [S2.3-2]', () => {
  expect(verdictsOf([post('7', 2), OLD], [check()], known('7'))).toEqual(['absent']);
});

test('a known id hides no post at another address than the known one [S2.3-2]', () => {
  const seen = [{ external_post_id: '2026', path: '/2026/11/27/good-night' }];
  const hello = post('2026', 2, { text: 'Hello world!', path: '/2026/11/28/hello-world' });
  expect(verdictsOf([hello, OLD], [check()], seen)).toEqual(['unreadable']);
  expect(verdictsOf([{ ...hello, path: '/2026/11/27/good-night' }, OLD], [check()], seen)).toEqual(['absent']);
});

test('a post whose emoji are pictures is found; with emoji alone two postings are not told apart', () => {
  const sunny = check({ text: 'Come ☀️ in 👍🏽🇪🇸' });
  expect(verdictsOf([post('7', 2, { text: 'Come in' }), OLD], [sunny])).toEqual(['found']);
  expect(verdictsOf([post('7', 2), OLD], [sunny, check({ posting_id: 'b', text: 'Come in 🌙' })])).toEqual([
    'unreadable',
    'unreadable',
  ]);
});

test('two postings with the same text and one post: neither is found, and neither is absent [S2.3-2]', () => {
  const both = [check(), check({ posting_id: 'b', from: isoAt(1), to: isoAt(6) })];
  expect(verdictsOf([post('7', 2), OLD], both)).toEqual(['unreadable', 'unreadable']);
  expect(verdictsOf([OLD], both)).toEqual(['absent', 'absent']);
  // Only the first one can have been posted at this time.
  expect(verdictsOf([post('7', 0.5), OLD], both)).toEqual(['found', 'absent']);
});

test('a post that was seen before is found by its id alone, and is absent without any post of its text', () => {
  const seen = check({ kind: 'still_there', external_post_id: '7' });
  const byHand = post('8', 2, { text: 'By hand' });
  expect(verdictsOf([post('7', 20, { text: 'Changed later' }), OLD], [seen], known('7'))).toEqual(['found']);
  expect(verdictsOf([byHand, OLD], [seen], known('7'))).toEqual(['absent']);
  // The site has given its posts other ids.
  expect(verdictsOf([post('8', 2), OLD], [seen], known('7'))).toEqual(['unreadable']);
  expect(verdictsOf([byHand], [seen], known('7'))).toEqual(['unreadable']);
});

test('the id that a message of the site named is proof only of a post with the text or the time [S2.3-2]', () => {
  const said = check({ kind: 'posted', external_post_id: '7' });
  const hello = post('7', -500, { text: 'Hello world!' });
  expect(verdictsOf([post('7', 2, { text: 'Changed by the site' }), OLD], [said], known('7'))).toEqual(['found']);
  expect(verdictsOf([post('7', -500), OLD], [said], known('7'))).toEqual(['found']);
  expect(verdictsOf([hello, OLD], [said], known('7'))).toEqual(['absent']);
  const own = feedVerdicts({ posts: [post('9', 3), hello, OLD], isEmpty: false }, [said], known('7'));
  expect(own).toMatchObject([{ verdict: 'found', external_post_id: '9' }]);
});

test('a post is not absent because no post has its id [S2.3-2]', () => {
  const said = check({ kind: 'posted', external_post_id: '7' });
  expect(verdictsOf([post('8', 2, { text: 'Cut by the si' }), OLD], [said], known('7'))).toEqual(['unreadable']);
});

describe('a feed that shows days without times', () => {
  const on = (days: number): Partial<FeedPost> => ({
    earliestMs: minutes(1_440 * days - 720),
    latestMs: minutes(1_440 * days + 720),
    isDay: true,
  });
  const BEFORE = post('1', 0, { text: 'Yesterday', ...on(-1) });
  const today = (id: string, changes: Partial<FeedPost> = {}) => post(id, 0, { ...on(0), ...changes });

  test('shows a post of the day by its text', () => {
    expect(verdictsOf([today('7'), BEFORE])).toEqual(['found']);
    expect(verdictsOf([today('8'), today('7'), BEFORE], [check()], known('7'))).toEqual(['found']);
    const seen = check({ kind: 'still_there', external_post_id: '7' });
    expect(verdictsOf([today('7', { text: 'Changed later' }), BEFORE], [seen], known('7'))).toEqual(['found']);
  });

  test('tells no two posts of one day apart by their times [S2.3-2]', () => {
    expect(verdictsOf([today('8'), today('7'), BEFORE])).toEqual(['unreadable']);
    const both = [check(), check({ posting_id: 'b', from: isoAt(300), to: isoAt(305) })];
    expect(verdictsOf([today('7'), BEFORE], both)).toEqual(['unreadable', 'unreadable']);
    expect(verdictsOf([post('7', 0, on(-1)), BEFORE])).toEqual(['unreadable']);
    // The message of the site named another post of the day.
    const said = check({ kind: 'posted', external_post_id: '7' });
    expect(verdictsOf([today('7', { text: 'Good night' }), BEFORE], [said], known('7'))).toEqual(['unreadable']);
    expect(verdictsOf([today('7'), BEFORE], [said], known('7'))).toEqual(['found']);
  });

  test('never proves that a post is absent [S2.3-2]', () => {
    expect(verdictsOf([BEFORE])).toEqual(['unreadable']);
    expect(verdictsOf([post('7', 9, { text: 'Later' }), BEFORE])).toEqual(['unreadable']);
    const seen = check({ kind: 'still_there', external_post_id: '7' });
    expect(verdictsOf([today('8', { text: 'By hand' }), BEFORE], [seen], known('7'))).toEqual(['unreadable']);
  });
});

test('of any number of postings and any faults of the feed, no verdict is wrong [S2.3-2]', () => {
  const posting = fc.record({
    text: fc.constantFrom('Come in', 'Come  in', 'Good night'),
    hasImage: fc.boolean(),
    isLive: fc.boolean(),
    isKnown: fc.boolean(),
    startMinute: fc.integer({ min: 0, max: 40 }),
    // The site and the server disagree about the time.
    skewMinutes: fc.integer({ min: -2, max: 2 }),
  });
  const faults = fc.record({
    shownPosts: fc.integer({ min: 0, max: 12 }),
    isShortened: fc.boolean(),
    isWithoutPictures: fc.boolean(),
    isOldPinned: fc.boolean(),
    isOfDays: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(posting, { maxLength: 8 }), faults, (postings, fault) => {
      const live = postings.map(({ startMinute, skewMinutes, text, hasImage }, n) =>
        post(`live-${n}`, startMinute + 3 + skewMinutes, {
          text: fault.isShortened ? text.slice(0, 5) : text,
          hasImage: hasImage && !fault.isWithoutPictures,
          ...(fault.isOfDays ? { earliestMs: minutes(-720), latestMs: minutes(720), isDay: true } : {}),
        }),
      );
      const newestFirst = [...live.filter((_, n) => postings[n]?.isLive), OLD].sort((a, b) => b.latestMs - a.latestMs);
      const loaded = newestFirst.slice(0, fault.shownPosts);
      const posts = fault.isOldPinned && loaded.length > 1 ? [OLD, ...loaded.filter((one) => one !== OLD)] : loaded;
      const open = postings.flatMap((one, n) => (one.isKnown ? [] : [{ ...one, n }]));
      const checks = open.map(({ n, text, hasImage, startMinute }) =>
        check({
          posting_id: String(n),
          text,
          has_image: hasImage,
          from: isoAt(startMinute),
          to: isoAt(startMinute + 8),
        }),
      );
      const ours = known(...postings.flatMap(({ isKnown }, n) => (isKnown ? [`live-${n}`] : [])));
      const verdicts = feedVerdicts({ posts, isEmpty: false }, checks, ours);
      const ids = verdicts.flatMap((one) => (one.verdict === 'found' ? [one.external_post_id] : []));
      expect(new Set(ids).size).toBe(ids.length);
      for (const verdict of verdicts) {
        const own = postings[Number(verdict.posting_id)];
        if (verdict.verdict === 'absent') expect(own?.isLive).toBe(false);
        if (verdict.verdict === 'found') {
          // Of two equal postings at the same time, one of which was not posted, either may be the one that was.
          const taken =
            postings[Number((verdict as { external_post_id: string }).external_post_id.slice('live-'.length))];
          expect(taken).toMatchObject({ isLive: true, hasImage: own?.hasImage });
          expect(taken?.text.replaceAll(/\s+/g, ' ')).toBe(own?.text.replaceAll(/\s+/g, ' '));
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

describe('check of the feed', () => {
  const NOW = new Date('2026-03-01T12:00:00Z').getTime();
  const iso = (minutesAgo: number) => new Date(NOW - minutesAgo * 60_000).toISOString();
  const FEED = {
    ...PACK,
    feed: {
      path: '/{username}',
      post: css('.post'),
      text: css('p'),
      image: css('img'),
      time: css('time'),
      link: css('a'),
    },
  };

  beforeEach(() => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'nextTick'] });
    Object.assign(performance, { getEntriesByType: () => [] });
    Object.defineProperty(HTMLElement.prototype, 'innerText', {
      configurable: true,
      get(this: HTMLElement) {
        return this.textContent;
      },
    });
  });
  afterEach(() => jest.useRealTimers());

  /** A feed that has only the cards near the visible ones in the document. */
  function showFeedOfNearCards(
    posts: readonly { readonly id: number; readonly text: string; readonly minutesAgo: number }[],
  ) {
    showSite('/lunastar', '<div id="list"></div>');
    const list = document.querySelector('#list') as HTMLElement;
    const draw = (first: number) => {
      const cards = posts.slice(Math.max(0, first - 2), first + 4).map(
        ({ id, text, minutesAgo }) =>
          `<div class="post" data-n="${posts.findIndex((one) => one.id === id)}"><a href="/${id}/lunastar">x</a>
          <time datetime="${iso(minutesAgo)}"></time><p>${text}</p></div>`,
      );
      list.innerHTML = cards.join('');
    };
    draw(0);
    Element.prototype.scrollIntoView = function toTop(this: HTMLElement) {
      draw(Number(this.dataset.n));
    };
    Element.prototype.scrollTo = function back(this: Element) {
      if (this === list) draw(0);
    };
  }

  test('a post that scrolling takes out of the document is found, also when the feed is read again', async () => {
    const older = Array.from({ length: 20 }, (_, n) => ({ id: 80 - n, text: `Older ${n}`, minutesAgo: 60 + 30 * n }));
    showFeedOfNearCards([{ id: 99, text: 'The flyer', minutesAgo: 2 }, ...older]);
    const check = { attempt: 1, kind: 'unconfirmed', has_image: false, external_post_id: null } as const;
    const asked = {
      kind: 'feed' as const,
      pack: FEED,
      username: 'lunastar',
      creatorId: '778812',
      checks: [
        { ...check, posting_id: 'new', text: 'The flyer', from: iso(5), to: iso(0) },
        { ...check, posting_id: 'old', text: 'Not posted', from: iso(295), to: iso(285) },
      ],
      knownPosts: older.map(({ id }) => ({ external_post_id: String(id), path: null })),
    };
    for (let reads = 0; reads < 2; reads++) {
      const { verdicts } = await settled(checkFeed(asked));
      expect(verdicts.map(({ verdict }) => verdict)).toEqual(['found', 'absent']);
    }
  });
});
