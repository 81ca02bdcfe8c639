/**
 * All selectors of the site's markup. Collected from public knowledge of the site, and checked
 * against the stand-in site of the browser tests only. When the site's markup changes, change this table.
 */
export const SELECTORS = {
  loginForm: 'form.b-loginreg__form',
  /** Present only when logged in; its address ends in the username. */
  accountLink: '.l-sidebar__user a.l-sidebar__user-data__link',
  accountName: '.l-sidebar__user .g-user-name',
  accountAvatar: '.l-sidebar__user .g-avatar img',
  homeCount: 'a.l-header__menu__item[href="/"] .l-header__menu__item__counter',
  notificationsCount: 'a.l-header__menu__item[href="/my/notifications"] .l-header__menu__item__counter',
  messagesCount: 'a.l-header__menu__item[href="/my/chats"] .l-header__menu__item__counter',

  form: '#make_post_form',
  text: '#new_post_text_input',
  imageInput: 'input#fileupload_photo',
  imageUploading: '.b-dropzone__preview.m-uploading',
  imageReady: '.b-dropzone__preview.m-ready',
  imageRefused: '.b-dropzone__preview.m-error',

  expiryButton: '.b-make-post__expire-period-btn',
  expiryOptions: '.b-make-post__expire__label',
  expirySave: '.b-make-post__expire .g-btn.m-save',
  expiryShown: '.b-make-post__expire-text',

  scheduleButton: '.b-make-post__datepicker-btn',
  schedulePopup: '.vdatetime-popup',
  scheduleMonth: '.vdatetime-calendar__current--month',
  scheduleNextMonth: '.vdatetime-calendar__navigation--next',
  scheduleDays: '.vdatetime-calendar__month__day',
  scheduleTimeTab: '.vdatetime-popup__tab.time',
  scheduleHours: '.vdatetime-time-picker__list--hours .vdatetime-time-picker__item',
  scheduleMinutes: '.vdatetime-time-picker__list--minutes .vdatetime-time-picker__item',
  scheduleHalves: '.vdatetime-time-picker__list--suffix .vdatetime-time-picker__item',
  scheduleSave: '.vdatetime-popup .g-btn.m-save',
  scheduleShown: '.b-make-post__schedule-text',

  submit: 'button[at-attr="submit_post"]',
  /** Links to the new post. */
  postedNote: '.b-toast.m-success a.b-toast__post',
  refusedNote: '.b-toast.m-error',
} as const;

/** A cookie that scripts can read; the session's cookie is HttpOnly. */
export const ACCOUNT_ID_COOKIE = 'auth_id';
export const NEW_POST_PATH = '/posts/create';
