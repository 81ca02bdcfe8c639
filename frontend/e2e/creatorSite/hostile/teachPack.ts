import type { SitePack, SitePackWays } from '@flyerdeck/contracts';

const byId = (testId: string): SitePackWays => [{ testId }];
const css = (selector: string): SitePackWays => [{ css: selector }];

/** A pack for the hostile site before any redesign, by test ids wherever it has them. */
export const VELVET_PACK: SitePack = {
  schema: 2,
  version: 1,
  site: '127.0.0.1',
  locales: ['en'],
  account: {
    id: { cookie: 'uid' },
    link: byId('account-link'),
    profile: '/{username}',
    loginForm: css('form[aria-label="Log in"]'),
    name: css('strong'),
    avatar: css('img'),
  },
  composer: {
    path: '/compose',
    root: byId('composer-root'),
    text: byId('composer-text'),
    image: {
      input: byId('composer-file'),
      ready: css('[data-testid="composer-root"] li img'),
      remove: { button: byId('picture-remove'), names: { en: ['Remove'] } },
    },
    expiry: {
      opener: byId('expiry-open'),
      dialog: css('[role="listbox"][aria-label="Expires"]'),
      option: css('[role="option"]'),
      oneDay: { en: ['After 1 day'] },
      shown: byId('expiry-value'),
    },
    schedule: {
      opener: byId('schedule-open'),
      popup: css('[role="dialog"][aria-label="Schedule"]'),
      month: byId('calendar-month'),
      nextMonth: byId('calendar-next'),
      day: byId('calendar-day'),
      hour: css('select[aria-label="Hour"] option'),
      minute: css('select[aria-label="Minute"] option'),
      save: byId('calendar-apply'),
      shown: byId('schedule-value'),
    },
    submit: { button: byId('composer-submit'), names: { en: ['Publish'] } },
    answer: { posted: css('[role="status"]'), texts: { en: ['Your post is live', 'Your post is scheduled'] } },
  },
  feed: {
    path: '/{username}',
    post: byId('post-card'),
    text: byId('post-text'),
    image: byId('post-picture'),
    time: css('time'),
    link: byId('post-link'),
    address: '/p/{id}',
    empty: byId('feed-empty'),
  },
};
