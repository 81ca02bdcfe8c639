import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type AcceptedPost, sha256 } from '../../SiteRecords.ts';
import type { HostileSite } from '../HostileSite.ts';
import type { HostileVisitor, Wish } from '../HostileVisitor.ts';

export interface OnSite {
  readonly site: HostileSite;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly visitor: HostileVisitor;
  readonly image: Buffer;
}
export type Check = (on: OnSite) => Promise<void>;

export const TEXT = 'Friday night, free for a day 🎉\nSee you there #party';

/** What the site should have accepted for a wish. */
const madeOf = (username: string, { text, image, expiresInDays, scheduledFor }: Wish): Partial<AcceptedPost> => ({
  username,
  text,
  pictures: image ? [sha256(image)] : [],
  audience: 'everyone',
  price: 0,
  expiresInDays: expiresInDays ?? null,
  scheduledFor: scheduledFor?.toISOString() ?? null,
});

export const expectPosted = ({ site, visitor }: OnSite, ...wishes: readonly Wish[]) =>
  expect(site.accepted).toMatchObject(wishes.map((wish) => madeOf(visitor.username, wish)));

/** Posts a wish in full, however often the site has to be asked. Nothing is posted twice. */
export async function postWithPatience({ site, visitor }: OnSite, wish: Wish): Promise<void> {
  const before = site.accepted.length;
  await visitor.openComposer();
  await visitor.fill(wish);
  for (;;) {
    const seen = await visitor.press();
    if (site.accepted.length > before) return;
    if (seen === 'login') await visitor.logIn();
    if (seen === 'too_fast') site.records.advanceClock(site.settings.rate.windowMs);
    if (await visitor.button('OK').isVisible()) await visitor.button('OK').click();
    if (seen === 'captcha') {
      await visitor.passCaptcha();
      await visitor.openComposer();
      await visitor.fill(wish);
    }
    if (seen === 'not_allowed') throw new Error('The site refuses the text.');
  }
}

/** Posts once in the composer that is open. */
export const postsHere: Check = async (on) => {
  const wish = { text: TEXT, image: on.image };
  await on.visitor.fill(wish);
  expect(await on.visitor.press()).toBe('live');
  await expectPosted(on, wish);
};

export const postsOnce: Check = async (on) => {
  await on.visitor.open();
  await on.visitor.openComposer();
  await postsHere(on);
};
