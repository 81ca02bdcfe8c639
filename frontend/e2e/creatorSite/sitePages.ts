import type { Switches } from './CreatorSite.ts';
import type { FeedPage, FeedPost } from './feedPages.ts';
import type { Account } from './SiteState.ts';
import {
  EXPIRY_DAYS,
  expiryText,
  halfTexts,
  hourTexts,
  type Language,
  MINUTES,
  momentText,
  payText,
  WORDS,
} from './words.ts';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const frame = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/site.css"></head>
<body>${body}<script src="/apps/classic.js"></script></body></html>`;

const badge = (count: number) =>
  count > 0 ? `<span class="l-header__menu__item__counter">${count > 99 ? '99+' : count}</span>` : '';

/** What a page has besides its content. None of it is for posting. */
const otherForms = (language: Language) => {
  const words = WORDS[language];
  return `<section class="b-chat"><h2>${words.messages}</h2><p>Ana: 555-0137</p><form id="chat_form">
      <textarea aria-label="${words.writeMessage}">A private draft</textarea>
      <button type="submit" class="g-btn b-chat__send">${words.send}</button></form></section>
    <section class="b-promote"><h2>${words.promote}</h2><form id="pay_form">
      <input aria-label="${words.card}" value="4000 0000 0000 0002">
      <button type="submit" class="g-btn b-promote__pay">${payText(language)}</button></form></section>`;
};

const withAccount = (language: Language, title: string, { username, name, counts }: Account, content: string) => {
  const words = WORDS[language];
  return frame(
    language,
    title,
    `<nav class="l-header__menu">
      <a class="l-header__menu__item" href="/">${words.home} ${badge(counts.home)}</a>
      <a class="l-header__menu__item" href="/my/notifications">${words.notifications} ${badge(counts.notifications)}</a>
      <a class="l-header__menu__item" href="/my/chats">${words.messages} ${badge(counts.messages)}</a>
      <a href="/posts/create">${words.newPost}</a>
      <form class="b-search" action="/search"><input type="search" name="q" aria-label="${words.search}"></form>
    </nav>
    <aside class="l-sidebar__user"><a class="l-sidebar__user-data__link" href="/${username}">
      <span class="g-user-name">${escapeHtml(name)}</span> @${username}</a></aside>
    <main id="content">${content}</main>${otherForms(language)}`,
  );
};

export const notFoundPage = () => '<!doctype html><title>Not found</title>';

export const loginPage = ({ language, kind }: Pick<Switches, 'language' | 'kind'>, problem = '') => {
  const words = WORDS[language];
  return frame(
    language,
    words.logIn,
    `<form ${kind === 'classic' ? 'class="b-loginreg__form"' : `aria-label="${words.logIn}"`} method="post" action="/login">
      <h1>${words.logIn}</h1><p>${problem}</p>
      <label>${words.username} <input name="username"></label>
      <label>${words.password} <input name="password" type="password"></label>
      <button>${words.logIn}</button></form>`,
  );
};

const postText = (language: Language, { text, isShortened }: FeedPost) =>
  `<p class="b-post__text">${escapeHtml(text)}</p>${isShortened ? `<button type="button">${WORDS[language].showMore}</button>` : ''}`;

const postHtml = (language: Language, feed: Switches['feed'], post: FeedPost) => {
  const words = WORDS[language];
  const image = post.image ? `<img src="${post.image}" alt="">` : '';
  const remove = `<button type="button" class="b-post__delete" data-post="${post.id}">${words.delete}</button>`;
  if (feed === 'changed') {
    return `<div class="c-entry" data-id="${post.id}"><div>${escapeHtml(post.text)}</div>${image}${remove}</div>`;
  }
  const time = `<time datetime="${post.at}">${momentText(language, new Date(post.at))}</time>`;
  return `<article class="b-post" id="post-${post.id}">
    ${post.isPinned ? `<p class="b-post__pinned">${words.pinned}</p>` : ''}${postText(language, post)}${image}
    ${post.isScheduled ? `<p>${words.scheduledFor(time)}</p>` : `<a class="b-post__date" href="${post.path}">${time}</a>`}
    ${post.expiresInDays ? `<p>${words.expiresIn(expiryText(language, post.expiresInDays))}</p>` : ''}${remove}</article>`;
};

const postsHtml = (language: Language, posts: readonly FeedPost[], feed: Switches['feed'] = 'usual') =>
  posts.length === 0
    ? `<p class="b-feed__empty">${WORDS[language].noPosts}</p>`
    : posts.map((post) => postHtml(language, feed, post)).join('');

export const homePage = (account: Account, { language }: Switches, posts: readonly FeedPost[]) => {
  const words = WORDS[language];
  return withAccount(language, words.home, account, `<h1>${words.yourPosts}</h1>${postsHtml(language, posts)}`);
};

export const profilePage = (account: Account, { language, feed }: Switches, { posts, older }: FeedPage) => {
  const link = older === null ? '' : `<a class="b-feed__older" href="?from=${older}">${WORDS[language].olderPosts}</a>`;
  const content = `<h1>${escapeHtml(account.name)}</h1><div class="b-feed">${postsHtml(language, posts, feed)}</div>${link}`;
  return withAccount(language, account.name, account, content);
};

export const postPage = (account: Account, { language }: Switches, post: FeedPost) =>
  withAccount(language, account.name, account, postsHtml(language, [post]));

const item = (text: string) => `<button type="button" class="vdatetime-time-picker__item">${text}</button>`;
const list = (name: string, label: string, texts: readonly string[]) =>
  texts.length === 0
    ? ''
    : `<div class="vdatetime-time-picker__list--${name}" role="group" aria-label="${label}">${texts.map(item).join('')}</div>`;

/** New names of the classic composer's markup. */
const NEW_NAMES: readonly (readonly [string, string])[] = [
  ['make_post_form', 'publisher'],
  ['id="submit"', 'id="publish"'],
  ['#submit', '#publish'],
  ['new_post_text_input', 'publisher_text'],
  ['fileupload_photo', 'publisher_file'],
  ['b-make-post', 'c-publisher'],
  ['b-dropzone', 'c-media'],
  ['vdatetime', 'c-moment'],
];

/** Gives a page, the script or the styles of the classic site the new names. */
export const withMarkup = (markup: Switches['markup'], source: string): string =>
  markup === 'renamed' ? NEW_NAMES.reduce((text, [old, name]) => text.replaceAll(old, name), source) : source;

export function composerPage(account: Account, { markup, editor, language }: Switches): string {
  const words = WORDS[language];
  const field =
    editor === 'rich'
      ? `<div id="new_post_text_input" class="tiptap ProseMirror" contenteditable="true" role="textbox" aria-multiline="true" aria-label="${words.text}"><p></p></div>`
      : `<textarea id="new_post_text_input" aria-label="${words.text}"></textarea>`;
  // The markup of the button changes, as it may on a real site.
  const submit = `<button type="button" disabled id="submit" ${markup === 'usual' ? 'at-attr="submit_post"' : 'data-testid="publish"'}>${words.post}</button>`;
  // Lower case in English, as the site has always written it.
  const halves = halfTexts(language).map((text) => text.toLowerCase());
  const page = withAccount(
    language,
    words.newPost,
    account,
    `<form id="make_post_form"><h1>${words.newPost}</h1>${submit}
      <p class="b-make-post__expire-text"></p><p class="b-make-post__schedule-text"></p>
      ${field}<div class="b-dropzone"></div>
      <input id="fileupload_photo" type="file" accept="image/*" aria-label="${words.addPhoto}">
      <button type="button" class="b-make-post__expire-period-btn">${words.expiry}</button>
      <button type="button" class="b-make-post__datepicker-btn">${words.schedule}</button></form>
    <div class="b-make-post__expire" hidden>${EXPIRY_DAYS.map(
      (days) => `<button type="button" class="b-make-post__expire__label">${expiryText(language, days)}</button>`,
    ).join('')}<button type="button" class="g-btn m-save">${words.save}</button></div>
    <template id="schedule"><div class="vdatetime-popup">
      <button type="button" class="vdatetime-popup__tab time">${words.time}</button>
      <div class="vdatetime-calendar__current--month"></div>
      <button type="button" class="vdatetime-calendar__navigation--next">${words.next}</button><div class="days"></div>
      <div class="times" hidden>
        ${list('hours', words.hours, hourTexts(language))}
        ${list('minutes', words.minutes, MINUTES)}
        ${list('suffix', words.half, halves)}</div>
      <button type="button" class="g-btn m-save">${words.save}</button></div></template>`,
  );
  return withMarkup(markup, page);
}
