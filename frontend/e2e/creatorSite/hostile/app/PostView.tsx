import { type ReactNode, useState } from 'react';
import type { PostCard } from '../feedCards.ts';
import { inEffect } from '../switches.ts';
import { boot, cls, on, profileAddress } from './boot.ts';
import { design, testId } from './design.ts';
import { follow } from './Header.tsx';
import { Button } from './parts.tsx';

/** A post in the feed or on its own page. */
export function PostView({ post, now, isWhole = false }: { post: PostCard; now: string; isWhole?: boolean }) {
  const content = (
    <>
      {post.isPinned && <p className={cls('muted')}>Pinned post</p>}
      <div className={cls('row')}>
        <a href={profileAddress(post.username)} onClick={follow}>
          <img src={`/avatars/${post.username}.svg`} alt="" width="32" height="32" /> <strong>{post.name}</strong>
        </a>
        <a href={`/p/${post.id}`} className={cls('muted')} data-testid={testId('post-link')} onClick={follow}>
          <PostTime at={post.at} now={now} />
        </a>
        {post.badge && <span className={cls('chip')}>{post.badge}</span>}
      </div>
      <PostText text={post.text} isWhole={isWhole} />
      {post.pictures.map((id) => (
        <img key={id} src={`/media/${id}`} alt="" className={cls('picture')} data-testid={testId('post-picture')} />
      ))}
      <div className={cls('row')}>
        <Button name="post-like" label="Like" icon="heart" onPress={() => {}} />
        <Button name="post-share" label="Share" icon="plane" onPress={() => {}} />
      </div>
    </>
  );
  const shared = { className: cls('card'), 'data-testid': testId('post-card') };
  return design().layout === 'a' ? <article {...shared}>{content}</article> : <div {...shared}>{content}</div>;
}

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** "2 minutes ago", or "2m" next to an exact time. */
function agoText(at: string, now: string, isShort: boolean): string {
  const passed = Date.parse(now) - Date.parse(at);
  const { unit, ms } = UNITS.find((one) => passed >= one.ms) ?? { unit: null, ms: 1 };
  if (unit === null) return isShort ? 'now' : 'just now';
  const count = Math.floor(passed / ms);
  return isShort ? `${count}${unit[0]}` : `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

function PostTime({ at, now }: { at: string; now: string }) {
  const form = inEffect('time', on);
  if (form === 'relative-time') return <span>{agoText(at, now, false)}</span>;
  const short = agoText(at, now, true);
  if (form === 'time-in-title') {
    const title = new Date(at).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'medium' });
    return <span title={title}>{short}</span>;
  }
  return <time dateTime={at}>{short}</time>;
}

/** The text with its hashtags as links. */
const linked = (text: string): ReactNode[] =>
  text.split(/(#\w+)/).map((part, index) => {
    const key = `${index} ${part}`;
    return part.startsWith('#') ? (
      <a key={key} href={`/tags/${part.slice(1)}`}>
        {part}
      </a>
    ) : (
      <span key={key}>{part}</span>
    );
  });

function PostText({ text, isWhole }: { text: string; isWhole: boolean }) {
  const [isOpen, setOpen] = useState(isWhole || !on('see-more') || text.length <= boot.shownCharacters);
  return (
    <div className={cls('post-text')} data-testid={testId('post-text')}>
      {linked(isOpen ? text : `${text.slice(0, boot.shownCharacters).trimEnd()}…`)}
      {!isOpen && (
        <button type="button" className={cls('link')} onClick={() => setOpen(true)}>
          See more
        </button>
      )}
    </div>
  );
}
