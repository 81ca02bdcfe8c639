import type { Audience } from '../../SiteRecords.ts';
import type { FeedPage, PostCard } from '../feedCards.ts';
import type { RefusalKind } from '../presses.ts';

export interface Draft {
  readonly text: string;
  readonly pictures: readonly string[];
}

export interface Submission extends Draft {
  readonly audience: Audience;
  readonly price: number;
  readonly scheduledFor: string | null;
  readonly expiresInDays: number | null;
}

/** `failed`: the site cannot say what happened. */
export type PressResult =
  | { readonly kind: 'posted'; readonly id: string }
  | { readonly kind: RefusalKind; readonly message: string; readonly status: number }
  | { readonly kind: 'failed'; readonly message: string };

const send = (method: string, path: string, body?: unknown) =>
  fetch(path, {
    method,
    headers: {
      'X-Request-Id': crypto.randomUUID(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export const fetchMe = async (): Promise<{ id: string }> => (await send('GET', '/api/me')).json();

export const fetchFeed = async (username: string, from: number): Promise<FeedPage> => {
  const answer = await send('GET', `/api/feed?user=${encodeURIComponent(username)}&from=${from}`);
  return answer.ok ? answer.json() : { cards: [], next: null, now: new Date().toISOString() };
};

export const fetchPost = async (id: string): Promise<(PostCard & { now: string }) | null> => {
  const answer = await send('GET', `/api/posts/${id}`);
  return answer.ok ? answer.json() : null;
};

export const fetchDraft = async (): Promise<Draft> => (await send('GET', '/api/draft')).json();
export const saveDraft = (draft: Draft): Promise<unknown> => send('PUT', '/api/draft', draft);

export const logIn = async (username: string, password: string): Promise<boolean> =>
  (await send('POST', '/api/login', { username, password })).ok;

export const passCaptcha = (): Promise<unknown> => send('POST', '/api/captcha', {});

/** The id of the picture. */
export async function uploadPicture(file: File): Promise<string> {
  const answer = await fetch('/api/media', { method: 'POST', headers: { 'Content-Type': file.type }, body: file });
  if (!answer.ok) throw new Error(`Upload failed: ${answer.status}`);
  return (await answer.json()).id;
}

export async function sendPost(submission: Submission): Promise<PressResult> {
  try {
    const answer = await send('POST', '/api/posts', submission);
    const type = answer.headers.get('Content-Type') ?? '';
    if (!type.includes('json')) return { kind: 'failed', message: 'Something went wrong. Please try again.' };
    const { id, error, message } = await answer.json();
    return error ? { kind: error, message, status: answer.status } : { kind: 'posted', id };
  } catch {
    return { kind: 'failed', message: 'You seem to be offline. Please try again.' };
  }
}
