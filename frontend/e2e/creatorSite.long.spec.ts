import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { CreatorSite, type SiteKind } from './creatorSite/CreatorSite.ts';
import { sha256 } from './creatorSite/SiteState.ts';
import { LUNA, Visitor } from './creatorSite/Visitor.ts';
import { addMonths, type Language, momentText, payText } from './creatorSite/words.ts';
import { flyerJpeg } from './flyerJpeg.ts';

const KINDS: readonly SiteKind[] = ['classic', 'element'];
const LANGUAGES: readonly Language[] = ['en', 'ru', 'es'];
const DAY_MS = 86_400_000;

interface OnSite {
  readonly kind: SiteKind;
  readonly site: CreatorSite;
  readonly page: Page;
  readonly context: BrowserContext;
}
type Check = (on: OnSite) => Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  'a person posts a text with a photo, and schedules a second post, in each language': async ({ kind, page, site }) => {
    const image = await flyerJpeg();
    for (const language of LANGUAGES) {
      await test.step(language, async () => {
        site.state.endAllSessions();
        const visitor = await Visitor.logIn(page, site, { kind, language });
        await visitor.openComposer();
        await visitor.write('Friday night #party');
        await visitor.addPhoto(image);
        await visitor.expireIn(3);
        await expect(visitor.post).toBeEnabled();
        await visitor.post.click();
        await page.getByRole('link', { name: visitor.words.live }).click();
        await expect(page.getByText('Friday night')).toBeVisible();

        const now = new Date();
        const month = addMonths(new Date(now.getFullYear(), now.getMonth(), 1), 2);
        const at = new Date(month.getFullYear(), month.getMonth(), 28, 14, 5);
        await visitor.openComposer();
        await visitor.write('Later');
        await visitor.schedule(at);
        await visitor.post.click();
        await expect(page.getByRole('link', { name: visitor.words.scheduled })).toBeVisible();

        expect(site.posts.slice(-2)).toMatchObject([
          { text: 'Friday night #party', imageSha256: sha256(image), expiresInDays: 3, scheduledFor: null },
          { text: 'Later', imageSha256: null, expiresInDays: null, scheduledFor: at.toISOString() },
        ]);
        expect(site.state.otherActions).toEqual([]);
      });
    }
  },

  'it has a message box, a payment, a search and a deletion, which are not for posting': async ({
    kind,
    page,
    site,
  }) => {
    const { id } = site.state.post(LUNA, { text: 'A', upload: null, scheduledFor: null, expiresInDays: null });
    const visitor = await Visitor.logIn(page, site, { kind });
    await visitor.button('Delete').click();
    await expect(page.getByText('A', { exact: true })).toBeHidden();
    await visitor.openComposer();
    await page.getByRole('textbox', { name: 'Write a message' }).fill('Hello');
    await visitor.button('Send').click();
    await visitor.button(payText('en')).click();
    await expect.poll(() => site.state.otherActions.length).toBe(3);
    await page.getByRole('searchbox', { name: 'Search' }).fill('cats');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('Not found');
    expect(site.state.otherActions).toEqual([
      { kind: 'deletion', value: id },
      { kind: 'message', value: 'Hello' },
      { kind: 'payment', value: '4000 0000 0000 0002' },
      { kind: 'search', value: 'cats' },
    ]);
  },

  'the feed has text, photo, time and link, the pinned post first, and older posts': async ({ kind, page, site }) => {
    const now = Date.now();
    const postAt = (text: string, ms: number, more: { upload?: string; scheduledFor?: string } = {}) =>
      site.state.post(LUNA, {
        text,
        upload: null,
        scheduledFor: null,
        expiresInDays: null,
        postedAt: new Date(now + ms).toISOString(),
        ...more,
      });
    const upload = site.state.upload(await flyerJpeg(), 'image/jpeg');
    const posts = [5, 4, 3, 2, 1].map((days) => postAt(`${days} days ago`, -days * DAY_MS, { upload }));
    postAt('Not yet', 0, { scheduledFor: new Date(now + DAY_MS).toISOString() });
    site.state.deletePost(postAt('Deleted', 0).id);
    site.state.pinned = posts[0]?.id ?? null;
    const visitor = await Visitor.logIn(page, site, { kind, postsPerPage: 2 });

    const texts = page.getByText(/ days ago$/);
    await page.goto(`${site.origin}/${LUNA.username}`);
    await expect(texts.first()).toHaveText('5 days ago');
    await expect(page.getByText('Pinned')).toBeVisible();
    await expect(page.getByRole('link', { name: momentText('en', new Date(now - DAY_MS)) })).toHaveAttribute(
      'href',
      `/${posts[4]?.id}/${LUNA.username}`,
    );
    await expect(page.locator('time').nth(1)).toHaveAttribute('datetime', new Date(now - DAY_MS).toISOString());
    await expect(page.locator(`img[src="/files/${upload}"]`).nth(1)).toBeVisible();

    const older = page.getByText(visitor.words.olderPosts);
    const seen = new Set<string>();
    await expect(async () => {
      for (const text of await texts.allTextContents()) seen.add(text);
      if (seen.size < 5 && (await older.isVisible())) await older.click();
      expect([...seen]).toEqual(['5 days ago', '1 days ago', '2 days ago', '3 days ago', '4 days ago']);
    }).toPass();
    await expect(page.getByText('Not yet')).toBeHidden();
    await expect(page.getByText('Deleted')).toBeHidden();
  },

  'the feed can have short texts, other markup, or no answer': async ({ kind, page, site }) => {
    site.state.post(LUNA, {
      text: 'A long text that is cut in the feed',
      upload: null,
      scheduledFor: null,
      expiresInDays: null,
    });
    const visitor = await Visitor.logIn(page, site, { kind, feed: 'shortened' });
    await page.goto(`${site.origin}/${LUNA.username}`);
    await expect(page.getByText('A long text that is …')).toBeVisible();
    await expect(visitor.button('Show more')).toBeVisible();

    Object.assign(site.switches, { feed: 'changed' });
    await page.reload();
    await expect(page.getByText('A long text that is cut in the feed')).toBeVisible();
    await expect(page.locator('time')).toHaveCount(0);

    Object.assign(site.switches, { failing: kind === 'classic' ? `/${LUNA.username}` : '/api/feed' });
    await page.reload();
    await expect(page.getByText(/500|Internal Server Error/)).toBeVisible();
  },

  'the form still works for a person when all its names have changed': async ({ kind, page, site }) => {
    const visitor = await Visitor.logIn(page, site, { kind });
    await visitor.openComposer();
    const namesOf = () =>
      page.locator('form').evaluateAll((forms) =>
        forms
          .flatMap((form) => [form, ...form.querySelectorAll('*')])
          .flatMap((element) => {
            const name = element.id || element.getAttribute('data-testid') || element.getAttribute('data-part');
            return name ? [name] : [];
          }),
      );
    const former = (await namesOf()).filter((name) => !/^(chat|pay)_form$/.test(name));
    Object.assign(site.switches, { markup: 'renamed' });
    await visitor.openComposer();
    const names = await namesOf();
    expect(former.length).toBeGreaterThan(1);
    expect(names.filter((name) => former.includes(name))).toEqual([]);
    await visitor.write('Still here');
    await visitor.post.click();
    await expect(page.getByRole('link', { name: 'Your post is live' })).toBeVisible();
    expect(site.posts).toMatchObject([{ text: 'Still here' }]);
  },
};

