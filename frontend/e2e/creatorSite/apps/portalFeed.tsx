import { useEffect, useState } from 'react';
import type { FeedPost } from '../feedPages.ts';
import { expiryText, momentText } from '../words.ts';
import { deletePost, language, loadFeed, type Me, words } from './calls.ts';

interface PostProps {
  readonly post: FeedPost;
  readonly feed: Me['feed'];
  onDelete(): void;
}

/** Mentions and tags are links, and line breaks are elements. */
const PostText = ({ text }: { text: string }) =>
  text.split(/([#@]\w+|\n)/).map((part, index) => {
    const key = `${index} ${part}`;
    if (part === '\n') return <br key={key} />;
    if (index % 2 === 0) return part;
    return (
      <a key={key} href={`/search?q=${encodeURIComponent(part)}`}>
        {part}
      </a>
    );
  });

function PostEntry({ post, feed, onDelete }: PostProps) {
  const image = post.image && <img src={post.image} alt={words.photo} loading="lazy" />;
  const remove = (
    <button type="button" onClick={() => deletePost(post.id).then(onDelete)}>
      {words.delete}
    </button>
  );
  if (feed === 'changed') {
    return (
      <section data-key={post.id}>
        <blockquote>{post.text}</blockquote>
        {image}
        {remove}
      </section>
    );
  }
  const time = <time dateTime={post.at}>{momentText(language, new Date(post.at))}</time>;
  return (
    <article data-testid="post" aria-labelledby={`text-${post.id}`}>
      {post.isPinned && <p>{words.pinned}</p>}
      <div id={`text-${post.id}`} data-testid="post-text">
        <PostText text={post.text} />
      </div>
      {post.isShortened && <button type="button">{words.showMore}</button>}
      {image}
      {post.isScheduled ? <p>{time}</p> : <a href={post.path}>{time}</a>}
      {post.expiresInDays && <p>{words.expiresIn(expiryText(language, post.expiresInDays))}</p>}
      {remove}
    </article>
  );
}

export function Feed({ feed }: { feed: Me['feed'] }) {
  const [posts, setPosts] = useState<readonly FeedPost[] | null>(null);
  const [older, setOlder] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = (from: number) =>
    loadFeed(from).then(
      (page) => {
        setPosts((old) => [...(old ?? []), ...page.posts]);
        setOlder(page.older);
      },
      (error: Error) => setProblem(error.message),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: The first page is loaded once.
  useEffect(() => {
    load(0);
  }, []);
  if (problem) return <p role="alert">{problem}</p>;
  if (!posts) return <progress aria-label={words.loading} />;
  return (
    <div role="feed" aria-label={words.yourPosts}>
      {posts.length === 0 && <p>{words.noPosts}</p>}
      {posts.map((post) => (
        <PostEntry
          key={post.id}
          post={post}
          feed={feed}
          onDelete={() => setPosts(posts.filter(({ id }) => id !== post.id))}
        />
      ))}
      {older !== null && (
        <button type="button" onClick={() => load(older)}>
          {words.olderPosts}
        </button>
      )}
    </div>
  );
}
