import type { SitePack, SitePackWays } from './sitePack.ts';

const css = (...selectors: string[]): SitePackWays => selectors.map((selector) => ({ css: selector }));
const counter = (path: string) => css(`a.l-header__menu__item[href="${path}"] .l-header__menu__item__counter`);
const times = (part: string) => css(`.vdatetime-time-picker__list--${part} .vdatetime-time-picker__item`);

/**
 * The pack that the extension ships with. Collected from public knowledge of the site, and checked against the stand-in site of the
 * browser tests only.
 */
export const BUILT_IN_SITE_PACK: SitePack = {
  schema: 2,
  version: 1,
  site: 'onlyfans',
  locales: ['en', 'ru', 'es'],
  rules: [
    {
      kind: 'max_posts',
      words: ['#ad'],
      count: 3,
      hours: 24,
      source: 'https://adultindustry.news/new-onlyfans-rules-about-promos-dont-get-banned/',
      checked_on: '2026-11-26',
    },
  ],
  account: {
    // A cookie that scripts can read; the session's cookie is HttpOnly.
    id: { cookie: 'auth_id' },
    link: css('.l-sidebar__user a.l-sidebar__user-data__link'),
    profile: '/{username}',
    loginForm: css('form.b-loginreg__form'),
    name: css('.l-sidebar__user .g-user-name'),
    avatar: css('.l-sidebar__user .g-avatar img'),
    counts: { home: counter('/'), notifications: counter('/my/notifications'), messages: counter('/my/chats') },
  },
  composer: {
    path: '/posts/create',
    root: css('#make_post_form'),
    text: css('#new_post_text_input'),
    image: {
      input: css('input#fileupload_photo'),
      uploading: css('.b-dropzone__preview.m-uploading'),
      ready: css('.b-dropzone__preview.m-ready'),
      refused: css('.b-dropzone__preview.m-error'),
    },
    expiry: {
      opener: css('.b-make-post__expire-period-btn'),
      dialog: css('.b-make-post__expire'),
      option: css('.b-make-post__expire__label'),
      oneDay: { en: ['1 day', '24 hours'], ru: ['1 день', '24 часа'], es: ['1 día', '24 horas'] },
      save: css('.b-make-post__expire .g-btn.m-save'),
      shown: css('.b-make-post__expire-text'),
    },
    schedule: {
      opener: css('.b-make-post__datepicker-btn'),
      popup: css('.vdatetime-popup'),
      month: css('.vdatetime-calendar__current--month'),
      nextMonth: css('.vdatetime-calendar__navigation--next'),
      day: css('.vdatetime-calendar__month__day'),
      timeTab: css('.vdatetime-popup__tab.time'),
      hour: times('hours'),
      minute: times('minutes'),
      half: times('suffix'),
      save: css('.vdatetime-popup .g-btn.m-save'),
      shown: css('.b-make-post__schedule-text'),
    },
    submit: {
      button: css('button[at-attr="submit_post"]'),
      names: { en: ['Post', 'Post now', 'Publish'], ru: ['Опубликовать'], es: ['Publicar'] },
    },
    answer: { posted: css('.b-toast.m-success a.b-toast__post'), error: css('.b-toast.m-error') },
  },
  feed: {
    path: '/{username}',
    post: css('.b-post', 'article'),
    text: css('.b-post__text', 'p'),
    image: css('.b-post__media img', 'img'),
    time: css('.b-post__date time', 'time'),
    link: css('a.b-post__date', 'a'),
    empty: css('.b-feed__empty'),
  },
};
