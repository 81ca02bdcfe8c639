import { useCallback, useEffect, useRef, useState } from 'react';
import type { FeedPage } from '../feedCards.ts';
import { cls, on } from './boot.ts';
import { fetchFeed } from './calls.ts';
import { testId } from './design.ts';
import { PostView } from './PostView.tsx';
import { Button } from './parts.tsx';
import { WhenDrawn } from './WhenDrawn.tsx';

/** The posts of an account; without a username those of others. Older ones come by a button, or when its end is in view. */
export function Feed({ username }: { username: string }) {
  const [page, setPage] = useState<FeedPage | null>(null);
  const isLoading = useRef(false);
  const load = useCallback(
    async (from: number) => {
      if (isLoading.current) return;
      isLoading.current = true;
      const next = await fetchFeed(username, from);
      isLoading.current = false;
      setPage((shown) => (from === 0 || !shown ? next : { ...next, cards: [...shown.cards, ...next.cards] }));
    },
    [username],
  );
  useEffect(() => {
    load(0);
  }, [load]);
  if (!page) return <div className={cls('skeleton')} aria-busy="true" />;
  if (page.cards.length === 0) return <p data-testid={testId('feed-empty')}>No posts yet</p>;
  const { next } = page;
  return (
    <section aria-label="Posts" data-testid={testId('feed-root')}>
      {page.cards.map((card, index) => (
        <WhenDrawn key={card.kind === 'post' ? card.id : `${card.kind} ${index}`}>
          {card.kind === 'post' && <PostView post={card} now={page.now} />}
          {card.kind === 'advertisement' && <Advertisement />}
          {card.kind === 'deleted' && (
            <article className={cls('card')} data-testid={testId('post-card')}>
              This post is no longer available.
            </article>
          )}
        </WhenDrawn>
      ))}
      {next !== null &&
        (on('feed-on-scroll') ? (
          <EndOfFeed key={next} onView={() => load(next)} />
        ) : (
          <Button name="feed-older" label="Show older posts" onPress={() => load(next)} />
        ))}
    </section>
  );
}

const Advertisement = () => (
  <article className={cls('card')} data-testid={testId('post-card')}>
    <strong>Velvet Pro</strong> <span className={cls('muted')}>Sponsored</span>
    <p>Earn more with Velvet Pro. The first month is free.</p>
    <a href="/pro">Try Velvet Pro</a>
  </article>
);

function EndOfFeed({ onView }: { onView(): void }) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end of the feed.
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      onView();
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place} className={cls('skeleton')} />;
}
