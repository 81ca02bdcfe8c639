import { readFileSync } from 'node:fs';
import path from 'node:path';
import { appPage, appScript } from './appPages.ts';
import type { Switches } from './CreatorSite.ts';
import { feedPageOf, onePost, ownPosts } from './feedPages.ts';
import { asset, cookieOf, html, json, redirect, type SiteAnswer, type SiteRequest } from './loopbackServer.ts';
import type { Account, SiteState } from './SiteState.ts';
import { composerPage, homePage, loginPage, notFoundPage, postPage, profilePage, withMarkup } from './sitePages.ts';
import { WORDS } from './words.ts';

const STYLES = readFileSync(path.join(import.meta.dirname, 'site.css'), 'utf8');

/** Handles a request and returns the answer. */
export async function answerRequest(state: SiteState, switches: Switches, request: SiteRequest): Promise<SiteAnswer> {
  const { pathname } = request.url;
  if (pathname === '/site.css') return asset('text/css', withMarkup(switches.markup, STYLES));
  if (pathname === `/apps/${switches.kind}.js`) {
    return asset('text/javascript', withMarkup(switches.markup, await appScript(switches.kind)));
  }
  if (pathname === '/login' && request.method === 'POST') return logIn(state, switches, request);
  const account = state.accountOf(cookieOf(request, 'sess'));
  if (!account)
    return pathname.startsWith('/api/') ? json({ error: 'Please log in.' }, 401) : html(loginPage(switches));

  const picture = state.uploads.get(/^\/files\/(\w+)$/.exec(pathname)?.[1] ?? '');
  if (picture) return { status: 200, headers: { 'Content-Type': picture.type }, body: picture.bytes };
  if (pathname.startsWith('/api/')) return answerCall(state, switches, request, account);
  return answerPage(state, switches, request, account);
}

/** The calls that the site's scripts make. */
function answerCall(state: SiteState, switches: Switches, request: SiteRequest, account: Account): SiteAnswer {
  const { pathname, searchParams } = request.url;
  const { username, name, counts } = account;
  if (pathname === '/api/me') return json({ username, name, counts, markup: switches.markup, feed: switches.feed });
  const shown = searchParams.get('post');
  if (pathname === '/api/feed' && shown !== null) {
    return json({ posts: [onePost(state, account, shown)].filter((post) => post !== null), older: null });
  }
  if (pathname === '/api/feed') return json(feedPageOf(state, account, switches, Number(searchParams.get('from'))));
  if (pathname === '/api/posts/own') return json({ posts: ownPosts(state, account), older: null });
  if (pathname === '/api/uploads') {
    return json({ upload: state.upload(request.body, request.headers['content-type'] ?? '') }, 201);
  }
  if (pathname === '/api/posts') {
    const { text, upload, scheduled_for, expires_in_days } = JSON.parse(request.body.toString());
    const { id } = state.post(account, { text, upload, scheduledFor: scheduled_for, expiresInDays: expires_in_days });
    return json({ id, username }, 201);
  }
  if (pathname === '/api/actions') {
    const { kind, value } = JSON.parse(request.body.toString());
    state.otherActions.push({ kind, value });
    if (kind === 'deletion') state.deletePost(value);
    return json({}, 201);
  }
  return json({ error: 'Not found.' }, 404);
}

function answerPage(state: SiteState, switches: Switches, request: SiteRequest, account: Account): SiteAnswer {
  const { pathname, searchParams } = request.url;
  const [, id, owner] = /^\/(\d+)\/(\w+)$/.exec(pathname) ?? [];
  const post = id && owner === account.username ? onePost(state, account, id) : null;
  if (pathname === '/search') state.otherActions.push({ kind: 'search', value: searchParams.get('q') ?? '' });
  const isPage = ['/', '/posts/create', `/${account.username}`].includes(pathname) || post !== null;
  if (!isPage) return html(notFoundPage(), 404);
  if (switches.kind !== 'classic') return html(appPage(switches.kind, switches.language));
  if (pathname === '/posts/create') return html(composerPage(account, switches));
  if (pathname === '/') return html(homePage(account, switches, ownPosts(state, account)));
  if (post) return html(postPage(account, switches, post));
  return html(profilePage(account, switches, feedPageOf(state, account, switches, Number(searchParams.get('from')))));
}

function logIn(state: SiteState, switches: Switches, { body }: SiteRequest): SiteAnswer {
  const form = new URLSearchParams(body.toString());
  const login = state.logIn(form.get('username') ?? '', form.get('password') ?? '');
  if (!login) return html(loginPage(switches, WORDS[switches.language].wrongLogin));
  // The cookie survives a restart of the browser.
  const cookieAttributes = 'Path=/; Max-Age=86400; SameSite=Lax';
  return redirect('/', {
    'Set-Cookie': [
      `sess=${login.session}; HttpOnly; ${cookieAttributes}`,
      `auth_id=${login.account.id}; ${cookieAttributes}`,
    ],
  });
}
