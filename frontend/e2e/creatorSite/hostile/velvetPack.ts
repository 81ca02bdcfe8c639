import type { SitePack, SitePackControl, SitePackStep, SitePackWays } from '@flyerdeck/contracts';
import type { Settings } from './settings.ts';
import { inEffect, type SwitchName } from './switches.ts';

/** Both names of a test id: after `renamed-testids`, `post-card` is `PostCardV2`. */
const renamed = (name: string) => `${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}V2`;
const ids = (name: string): string[] => [name, renamed(name)];
const byId = (name: string): SitePackWays => ids(name).map((testId) => ({ testId }));
const css = (...selectors: string[]): SitePackWays => selectors.map((selector) => ({ css: selector }));
const inId = (name: string, rest: string) => css(...ids(name).map((id) => `[data-testid="${id}"]${rest}`));
const control = (name: string, ...en: string[]): SitePackControl => ({ button: byId(name), names: { en } });
const button = (...en: string[]): SitePackControl => ({ button: [{ role: 'button', names: { en } }], names: { en } });

const WAIT_TEXTS = {
  seconds: { en: ['in {n} seconds', 'in {n} second'] },
  minutes: { en: ['in {n} minutes', 'in {n} minute'] },
};
const MESSAGE = css('[role="status"]');
const LINE = byId('composer-error');

/** Each place of a message is a refusal of its own: another message may be shown at the same time. */
const REFUSED: SitePack['outcome']['refused'] = [
  ...[MESSAGE, css('[role="dialog"][aria-label="Slow down"]'), LINE].map((shown) => ({
    kind: 'rate_limited' as const,
    shown,
    texts: { en: ['posting too fast'] },
    wait: WAIT_TEXTS,
  })),
  { kind: 'content', shown: LINE, texts: { en: ['This text is not allowed'] } },
  {
    kind: 'logged_out',
    shown: css('[role="dialog"][aria-label="Your session has ended"] h1'),
    texts: { en: ['Log in'] },
  },
];

const PROFILES = {
  'profile-at': '/@{username}',
  'profile-u': '/u/{username}',
  'profile-hash': '/#/{username}',
  'profile-query': '/profile?user={username}',
} as const;

const IDS: Readonly<Record<string, SitePack['account']['id']>> = {
  'id-local-storage': { localStorage: 'viewer', field: 'id' },
  'id-data-attribute': { element: css('body'), attribute: 'data-viewer' },
  'id-meta': { element: css('meta[name="viewer-id"]'), attribute: 'content' },
  'id-json-script': { json: css('#__STATE__'), field: 'session.viewer.id' },
  'id-api-only': { username: true },
};

const CALENDAR: SitePackStep = {
  do: 'time',
  opener: byId('schedule-open'),
  popup: css('[role="dialog"][aria-label="Schedule"]'),
  month: byId('calendar-month'),
  nextMonth: byId('calendar-next'),
  day: byId('calendar-day'),
  hour: css('select[aria-label="Hour"] option'),
  minute: css('select[aria-label="Minute"] option'),
  save: byId('calendar-apply'),
  shown: byId('schedule-value'),
};

/**
 * What the author of a site pack would write for the hostile site. One pack serves all markups, names and messages; it differs where the site
 * has another address, id, field or rule.
 */
