import { expect } from '@playwright/test';
import { HostileVisitor } from '../HostileVisitor.ts';
import { type Check, type OnSite, postsHere, postsOnce } from './onSite.ts';

const MINUTE_MS = 60_000;
const LONG = `${'A long story about the evening '.repeat(5)}`.trim();

/** Opens the own feed after a post. */
const onFeed =
  (look: (on: OnSite) => Promise<void>): Check =>
  async (on) => {
    await postsOnce(on);
    await on.visitor.open(on.site.profileOf(on.visitor.username));
    await expect(on.page.getByText('Friday night').first()).toBeVisible();
    await look(on);
  };

const cards = ({ page }: OnSite) => page.getByTestId('post-card');

/** The element that is the composer, for each of the first accounts. */
const layoutsOf = ({ site, context }: OnSite, count: number) =>
  Promise.all(
    site.records.accounts.slice(0, count).map(async ({ username }) => {
      const [cookie] = site.cookiesFor(username);
      const page = await context.request.get(`${site.origin}/compose`, {
        headers: { Cookie: `${cookie?.name}=${cookie?.value}` },
      });
      return /<(\w+)[^>]* aria-label="New post"/.exec(await page.text())?.[1];
    }),
  );

/** Another account posts by the button with this label. */
async function postAs({ site, page, context }: OnSite, index: number, label: string): Promise<void> {
  const username = site.records.accounts[index]?.username ?? '';
  await context.addCookies(site.cookiesFor(username));
  const visitor = new HostileVisitor(page, site, username);
  await visitor.open('/compose');
  await expect(visitor.postButton).toHaveText(label);
  await visitor.fill({ text: `By ${username}` });
  expect(await visitor.press()).toBe('live');
  expect(site.accepted.at(-1)).toMatchObject({ username, text: `By ${username}` });
}

/** How the feed and the buttons are written. */
export const MARKUP_CHECKS = {
  'uuid-post-ids': onFeed(async (on) => {
    const link = cards(on).first().getByTestId('post-link');
    await expect(link).toHaveAttribute('href', `/p/${on.site.accepted[0]?.id}`);
    expect(on.site.accepted[0]?.id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    await link.click();
    await expect(cards(on)).toHaveCount(1);
  }),
  'time-in-title': onFeed(async (on) => {
    const title = await cards(on).first().locator('[title]').getAttribute('title');
    const at = Date.parse(title?.replace(' at ', ', ') ?? '');
    const postedAt = Date.parse(on.site.accepted[0]?.postedAt ?? '');
    expect(at).toBe(Math.floor(postedAt / 1000) * 1000);
    await expect(on.page.locator('time')).toHaveCount(0);
  }),
  'relative-time': onFeed(async (on) => {
    on.site.records.advanceClock(2 * MINUTE_MS);
    await on.visitor.open(on.site.profileOf('creator001'));
    await expect(on.page.getByTestId('post-link')).toHaveText([/^[2-4] minutes ago$/, '2 days ago', '5 days ago']);
    await expect(on.page.locator('time, [title]')).toHaveCount(0);
  }),
  'see-more': async (on) => {
    on.site.records.addOlderPost('creator001', { text: LONG }, 1);
    await on.visitor.open(on.site.profileOf('creator001'));
    const text = on.page.getByTestId('post-text').first();
    await expect(text).toHaveText(`${LONG.slice(0, 60).trimEnd()}…See more`);
    await on.visitor.button('See more').click();
    await expect(text).toHaveText(LONG);
    await postsOnce(on);
  },
  'feed-ad': onFeed(async (on) => {
    await expect(cards(on)).toHaveText([/Friday night/, /Sponsored/, /New set/, /Good morning/]);
  }),
  'feed-deleted': onFeed(async (on) => {
    await expect(cards(on)).toHaveText([/Friday night/, /New set/, /no longer available/, /Good morning/]);
  }),
  'feed-on-scroll': onFeed(async (on) => {
    for (let days = 6; days < 16; days++) on.site.records.addOlderPost('creator001', { text: `Day ${days}` }, days);
    await on.page.setViewportSize({ width: 1280, height: 400 });
    await on.visitor.open(on.site.profileOf('creator001'));
    await expect(cards(on).first()).toBeVisible();
    expect(await cards(on).count()).toBeLessThan(13);
    await expect(async () => {
      await on.page.keyboard.press('End');
      await expect(cards(on)).toHaveCount(13, { timeout: 100 });
    }).toPass();
  }),
  'pinned-old-post': onFeed(async (on) => {
    await expect(cards(on)).toHaveText([/Pinned post.*Welcome/, /Friday night/, /New set/, /Good morning/]);
  }),

  'label-send-post': async (on) => {
    await on.visitor.open('/compose');
    await expect(on.visitor.frame.getByRole('button', { name: 'Send post' })).toBeDisabled();
    await postsHere(on);
  },
  'icon-buttons': async (on) => {
    await on.visitor.open('/compose');
    await expect(on.visitor.postButton).toHaveText('');
    await expect(on.visitor.postButton).toHaveAttribute('aria-label', 'Publish');
    await postsHere(on);
  },
  'ab-markup': async (on) => {
    expect(new Set(await layoutsOf(on, 10))).toEqual(new Set(['form', 'section']));
    await postsOnce(on);
  },
  'renamed-testids': async (on) => {
    await on.visitor.open('/compose');
    await expect(on.page.getByTestId('ComposerSubmitV2')).toBeVisible();
    await expect(on.page.getByTestId('composer-submit')).toHaveCount(0);
    await postsHere(on);
  },
  'cohort-30-70': async (on) => {
    const layouts = await layoutsOf(on, 10);
    const redesigned = on.site.records.accounts.map(({ username }) => on.site.isRedesigned(username));
    expect(layouts).toEqual(redesigned.slice(0, 10).map((is) => (is ? 'section' : 'form')));
    const share = redesigned.filter(Boolean).length / redesigned.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
    await postAs(on, redesigned.indexOf(true), 'Share');
    await postAs(on, redesigned.indexOf(false), 'Publish');
  },
  'account-menu-changed': async (on) => {
    await on.visitor.open();
    await expect(on.page.getByText('@creator001')).toHaveCount(0);
    await on.visitor.button('Account').click();
    await expect(on.page.getByRole('menu').getByText('@creator001')).toBeVisible();
    await on.page.getByRole('menuitem', { name: 'My page' }).click();
    await expect(on.page).toHaveURL(on.site.profileOf('creator001'));
    await postsOnce(on);
  },
} satisfies Record<string, Check>;
