import { css, PACK, settled, showSite } from '../../test/extension/siteDocument.ts';
import { checkFeed } from './checkFeed.ts';

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
