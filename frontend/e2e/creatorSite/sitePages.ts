import type { Switches } from './CreatorSite.ts';
import type { Account, Post } from './SiteState.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/site.css"></head>
<body>${body}<script src="/site.js"></script></body></html>`;

const badge = (count: number) =>
  count > 0 ? `<span class="l-header__menu__item__counter">${count > 99 ? '99+' : count}</span>` : '';

const withAccount = (title: string, { username, name, counts }: Account, content: string) =>
  frame(
    title,
    `<nav class="l-header__menu">
      <a class="l-header__menu__item" href="/">Home ${badge(counts.home)}</a>
      <a class="l-header__menu__item" href="/my/notifications">Notifications ${badge(counts.notifications)}</a>
      <a class="l-header__menu__item" href="/my/chats">Messages ${badge(counts.messages)}</a>
      <a href="/posts/create">New post</a>
    </nav>
    <aside class="l-sidebar__user"><a class="l-sidebar__user-data__link" href="/${username}">
      <span class="g-user-name">${escapeHtml(name)}</span> @${username}</a></aside>
    <main id="content">${content}</main>`,
  );

export const loginPage = (problem = '') =>
  frame(
    'Log in',
    `<form class="b-loginreg__form" method="post" action="/login"><h1>Log in</h1><p>${problem}</p>
      <label>Username <input name="username"></label> <label>Password <input name="password" type="password"></label>
      <button>Log in</button></form>`,
  );

export const feedPage = (account: Account, posts: readonly Post[]) =>
  withAccount(
    'Home',
    account,
    `<h1>Your posts</h1>${posts
      .map(
        ({ id, text, upload, scheduledFor, expiresInDays }) => `<article class="b-post" id="post-${id}">
          <p>${escapeHtml(text)}</p>${upload ? `<img src="/files/${upload}" alt="">` : ''}
          ${scheduledFor ? `<p>Scheduled for <time datetime="${scheduledFor}">${scheduledFor}</time></p>` : ''}
          ${expiresInDays ? `<p>Expires in ${expiresInDays} day</p>` : ''}</article>`,
      )
      .join('')}`,
  );

const EXPIRY_PERIODS = ['1 day', '3 days', '7 days', '30 days', 'No limit'];
const item = (text: string) => `<button type="button" class="vdatetime-time-picker__item">${text}</button>`;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);

export function composerPage(account: Account, { markup, editor }: Pick<Switches, 'markup' | 'editor'>): string {
  const field =
    editor === 'rich'
      ? '<div id="new_post_text_input" class="tiptap ProseMirror" contenteditable="true"><p></p></div>'
      : '<textarea id="new_post_text_input"></textarea>';
  // The markup of the button changes, as it may on a real site.
  const submit = `<button type="button" disabled id="submit" ${markup === 'usual' ? 'at-attr="submit_post"' : 'data-testid="publish"'}>Post</button>`;
  return withAccount(
    'New post',
    account,
    `<form id="make_post_form"><h1>New post</h1>${submit}
      <p class="b-make-post__expire-text"></p><p class="b-make-post__schedule-text"></p>
      ${field}<div class="b-dropzone"></div>
      <input id="fileupload_photo" type="file" accept="image/*">
      <button type="button" class="b-make-post__expire-period-btn">Expiry</button>
      <button type="button" class="b-make-post__datepicker-btn">Schedule</button></form>
    <div class="b-make-post__expire" hidden>${EXPIRY_PERIODS.map(
      (period) => `<button type="button" class="b-make-post__expire__label">${period}</button>`,
    ).join('')}<button type="button" class="g-btn m-save">Save</button></div>
    <template id="schedule"><div class="vdatetime-popup">
      <button type="button" class="vdatetime-popup__tab time">Time</button>
      <div class="vdatetime-calendar__current--month"></div>
      <button type="button" class="vdatetime-calendar__navigation--next">Next</button><div class="days"></div>
      <div class="times" hidden>
        <div class="vdatetime-time-picker__list--hours">${numbers(1, 12)
          .map((hour) => item(String(hour)))
          .join('')}</div>
        <div class="vdatetime-time-picker__list--minutes">${numbers(0, 59)
          .map((minute) => item(String(minute).padStart(2, '0')))
          .join('')}</div>
        <div class="vdatetime-time-picker__list--suffix">${item('am')}${item('pm')}</div></div>
      <button type="button" class="g-btn m-save">Save</button></div></template>`,
  );
}
