import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { Switches } from './CreatorSite.ts';
import type { SiteState } from './SiteState.ts';
import { composerPage, feedPage, loginPage } from './sitePages.ts';

interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface SiteAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const ASSETS: Readonly<Record<string, string>> = { '/site.js': 'text/javascript', '/site.css': 'text/css' };

// As strict as a real site's policy, so that a test fails if the extension depends on the page's permissions.
const CSP = "default-src 'self'; img-src 'self' blob:; object-src 'none'";
const html = (body: string, status = 200): SiteAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': CSP, 'Cache-Control': 'no-store' },
  body,
});
const json = (body: unknown, status = 200): SiteAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const cookieOf = (headers: IncomingHttpHeaders, name: string) =>
  new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? '')?.[1];

/** Handles a request and returns the answer. */
export function answerRequest(state: SiteState, switches: Switches, request: SiteRequest): SiteAnswer {
  const { pathname } = new URL(request.path, 'http://site');
  const asset = ASSETS[pathname];
  if (asset) {
    return {
      status: 200,
      headers: { 'Content-Type': asset },
      body: readFileSync(path.join(import.meta.dirname, pathname)),
    };
  }
  if (pathname === '/login' && request.method === 'POST') return logIn(state, request);
  const account = state.accountOf(cookieOf(request.headers, 'sess'));
  if (!account) return pathname.startsWith('/api/') ? json({ error: 'Please log in.' }, 401) : html(loginPage());

  if (pathname === '/api/uploads') {
    return json({ upload: state.upload(request.body, request.headers['content-type'] ?? '') }, 201);
  }
  if (pathname === '/api/posts') {
    const { text, upload, scheduled_for, expires_in_days } = JSON.parse(request.body.toString());
    const { id } = state.post(account, { text, upload, scheduledFor: scheduled_for, expiresInDays: expires_in_days });
    return json({ id, username: account.username }, 201);
  }
  const picture = state.uploads.get(/^\/files\/(\w+)$/.exec(pathname)?.[1] ?? '');
  if (picture) return { status: 200, headers: { 'Content-Type': picture.type }, body: picture.bytes };
  if (pathname === '/posts/create') return html(composerPage(account, switches));
  if (pathname === '/') {
    return html(
      feedPage(
        account,
        state.posts.filter(({ accountId }) => accountId === account.id),
      ),
    );
  }
  return html('<!doctype html><title>Not found</title>', 404);
}

function logIn(state: SiteState, { body }: SiteRequest): SiteAnswer {
  const form = new URLSearchParams(body.toString());
  const login = state.logIn(form.get('username') ?? '', form.get('password') ?? '');
  if (!login) return html(loginPage('Wrong username or password.'), 200);
  // The cookie survives a restart of the browser.
  const cookieAttributes = 'Path=/; Max-Age=86400; SameSite=Lax';
  return {
    status: 303,
    headers: {
      Location: '/',
      'Set-Cookie': [
        `sess=${login.session}; HttpOnly; ${cookieAttributes}`,
        `auth_id=${login.account.id}; ${cookieAttributes}`,
      ],
    },
    body: '',
  };
}
