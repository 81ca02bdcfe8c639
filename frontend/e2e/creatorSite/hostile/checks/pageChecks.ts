import { expect } from '@playwright/test';
import { uuidOf } from '../../SiteRecords.ts';
import { type Check, type OnSite, postsHere, postsOnce, TEXT } from './onSite.ts';

const hasGate =
  (shown: string, label: string): Check =>
  async (on) => {
    const { page, visitor, site } = on;
    await page.goto(site.origin);
    await visitor.untilHydrated();
    await expect(page.getByText(shown)).toBeVisible();
    // A script cannot use the page behind it either.
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-testid=composer-open]')?.click());
    await expect(visitor.text).toBeHidden();
    await visitor.button(label).click();
    // It is shown once.
    await postsOnce(on);
  };

const profileIs =
  (address: string): Check =>
  async (on) => {
    const { page, visitor, site } = on;
    await postsOnce(on);
    await page.getByTestId('account-link').click();
    await expect(page).toHaveURL(site.origin + address);
    expect(site.profileOf(visitor.username)).toBe(page.url());
    await visitor.open(address);
    await expect(page.getByTestId('post-text')).toHaveText([TEXT, /^New set/, /^Good morning/]);
  };

/** Where a page has the account's id. */
const idsOn = ({ page }: OnSite) =>
  page.evaluate(() => ({
    cookie: /(?:^|; )uid=([^;]+)/.exec(document.cookie)?.[1],
    storage: localStorage.getItem('viewer') ?? undefined,
    attribute: document.body.dataset.viewer,
    meta: document.querySelector<HTMLMetaElement>('meta[name=viewer-id]')?.content,
    script: document.querySelector('#__STATE__')?.textContent ?? undefined,
  }));

const idIs =
  (wanted: (id: string) => Record<string, string>): Check =>
  async (on) => {
    await postsOnce(on);
    const { username } = on.visitor;
    await expect.poll(async () => JSON.parse(JSON.stringify(await idsOn(on)))).toEqual(wanted(uuidOf(username)));
    const call = await on.page.request.get(`${on.site.origin}/api/me`);
    expect(await call.json()).toMatchObject({ id: uuidOf(username), username });
  };

/** Whose page it is, where it is, and what keeps it from being used. */
export const PAGE_CHECKS = {
  'age-gate': hasGate('This site has content for adults', 'I am 18 or older'),
  'cookie-banner': hasGate('We and our 214 partners', 'Only necessary'),
  'news-dialog': hasGate('Stories now last', 'Close'),
  'gates-every-time': async (on) => {
    await on.page.goto(on.site.origin);
    await expect(on.page.getByText('Stories now last')).toBeVisible();
    await on.visitor.button('Close').click();
    await postsOnce(on);
  },
  'late-hydration': async (on) => {
    Object.assign(on.site.settings, { lateHydrationMs: 3_600_000 });
    await on.page.goto(`${on.site.origin}/compose`);
    await on.visitor.text.fill('Too early');
    await expect(on.visitor.postButton).toBeDisabled();
    Object.assign(on.site.settings, { lateHydrationMs: 1 });
    await postsOnce(on);
  },
  'draws-when-visible': async (on) => {
    const page = await on.context.newPage();
    await page.addInitScript(() => {
      let state = 'hidden';
      Object.defineProperty(document, 'visibilityState', { get: () => state });
      addEventListener('appear', () => {
        state = 'visible';
        document.dispatchEvent(new Event('visibilitychange'));
      });
    });
    await page.goto(on.site.profileOf(on.visitor.username));
    await page.getByRole('link', { name: on.visitor.username }).waitFor();
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
    await expect(page.getByText('Good morning everybody')).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('appear')));
    await expect(page.getByText('Good morning everybody')).toBeVisible();
    await page.close();
    await postsOnce(on);
  },
  'trusted-only': async (on) => {
    await on.visitor.open();
    await on.visitor.openComposer();
    await on.visitor.text.evaluate((field: HTMLTextAreaElement) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'By a script');
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    });
    await expect(on.visitor.text).toHaveValue('');
    await on.visitor.fill({ text: 'Unsent' });
    await on.visitor.postButton.evaluate((button: HTMLElement) => button.click());
    await expect(on.visitor.postButton).toHaveText('Publish');
    expect(on.site.presses).toEqual([]);
    await postsHere(on);
  },

  'profile-at': profileIs('/@creator001'),
  'profile-u': profileIs('/u/creator001'),
  'profile-hash': profileIs('/#/creator001'),
  'profile-query': profileIs('/profile?user=creator001'),
  'id-uuid-cookie': idIs((cookie) => ({ cookie })),
  'id-local-storage': idIs((id) => ({ storage: JSON.stringify({ id }) })),
  'id-data-attribute': idIs((attribute) => ({ attribute })),
  'id-meta': idIs((meta) => ({ meta })),
  'id-json-script': idIs((id) => ({ script: JSON.stringify({ session: { viewer: { id } } }) })),
  'id-api-only': idIs(() => ({})),
} satisfies Record<string, Check>;
