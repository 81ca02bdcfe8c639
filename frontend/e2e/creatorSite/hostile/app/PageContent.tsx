import { useEffect, useState } from 'react';
import type { PostCard } from '../feedCards.ts';
import { type Boot, cls } from './boot.ts';
import { fetchPost } from './calls.ts';
import { Feed } from './Feed.tsx';
import { PostView } from './PostView.tsx';
import type { Route } from './router.ts';

/** What is below the composer. */
export function PageContent({ route, viewer }: { route: Route; viewer: NonNullable<Boot['viewer']> }) {
  if (route.page === 'home') {
    return (
      <>
        <h1>Home</h1>
        <Feed username="" />
      </>
    );
  }
  if (route.page === 'profile') {
    return (
      <>
        <div className={cls('cover')}>
          <img src={`/avatars/${route.username}.svg`} alt="" width="96" height="96" />
          <h1>{route.username === viewer.username ? viewer.name : route.username}</h1>
          <p className={cls('muted')}>@{route.username}</p>
        </div>
        <Feed key={route.username} username={route.username} />
      </>
    );
  }
  if (route.page === 'post') return <SinglePost key={route.id} id={route.id} />;
  if (route.page === 'list') {
    return (
      <>
        <h1>{route.title}</h1>
        <p>Nothing new.</p>
      </>
    );
  }
  return <h1>This page does not exist</h1>;
}

function SinglePost({ id }: { id: string }) {
  const [post, setPost] = useState<(PostCard & { now: string }) | null>();
  useEffect(() => {
    fetchPost(id).then(setPost);
  }, [id]);
  if (post === null) return <h1>This page does not exist</h1>;
  return post ? <PostView post={post} now={post.now} isWhole /> : <p>Loading…</p>;
}
