import type { SitePack, SitePackWays } from '@flyerdeck/contracts';
import { inEffect, type SwitchName } from '../hostile/switches.ts';

const names = (...en: string[]) => ({ en });
const css = (...selectors: string[]): SitePackWays => selectors.map((selector) => ({ css: selector }));
/** The names that `design.ts` gives an element, the usual one and the new one. */
const bothNames = (name: string): [string, string] => [
  name,
  `${name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}V2`,
];
const test = (name: string): SitePackWays => bothNames(name).map((testId) => ({ testId }));
const inTest = (name: string, rest: string): SitePackWays =>
  css(...bothNames(name).map((testId) => `[data-testid="${testId}"]${rest}`));
const dialog = (label: string): SitePackWays => css(`[role="dialog"][aria-label="${label}"]`);

/** The pack of the hostile site when these switches are on. Only what contradicts another switch depends on them. */
export function hostilePack(switches: readonly SwitchName[], version: number): SitePack {
  const on = (name: SwitchName) => switches.includes(name);
  const profile = {
    'profile-at': '/@{username}',
    'profile-u': '/u/{username}',
    'profile-hash': '/#/{username}',
    'profile-query': '/profile?user={username}',
    usual: '/{username}',
  }[inEffect('profile', on) ?? 'usual'];
  return {
    schema: 2,
    version,
    site: 'onlyfans',
    locales: ['en'],
    ...(on('trusted-only') ? { trusted_input: 'required' } : {}),
    ...(on('late-hydration') ? { wait: { seconds: 40, atLeastSeconds: 12 } } : {}),
    dismiss: [
      {
        shown: css('#app > div:has(a[href="about:blank"])'),
        button: [{ role: 'button' }],
        names: names('I am 18 or older'),
      },
      { shown: css('section[aria-label="Cookies"]'), button: [{ role: 'button' }], names: names('Only necessary') },
      { shown: dialog("What's new"), button: [{ role: 'button' }], names: names('Close') },
    ],
    account: {
      id: accountId(on),
      link: test('account-link'),
      profile,
      loginForm: css('form[aria-label="Log in"]'),
      name: inTest('account-link', ' strong'),
      avatar: inTest('account-link', ' img'),
      counts: {
        home: inTest('nav-home', ' span'),
        notifications: inTest('nav-notifications', ' span'),
        messages: inTest('nav-messages', ' span'),
      },
    },
    composer: {
      ...(on('composer-no-address')
        ? { path: '/', open: { button: test('composer-open'), names: names('New post') } }
        : { path: '/compose' }),
      root: test('composer-root'),
      text: test('composer-text'),
      image: {
        opener: test('picture-add'),
        input: css('input[type="file"]'),
        ready: css('img[alt="Attachment"]'),
        refused: css('li [role="alert"]'),
        again: { button: test('picture-retry'), names: names('Try again') },
        remove: { button: test('picture-remove'), names: names('Remove') },
      },
      ...(on('no-expiry')
        ? {}
        : {
            expiry: {
              opener: test('expiry-open'),
              dialog: css('[role="listbox"]'),
              option: css('[role="option"]'),
              oneDay: names('After 1 day'),
              shown: test('expiry-value'),
            },
          }),
      ...schedule(on),
      keep: [
        { element: test('composer-price') },
        ...(on('audience-select') ? [{ element: test('composer-audience'), is: names('Everyone') }] : []),
      ],
      submit: { button: test('composer-submit'), names: names('Publish', 'Send post', 'Share') },
      confirm: [
        {
          dialog: dialog('Publish now?'),
          texts: names('Publish now?'),
          button: test('question-yes'),
          names: names('Yes'),
        },
        {
          dialog: css('[role="alertdialog"]'),
          texts: names('gets a notification'),
          button: test('question-continue'),
          names: names('Continue'),
        },
      ],
      answer: {
        posted: css('[role="status"]'),
        texts: names('Your post is live', 'Your post is scheduled'),
        refused: [
          {
            kind: 'rate_limited',
            // In effect is one of them: in a toast, in a dialog, or in a line of the composer.
            shown: on('rate-toast')
              ? css('[role="status"]')
              : on('rate-dialog')
                ? dialog('Slow down')
                : test('composer-error'),
            texts: names("You're posting too fast"),
            wait: {
              seconds: names('in {n} second', 'in {n} seconds'),
              minutes: names('in {n} minute', 'in {n} minutes'),
            },
          },
          { kind: 'content', shown: test('composer-error'), texts: names('This text is not allowed') },
          // The heading, because a dialog with a password is never used.
          { kind: 'logged_out', shown: css('[aria-label="Your session has ended"] h1'), texts: names('Log in') },
          { kind: 'broken', shown: test('composer-error'), texts: names('This post can not be published') },
        ],
        error: css('[role="status"]'),
      },
    },
    feed: {
      path: profile,
      // Advertisements and deleted posts have no such link.
      post: css(
        '[data-testid="post-card"]:has([data-testid="post-link"])',
        '[data-testid="PostCardV2"]:has([data-testid="PostLinkV2"])',
      ),
      text: test('post-text'),
      more: inTest('post-text', ' > button'),
      image: test('post-picture'),
      time: [...css('time', 'span[title]'), ...inTest('post-link', ' span')],
      now: names('just now'),
      link: test('post-link'),
      address: '/p/{id}',
      empty: test('feed-empty'),
    },
  };
}

function accountId(on: (name: SwitchName) => boolean): SitePack['account']['id'] {
  switch (inEffect('accountId', on)) {
    case 'id-local-storage':
      return { localStorage: 'viewer', field: 'id' };
    case 'id-data-attribute':
      return { element: css('body'), attribute: 'data-viewer' };
    case 'id-meta':
      return { element: css('meta[name="viewer-id"]'), attribute: 'content' };
    case 'id-json-script':
      return { json: css('#__STATE__'), field: 'session.viewer.id' };
    case 'id-api-only':
      return { username: true };
    default:
      return { cookie: 'uid' };
  }
}

function schedule(on: (name: SwitchName) => boolean): Pick<SitePack['composer'], 'schedule'> {
  switch (inEffect('scheduler', on)) {
    case 'no-scheduler':
      return {};
    case 'schedule-datetime-local':
      return { schedule: { field: test('schedule-field') } };
    case 'schedule-text':
      return { schedule: { field: test('schedule-field'), form: '{year}-{month}-{day} {hour}:{minute}' } };
    default:
      return {
        schedule: {
          opener: test('schedule-open'),
          popup: dialog('Schedule'),
          month: test('calendar-month'),
          nextMonth: test('calendar-next'),
          day: test('calendar-day'),
          hour: css('select[aria-label="Hour"] option'),
          minute: css('select[aria-label="Minute"] option'),
          save: test('calendar-apply'),
          shown: test('schedule-value'),
        },
      };
  }
}