export function velvetPack(switches: readonly SwitchName[], settings: Settings): SitePack {
  const on = (name: SwitchName) => switches.includes(name);
  const form = inEffect('profile', on);
  const profile = form ? PROFILES[form] : '/{username}';
  const scheduler = inEffect('scheduler', on);
  const field = byId('schedule-field');
  const schedule: SitePackStep =
    scheduler === 'schedule-datetime-local'
      ? { do: 'time', fields: [{ field }] }
      : scheduler === 'schedule-text'
        ? { do: 'time', fields: [{ field, form: '{year}-{month}-{day} {hour}:{minute}' }] }
        : CALENDAR;
  const keep: SitePackStep[] = [
    ...(on('audience-select')
      ? [{ do: 'keep' as const, element: byId('composer-audience'), is: { en: ['Everyone'] } }]
      : []),
    ...(on('price-field') ? [{ do: 'keep' as const, element: byId('composer-price') }] : []),
  ];
  return {
    schema: 3,
    version: 1,
    site: '127.0.0.1',
    locales: ['en'],
    ...(on('trusted-only') ? { trusted_input: 'required' as const } : {}),
    ...(on('late-hydration')
      ? { wait: { seconds: 40, atLeastSeconds: Math.ceil(settings.lateHydrationMs / 1000) + 1 } }
      : {}),
    dismiss: [
      { shown: css('#app > div:has(a[href="about:blank"])'), ...button('I am 18 or older') },
      { shown: css('section[aria-label="Cookies"]'), ...button('Only necessary') },
      { shown: css('[role="dialog"][aria-label="What\'s new"]'), ...button('Close') },
    ],
    account: {
      id: IDS[inEffect('accountId', on) ?? ''] ?? { cookie: 'uid' },
      ...(on('account-menu-changed') ? { open: button('Account') } : {}),
      username: [...byId('account-link'), { role: 'menuitem', names: { en: ['My page'] } }],
      profile,
      loginForm: css('form[aria-label="Log in"]'),
      name: css('strong'),
      avatar: css('img'),
      counts: {
        home: inId('nav-home', ' > span'),
        notifications: inId('nav-notifications', ' > span'),
        messages: inId('nav-messages', ' > span'),
      },
    },
    form: byId('composer-root'),
    steps: [
      { do: 'open', path: on('composer-no-address') ? '/' : '/compose' },
      ...(on('composer-no-address')
        ? [{ do: 'press' as const, ...control('composer-open', 'New post'), shows: byId('composer-root') }]
        : []),
      ...(on('no-expiry')
        ? []
        : [
            {
              do: 'choose' as const,
              opener: byId('expiry-open'),
              list: css('[role="listbox"][aria-label="Expires"]'),
              option: css('[role="option"]'),
              names: { en: ['After 1 day'] },
              shown: byId('expiry-value'),
            },
          ]),
      ...(scheduler === 'no-scheduler' ? [] : [schedule]),
      { do: 'fill', what: 'text', field: byId('composer-text') },
      {
        do: 'attach',
        opener: byId('picture-add'),
        input: [...byId('composer-file'), ...css('body > input[type="file"]')],
        uploading: css('li > progress', 'li > span'),
        ready: css('img[alt="Attachment"]'),
        refused: css('li [role="alert"]'),
        again: control('picture-retry', 'Try again'),
        remove: control('picture-remove', 'Remove'),
      },
      ...keep,
      { do: 'publish', ...control('composer-submit', 'Publish', 'Send post', 'Share') },
      {
        do: 'confirm',
        dialog: css('[role="dialog"][aria-label="Publish now?"]'),
        texts: { en: ['Publish now?'] },
        ...control('question-yes', 'Yes'),
      },
      {
        do: 'confirm',
        dialog: css('[role="alertdialog"][aria-label="Notify followers"]'),
        texts: { en: ['gets a notification'] },
        ...control('question-continue', 'Continue'),
      },
    ],
    outcome: {
      posted: MESSAGE,
      texts: { en: ['Your post is live', 'Your post is scheduled'] },
      refused: REFUSED,
    },
    feed: {
      path: profile,
      post: byId('post-card'),
      skip: css('article:has(a[href="/pro"])'),
      skipTexts: { en: ['This post is no longer available'] },
      text: byId('post-text'),
      more: inId('post-text', ' > button'),
      image: byId('post-picture'),
      time: [...css('time'), ...inId('post-link', ' > span')],
      now: { en: ['just now', 'now'] },
      link: byId('post-link'),
      address: '/p/{id}',
      empty: byId('feed-empty'),
    },
  };
}