const OWN_CHECKS: Readonly<Partial<Record<SiteKind, Readonly<Record<string, Check>>>>> = {
  element: {
    'the parts of the form of the element site are in nested shadow roots': async ({ page, site }) => {
      const visitor = await Visitor.logIn(page, site, { kind: 'element' });
      await visitor.openComposer();
      const hosts = (locator: Locator) =>
        locator.evaluate((element) => {
          const names: string[] = [];
          for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
            names.push(root.host.localName);
          }
          return names;
        });
      expect(await hosts(visitor.text)).toEqual(['composer-text', 'post-composer', 'creator-app']);
      expect(await hosts(visitor.post)).toEqual(['ui-button', 'post-composer', 'creator-app']);
      await visitor.button('Schedule').click();
      expect(await hosts(page.getByRole('tab', { name: 'Time' }))).toEqual([
        'date-time-picker',
        'post-composer',
        'creator-app',
      ]);
    },
  },
};

for (const kind of KINDS) {
  test(`the ${kind} site works for a person as its switches say, in each language`, async ({ page, context }) => {
    test.setTimeout(240_000);
    for (const [title, check] of Object.entries({ ...CHECKS, ...OWN_CHECKS[kind] })) {
      await test.step(title, async () => {
        const site = await CreatorSite.start([LUNA]);
        await check({ kind, site, page, context });
        await context.clearCookies();
        await site.stop();
      });
    }
  });
}
