import { expect } from '@playwright/test';
import { type Check, expectPosted, type OnSite, TEXT } from './onSite.ts';

const MINUTE_MS = 60_000;

const isLive =
  (answer: number | 'reset'): Check =>
  async (on) => {
    await on.visitor.open();
    expect(await on.visitor.post({ text: TEXT })).toBe('error');
    await expectPosted(on, { text: TEXT });
    expect(on.site.presses).toMatchObject([{ answer, postId: on.site.accepted[0]?.id }]);
  };

const isLost =
  (answer: number | 'reset'): Check =>
  async (on) => {
    await on.visitor.open();
    expect(await on.visitor.post({ text: TEXT })).toBe('error');
    await expectPosted(on);
    expect(on.site.presses).toMatchObject([{ answer, postId: null }]);
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT });
  };

const isTooFast =
  (shown: (on: OnSite) => Promise<void>): Check =>
  async (on) => {
    const { site, visitor, page } = on;
    Object.assign(site.settings, { rate: { posts: 1, windowMs: 10 * MINUTE_MS } });
    await visitor.open();
    expect(await visitor.post({ text: 'A' })).toBe('live');
    expect(await visitor.post({ text: 'B' })).toBe('too_fast');
    await expect(page.getByText("You're posting too fast. Try again in 10 minutes.")).toBeVisible();
    await shown(on);
    await expectPosted(on, { text: 'A' });
    expect(site.refusalOf(visitor.username, { text: 'B' })).toMatchObject({ kind: 'rate_limited' });
    site.records.advanceClock(10 * MINUTE_MS);
    expect(site.refusalOf(visitor.username, { text: 'B' })).toBe(null);
    expect(await visitor.press()).toBe('live');
    await expectPosted(on, { text: 'A' }, { text: 'B' });
  };

/** What the site answers to a press. */
export const PRESS_CHECKS = {
  'live-504': isLive(504),
  'live-500': isLive(500),
  'live-reset': isLive('reset'),
  'lost-504': isLost(504),
  'lost-500': isLost(500),
  'lost-reset': isLost('reset'),
  'late-answer': async (on) => {
    Object.assign(on.site.settings, { lateAnswerMs: 3_600_000 });
    await on.visitor.open();
    await on.visitor.openComposer();
    await on.visitor.fill({ text: TEXT });
    await on.visitor.postButton.click();
    await expect.poll(() => on.site.accepted.length).toBe(1);
    await expect(on.page.getByText('Publishing…')).toBeVisible();
    Object.assign(on.site.settings, { lateAnswerMs: 1 });
    await on.visitor.open();
    expect(await on.visitor.post({ text: 'Another' })).toBe('live');
    await expectPosted(on, { text: TEXT }, { text: 'Another' });
  },

  'rate-toast': isTooFast(({ page }) => expect(page.getByRole('status').getByText('too fast')).toBeVisible()),
  'rate-dialog': isTooFast(async ({ page, visitor }) => {
    await expect(page.getByRole('dialog', { name: 'Slow down' })).toBeVisible();
    await visitor.button('OK').click();
  }),
  'rate-429': isTooFast(async ({ visitor, site }) => {
    await expect(visitor.frame.getByRole('alert')).toContainText('too fast');
    expect(site.presses.at(-1)).toMatchObject({ answer: 429, refusal: 'rate_limited' });
  }),
  'refuse-content': async (on) => {
    await on.visitor.open();
    expect(await on.visitor.post({ text: 'Win in my casino' })).toBe('not_allowed');
    expect(on.site.refusalOf(on.visitor.username, { text: 'Win in my casino' })).toMatchObject({ kind: 'content' });
    await expectPosted(on);
    await on.visitor.fill({ text: TEXT });
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT });
  },
  'logged-out-at-press': async (on) => {
    await on.visitor.open();
    expect(await on.visitor.post({ text: TEXT, image: on.image })).toBe('login');
    expect(on.site.refusalOf(on.visitor.username, { text: TEXT })).toMatchObject({ kind: 'logged_out' });
    await on.visitor.logIn();
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT, image: on.image });
  },
  'captcha-at-press': async (on) => {
    await on.visitor.open();
    expect(await on.visitor.post({ text: TEXT })).toBe('captcha');
    await on.page.goto(on.site.profileOf(on.visitor.username));
    await on.visitor.passCaptcha();
    expect(await on.visitor.post({ text: TEXT })).toBe('live');
    await expectPosted(on, { text: TEXT });
  },
} satisfies Record<string, Check>;
