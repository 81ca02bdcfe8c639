import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, json, type SiteRequest } from '../loopbackServer.ts';
import type { Account, NewPost, SiteRecords } from '../SiteRecords.ts';
import type { Draft } from './app/calls.ts';
import { accountIdOf, COOKIE_ATTRIBUTES } from './documents.ts';
import { cardOf, feedPage, type PostCard } from './feedCards.ts';
import type { Presses } from './presses.ts';
import type { Settings } from './settings.ts';
import type { SwitchName } from './switches.ts';

/** What the calls of the site work on. */
export interface SiteParts {
  readonly records: SiteRecords;
  readonly presses: Presses;
  readonly settings: Settings;
  readonly drafts: Map<string, Draft>;
  /** Uploads that have failed once: the account and the picture. */
  readonly failedUploads: Set<string>;
  on(name: SwitchName): boolean;
}

const DAY_MS = 86_400_000;
const NOT_FOUND = json({ error: 'not_found' }, 404);
const bodyOf = ({ body }: SiteRequest) => JSON.parse(body.toString() || '{}');

/** Answers a call of the site's script. */
export async function answerCall(parts: SiteParts, request: SiteRequest, account: Account | null): Promise<Answer> {
  const { records, presses } = parts;
  const call = `${request.method} ${request.url.pathname}`;
  if (call === 'POST /api/login') return logIn(records, request);
  if (!account) return json({ error: 'logged_out', message: 'Please log in.' }, 401);
  const { username } = account;
  if (call === 'POST /api/captcha') {
    presses.captchas.delete(username);
    return json({});
  }
  if (call === 'POST /api/posts')
    return presses.press(username, newPostOf(bodyOf(request)), String(request.headers['x-request-id']));
  if (presses.captchas.has(username)) return json({ error: 'captcha', message: 'Confirm that you are human.' }, 403);

  if (call === 'GET /api/me') return json({ ...account, id: accountIdOf(account, parts.on), password: undefined });
  if (call === 'GET /api/draft') return json(parts.drafts.get(username) ?? { text: '', pictures: [] });
  if (call === 'PUT /api/draft') {
    parts.drafts.set(username, bodyOf(request));
    return json({});
  }
  if (call === 'POST /api/media') return upload(parts, request, username);
  if (call === 'GET /api/feed') return feed(parts, request);
  const post = records.find(/^GET \/api\/posts\/([\w-]+)$/.exec(call)?.[1] ?? '');
  return post ? json({ ...cardOf(records, post), now: new Date(records.now()).toISOString() }) : NOT_FOUND;
}

function logIn(records: SiteRecords, request: SiteRequest): Answer {
  const { username, password } = bodyOf(request);
  const session = records.logIn(username, password);
  if (!session) return json({ error: 'wrong_login' }, 401);
  return json({}, 200, { 'Set-Cookie': `sid=${session}; HttpOnly; ${COOKIE_ATTRIBUTES}` });
}

const newPostOf = ({ text, pictures, audience, price, scheduledFor, expiresInDays }: NewPost): NewPost => ({
  text,
  pictures,
  audience,
  price,
  scheduledFor,
  expiresInDays,
});

async function upload(parts: SiteParts, { body, headers }: SiteRequest, username: string): Promise<Answer> {
  if (parts.on('slow-upload')) await sleep(parts.settings.uploadMs, undefined, { ref: false });
  const id = parts.records.addPicture(body, headers['content-type'] ?? '');
  const key = `${username} ${id}`;
  if (parts.on('upload-fails-once') && !parts.failedUploads.has(key)) {
    parts.failedUploads.add(key);
    return json({ error: 'upload_failed' }, 503);
  }
  return json({ id }, 201);
}

function feed({ records, settings, on }: SiteParts, { url }: SiteRequest): Answer {
  const username = url.searchParams.get('user') ?? '';
  const from = Number(url.searchParams.get('from'));
  if (username === '') return json({ cards: postsOfOthers(records.now()), next: null, now: new Date(records.now()) });
  if (!records.accounts.some((one) => one.username === username)) return NOT_FOUND;
  return json(feedPage(records, settings, on, { username, from }));
}

/** What the home page shows: posts of an account that nobody here can log in to. */
const postsOfOthers = (now: number): PostCard[] =>
  ['Backstage at the river show', 'Two new sets this week #art'].map((text, index) => ({
    kind: 'post',
    id: String(10_000_001 + index),
    username: 'novaray',
    name: 'Nova Ray',
    text,
    pictures: [],
    at: new Date(now - (index + 1) * DAY_MS).toISOString(),
    isPinned: false,
    badge: null,
  }));
