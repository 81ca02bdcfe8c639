import type { AcceptedPost, Account } from '../SiteRecords.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '<br>\n');

const document = (title: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} - Fanpost</title>
<script src="/site.js" defer></script></head>
<body>${content}</body></html>`;

const count = (number: number) => (number > 0 ? ` <small>(${number})</small>` : '');

const page = (account: Account, title: string, content: string) =>
  document(
    title,
    `<table class="top"><tr>
<td><a href="/">Start${count(account.counts.home)}</a></td>
<td><a href="/alerts">Alerts${count(account.counts.notifications)}</a></td>
<td><a href="/mail">Mail${count(account.counts.messages)}</a></td>
<td><a href="/compose">Write an entry</a></td>
<td><form action="/search"><input name="q" placeholder="Find members"><input type="submit" value="Find"></form></td>
<td><details id="me"><summary>My account</summary>
<p><a rel="me" href="/members/${account.username}">${escaped(account.name)}</a></p>
<form method="post" action="/session/end"><button>Leave</button></form></details></td>
</tr></table>
<div id="content"><h2>${escaped(title)}</h2>
${content}</div>`,
  );

export const loginPage = (problem = ''): string =>
  document(
    'Welcome',
    `<form id="enter" method="post" action="/session"><h2>Members only</h2>
${problem && `<p class="problem">${problem}</p>`}
<p>Name<br><input name="login" aria-label="Name" autocomplete="username" required></p>
<p>Password<br><input name="secret" aria-label="Password" type="password" autocomplete="current-password" required></p>
<input type="submit" value="Enter"></form>`,
  );

export const startPage = (account: Account): string =>
  page(account, 'Start', `<p>Hello ${escaped(account.name)}. <a href="/compose">Write an entry</a>.</p>`);

export const messagePage = (account: Account, message: string): string => page(account, 'Fanpost', escaped(message));

export const composePage = (account: Account, problem: string | null = null, text = ''): string =>
  page(
    account,
    'Write an entry',
    `<form id="entry" method="post" action="/entries" enctype="multipart/form-data">
${problem === null ? '' : `<p class="problem">${problem}</p>`}
<p><label for="body">Your text</label><br>
<textarea id="body" name="body" rows="8" cols="70">
${escaped(text).replaceAll('<br>\n', '\n')}</textarea></p>
<p><label for="photo">Photo</label> <input id="photo" name="photo" type="file" accept="image/*"> <output></output></p>
<fieldset><legend>Options</legend>
<label>Publish on <input name="publish_local" type="datetime-local"></label> <small>empty: at once</small>
<input type="hidden" name="publish_utc">
<label>Keep for <select name="keep_days"><option value="">ever</option><option value="1">1 day</option>
<option value="3">3 days</option><option value="7">1 week</option><option value="30">1 month</option></select></label>
</fieldset>
<p><input type="submit" value="Publish entry"> <a href="/">Cancel</a></p></form>`,
  );

const entry = (author: Account, post: AcceptedPost) => {
  const at = post.scheduledFor ?? post.postedAt;
  return `<li class="entry" id="e${post.id}"><p class="by">${escaped(author.name)},
<a href="/entries/${post.id}"><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time></a></p>
${post.pictures.map((id) => `<p><img src="/uploads/${id}" alt="Photo of the entry" width="240"></p>`).join('')}
<div class="body">${escaped(post.text)}</div></li>`;
};

export const memberPage = (
  account: Account,
  member: Account,
  posts: readonly AcceptedPost[],
  nextPage: number | null,
): string =>
  page(
    account,
    member.name,
    `<p>Member <b>${member.username}</b></p>
${posts.length === 0 ? '<p class="none">No entries.</p>' : `<ul class="entries">${posts.map((post) => entry(member, post)).join('\n')}</ul>`}
${nextPage === null ? '' : `<p><a rel="next" href="/members/${member.username}?page=${nextPage}">Older entries</a></p>`}`,
  );

export const postPage = (account: Account, author: Account, post: AcceptedPost, notice?: string): string =>
  page(
    account,
    'Entry',
    `${notice ? `<p class="notice">${notice} <a href="/entries/${post.id}">Address of the entry</a></p>` : ''}
<ul class="entries">${entry(author, post)}</ul>`,
  );
