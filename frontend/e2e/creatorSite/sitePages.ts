import type { Switches } from './CreatorSite.ts';
import type { AcceptedPost, Account } from './SiteRecords.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/site.css"></head>
<body>${body}<script src="/site.js"></script></body></html>`;

const menuItem = (address: string, text: string, count: number) =>
  `<a class="l-header__menu__item" href="${address}">${text} ${
    count > 0 ? `<span class="l-header__menu__item__counter">${count > 99 ? '99+' : count}</span>` : ''
  }</a>`;

/** What a page has besides its content. None of it is for posting. */
const OTHER_FORMS = `<section class="b-chat"><h2>Messages</h2><p>Ana: 555-0137</p>
    <form id="chat_form" method="post" action="/message"><textarea aria-label="Write a message">A private draft</textarea>
      <button type="submit" class="g-btn b-chat__send">Send</button></form></section>
  <section class="b-promote"><h2>Promote your page</h2><form id="pay_form" method="post" action="/payment">
    <input aria-label="Card number" value="4000 0000 0000 0002">
    <button type="submit" class="g-btn b-promote__pay">Pay $20</button></form></section>`;

const withAccount = (title: string, { username, name, counts }: Account, content: string) =>
  frame(
    title,
    `<nav class="l-header__menu">${menuItem('/', 'Home', counts.home)}
      ${menuItem('/my/notifications', 'Notifications', counts.notifications)}
      ${menuItem('/my/chats', 'Messages', counts.messages)}<a href="/posts/create">New post</a>
      <form class="b-search" action="/search"><input type="search" name="q" aria-label="Search"></form></nav>
    <aside class="l-sidebar__user"><a class="l-sidebar__user-data__link" href="/${username}">
      <span class="g-user-name">${escapeHtml(name)}</span> @${username}</a></aside>
    <main id="content">${content}</main>${OTHER_FORMS}`,
  );

export const loginPage = () =>
  frame(
    'Log in',
    `<form class="b-loginreg__form" method="post" action="/login"><h1>Log in</h1>
      <label>Username <input name="username"></label><label>Password <input name="password" type="password"></label>
      <button>Log in</button></form>`,
  );

/** The address of a post. */
export function addressOf({ id, username, text, postedAt }: AcceptedPost, links: Switches['links']): string {
  const slug = `${text.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-no-${id}`;
  if (links === 'dated') return `/${postedAt.slice(0, 10).replaceAll('-', '/')}/${slug}/`;
  return links === 'one-id' ? `/701/${slug}` : `/${id}/${username}`;
}

type FeedSwitches = Pick<Switches, 'feed' | 'links'>;

const postHtml = ({ feed, links }: FeedSwitches, post: AcceptedPost) => {
  const text = escapeHtml(post.text);
  const image = post.pictures.map((id) => `<img src="/files/${id}" alt="">`).join('');
  const remove = '<form method="post" action="/deletion"><button class="b-post__delete">Delete</button></form>';
  if (feed === 'changed') return `<div class="c-entry"><div>${text}</div>${image}${remove}</div>`;
  const at = post.scheduledFor ?? post.postedAt;
  const time = `<time datetime="${at}">${new Date(at).toLocaleString('en')}</time>`;
  return `<article class="b-post" id="post-${post.id}"><p class="b-post__text">${text}</p>${image}
    ${Date.parse(at) > Date.now() ? `<p>Scheduled for ${time}</p>` : `<a class="b-post__date" href="${addressOf(post, links)}">${time}</a>`}
    ${post.expiresInDays ? `<p>Expires in ${dayText(post.expiresInDays)}</p>` : ''}${remove}</article>`;
};

const postsHtml = (posts: readonly AcceptedPost[], switches: FeedSwitches = { feed: 'usual', links: 'usual' }) =>
  posts.map((post) => postHtml(switches, post)).join('') || '<p class="b-feed__empty">No posts yet.</p>';

export const homePage = (account: Account, posts: readonly AcceptedPost[]) =>
  withAccount('Home', account, `<h1>Your posts</h1>${postsHtml(posts)}`);

export const profilePage = (account: Account, switches: Switches, posts: readonly AcceptedPost[]) => {
  const cache = switches.isFeedCached ? 'data-is-cached' : '';
  const content = `<h1>${escapeHtml(account.name)}</h1><div class="b-feed" ${cache}>${postsHtml(posts, switches)}</div>`;
  return withAccount(account.name, account, content);
};

const dayText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;
const item = (text: string) => `<button type="button" class="vdatetime-time-picker__item">${text}</button>`;
const list = (name: string, texts: readonly string[]) =>
  `<div class="vdatetime-time-picker__list--${name}">${texts.map(item).join('')}</div>`;
const HOURS = ['12', ...Array.from({ length: 11 }, (_, index) => String(index + 1))];
const MINUTES = Array.from({ length: 60 }, (_, minute) => String(minute).padStart(2, '0'));
const EXPIRIES = [...[1, 3, 7, 30].map(dayText), 'No limit'].map(
  (text) => `<button type="button" class="b-make-post__expire__label">${text}</button>`,
);

export function composerPage(account: Account, { markup, editor, answer }: Switches): string {
  const field =
    editor === 'rich'
      ? '<div id="new_post_text_input" class="tiptap ProseMirror" contenteditable="true" role="textbox" aria-multiline="true" aria-label="Compose new post"><p></p></div>'
      : '<textarea id="new_post_text_input" aria-label="Compose new post"></textarea>';
  // The markup of the button changes, as it may on a real site.
  const submit = `<button type="button" disabled id="submit" ${markup === 'usual' ? 'at-attr="submit_post"' : 'data-testid="publish"'}>Post</button>`;
  return withAccount(
    'New post',
    account,
    `<form id="make_post_form" data-answer="${answer}"><h1>New post</h1>${submit}
      <p class="b-make-post__expire-text"></p><p class="b-make-post__schedule-text"></p>
      ${field}<div class="b-dropzone"></div>
      <input id="fileupload_photo" type="file" accept="image/*" aria-label="Add photo">
      <button type="button" class="b-make-post__expire-period-btn">Expiry</button>
      <button type="button" class="b-make-post__datepicker-btn">Schedule</button></form>
    <div class="b-make-post__expire" hidden>${EXPIRIES.join('')}<button type="button" class="g-btn m-save">Save</button></div>
    <template id="schedule"><div class="vdatetime-popup">
      <button type="button" class="vdatetime-popup__tab time">Time</button>
      <div class="vdatetime-calendar__current--month"></div>
      <button type="button" class="vdatetime-calendar__navigation--next">Next</button><div class="days"></div>
      <div class="times" hidden>${list('hours', HOURS)}${list('minutes', MINUTES)}${list('suffix', ['am', 'pm'])}</div>
      <button type="button" class="g-btn m-save">Save</button></div></template>`,
  );
}
