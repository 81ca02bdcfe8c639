import type { FeedPage } from '../feedPages.ts';
import { expiryText, type Language, momentText, WORDS } from '../words.ts';

/** The server's calls, for the sites that are built in the browser. */
export interface Me {
  readonly username: string;
  readonly name: string;
  readonly counts: Readonly<Record<'home' | 'notifications' | 'messages', number>>;
  readonly markup: 'usual' | 'changed' | 'renamed';
  readonly feed: 'usual' | 'changed' | 'shortened';
}

export interface Draft {
  readonly text: string;
  readonly upload: string | null;
  readonly isUploading: boolean;
  readonly problem: string | null;
  readonly expiresInDays: number | null;
  readonly scheduledFor: Date | null;
}

export const EMPTY_DRAFT: Draft = {
  text: '',
  upload: null,
  isUploading: false,
  problem: null,
  expiresInDays: null,
  scheduledFor: null,
};

export const canPost = ({ text, upload, isUploading }: Draft) =>
  !isUploading && (text.trim() !== '' || upload !== null);

export const language = document.documentElement.lang as Language;
export const words = WORDS[language];

/** The expiry and the time that are chosen. */
export const summaryOf = ({ expiresInDays, scheduledFor }: Draft) =>
  [
    expiresInDays && words.expiresIn(expiryText(language, expiresInDays)),
    scheduledFor && words.scheduledFor(momentText(language, scheduledFor)),
  ]
    .filter(Boolean)
    .join(' ');

async function answerOf<T>(request: Promise<Response>, problem = words.failed): Promise<T> {
  const answer = await request;
  if (!answer.ok) throw new Error(problem(answer.status));
  return answer.json();
}

const postJson = (path: string, body: unknown) =>
  fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

export const loadMe = () => answerOf<Me>(fetch('/api/me'));

/** The home page shows everything that the account has made, its profile what is published, a post's page the post. */
export function loadFeed(from: number): Promise<FeedPage> {
  const post = /^\/(\d+)\//.exec(location.pathname)?.[1];
  if (post) return answerOf(fetch(`/api/feed?post=${post}`));
  return answerOf(fetch(location.pathname === '/' ? '/api/posts/own' : `/api/feed?from=${from}`));
}

/** Uploads a picture. Calls `show` with the changes of the draft. */
export async function uploadPhoto(file: File, show: (change: Partial<Draft>) => void): Promise<void> {
  show({ upload: null, isUploading: true, problem: null });
  const request = fetch('/api/uploads', { method: 'POST', headers: { 'Content-Type': file.type }, body: file });
  try {
    const { upload } = await answerOf<{ upload: string }>(request, words.uploadFailed);
    show({ upload, isUploading: false });
  } catch (error) {
    show({ isUploading: false, problem: (error as Error).message });
  }
}

/** The sentence to show after a try to post, and the link to the post when there is one. */
export interface Notice {
  readonly text: string;
  readonly link: string | null;
}

export async function sendPost({ text, upload, scheduledFor, expiresInDays }: Draft): Promise<Notice> {
  try {
    const { id, username } = await answerOf<{ id: string; username: string }>(
      postJson('/api/posts', { text, upload, scheduled_for: scheduledFor, expires_in_days: expiresInDays }),
    );
    return { text: scheduledFor ? words.scheduled : words.live, link: `/${id}/${username}` };
  } catch (error) {
    return { text: (error as Error).message, link: null };
  }
}

export const act = (kind: 'message' | 'payment' | 'deletion', value: string) =>
  answerOf(postJson('/api/actions', { kind, value }));

export const deletePost = (id: string) => act('deletion', id);

/** The names in the markup. A new version of the site has others. */
export const namesOf = (markup: Me['markup']) => {
  const prefix = markup === 'renamed' ? 'next-' : '';
  return {
    form: `${prefix}composer`,
    text: `${prefix}composer-text`,
    photo: `${prefix}composer-photo`,
    preview: `${prefix}composer-preview`,
    expiry: `${prefix}composer-expiry`,
    schedule: `${prefix}composer-schedule`,
    submit: markup === 'usual' ? 'composer-submit' : `${prefix}composer-publish`,
  };
};

export type Names = ReturnType<typeof namesOf>;
