import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Answer, asset, cookieOf, html, redirect, type SiteRequest } from '../loopbackServer.ts';
import { type Account, PLAIN_POST } from '../SiteRecords.ts';
import type { PlainSite } from './PlainSite.ts';
import { composePage, loginPage, memberPage, messagePage, postPage, startPage } from './plainPages.ts';

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'plain.js'), 'utf8');
const COOKIE_ATTRIBUTES = 'Path=/; Max-Age=86400; SameSite=Lax';
const POSTS_PER_PAGE = 10;

/** The fields of a form, also with files. */
const fieldsOf = ({ headers, body }: SiteRequest) =>
  new Response(new Uint8Array(body), { headers: { 'Content-Type': headers['content-type'] ?? '' } }).formData();

export async function answerPlain(site: PlainSite, request: SiteRequest): Promise<Answer> {
  const { records } = site;
  const { pathname, searchParams } = request.url;
  if (pathname === '/site.js') return asset('text/javascript', SCRIPT);
  if (pathname === '/favicon.ico') return { status: 404 };
  const call = `${request.method} ${pathname}`;
  if (call === 'POST /session') return logIn(site, request);
  const account = records.accountOf(cookieOf(request, 'SESSIONID'));
  if (!account) return html(loginPage());

  const [, folder, name = ''] = /^\/(uploads|members|entries)\/(\w+)$/.exec(pathname) ?? [];
  if (call === 'POST /session/end') return redirect('/', { 'Set-Cookie': 'SESSIONID=; Path=/; Max-Age=0' });
  if (call === 'POST /entries') return publish(site, request, account);
  if (pathname === '/') return html(startPage(account));
  if (pathname === '/compose') return html(composePage(account));
  if (pathname === '/search') return html(messagePage(account, `Nothing was found for "${searchParams.get('q')}".`));
  const picture = folder === 'uploads' ? records.pictures.get(name) : undefined;
  if (picture) return { status: 200, headers: { 'Content-Type': picture.type }, body: picture.bytes };
  const member = folder === 'members' ? records.accounts.find(({ username }) => username === name) : undefined;
  if (member) {
    const page = Math.max(1, Number(searchParams.get('page')) || 1);
    const posts = records.feedOf(member.username);
    const end = page * POSTS_PER_PAGE;
    const shown = posts.slice(end - POSTS_PER_PAGE, end);
    return html(memberPage(account, member, shown, posts.length > end ? page + 1 : null));
  }
  const post = folder === 'entries' ? records.find(name) : null;
  if (post) {
    const notice = { live: 'Your entry is online.', planned: 'Your entry is planned.' }[searchParams.get('new') ?? ''];
    return html(postPage(account, records.account(post.username), post, notice));
  }
  return html(messagePage(account, 'This page does not exist.'), 404);
}

async function logIn({ records }: PlainSite, request: SiteRequest): Promise<Answer> {
  const fields = await fieldsOf(request);
  const username = String(fields.get('login'));
  const session = records.logIn(username, String(fields.get('secret')));
  if (!session) return html(loginPage('Wrong name or password.'), 403);
  return redirect('/', {
    'Set-Cookie': [
      `SESSIONID=${session}; HttpOnly; ${COOKIE_ATTRIBUTES}`,
      `member_no=${records.account(username).id}; ${COOKIE_ATTRIBUTES}`,
    ],
  });
}

async function publish(site: PlainSite, request: SiteRequest, account: Account): Promise<Answer> {
  const { records } = site;
  const fields = await fieldsOf(request);
  const text = String(fields.get('body') ?? '').replaceAll('\r\n', '\n');
  const file = fields.get('photo');
  const bytes = file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
  const planned = String(fields.get('publish_utc') ?? '');
  const problem =
    text.trim() === '' && bytes.length === 0
      ? 'Write something or choose a photo.'
      : planned !== '' && !(Date.parse(planned) > records.now())
        ? 'The time has to be in the future.'
        : null;
  if (problem !== null) return html(composePage(account, problem, text), 422);
  const { id } = records.accept(account.username, {
    ...PLAIN_POST,
    text,
    pictures: bytes.length > 0 && file instanceof File ? [records.addPicture(bytes, file.type)] : [],
    scheduledFor: planned === '' ? null : new Date(planned).toISOString(),
    expiresInDays: Number(fields.get('keep_days')) || null,
  });
  return redirect(`/entries/${id}?new=${planned === '' ? 'live' : 'planned'}`);
}
