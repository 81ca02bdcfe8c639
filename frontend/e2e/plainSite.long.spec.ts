import { expect, test } from '@playwright/test';
import { PlainSite } from './creatorSite/plain/PlainSite.ts';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { sha256 } from './creatorSite/SiteState.ts';
import { flyerJpeg } from './flyerJpeg.ts';

const TEXT = 'Friday night <free> 🎉\n\nSee you "there" #party';

for (const submitBy of ['page', 'script'] as const) {
  test(`a person logs in to the plain site and posts, now and later; the form is sent by the ${submitBy}`, async ({
    page,
  }) => {
    const [account] = accountsOf(1);
    if (!account) throw new Error('There is no account.');
    const site = await PlainSite.start([account]);
    site.submitBy = submitBy;
    try {
      await page.goto(`${site.origin}/compose`);
      await page.getByLabel('Name').fill(account.username);
      await page.getByLabel('Password').fill(account.password);
      await page.getByRole('button', { name: 'Enter' }).click();

      const image = await flyerJpeg();
      const now = new Date();
      const later = new Date(now.getFullYear(), now.getMonth() + 2, 17, 14, 5);
      await page.getByRole('link', { name: 'Write an entry' }).first().click();
      await page.getByLabel('Your text').fill(TEXT);
      await page.getByLabel('Photo').setInputFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: image });
      await page.getByLabel('Keep for').selectOption('1 day');
      await page.getByRole('button', { name: 'Publish entry' }).click();
      await expect(page.getByText('Your entry is online.')).toBeVisible();
      await page.getByRole('link', { name: 'Address of the entry' }).click();
      await expect(page.locator('.body')).toHaveText(TEXT);

      await page.goto(`${site.origin}/compose`);
      await page.getByLabel('Your text').fill('Later');
      await page.getByLabel('Publish on').fill(`${later.toLocaleDateString('sv')}T14:05`);
      await page.getByRole('button', { name: 'Publish entry' }).click();
      await expect(page.getByText('Your entry is planned.')).toBeVisible();

      await page.goto(`${site.origin}/compose`);
      await page.getByRole('button', { name: 'Publish entry' }).click();
      await expect(page.getByText('Write something or choose a photo.')).toBeVisible();

      await page.getByText('My account').click();
      await page.getByRole('link', { name: account.name }).click();
      await expect(page.locator('.entry .body')).toHaveText([TEXT, /^New set/, /^Good morning/]);
      await expect(page.locator('.entry time').first()).toHaveAttribute('datetime', site.accepted[0]?.postedAt ?? '');
      await expect(page.getByRole('img', { name: 'Photo of the entry' })).toBeVisible();
      expect(site.accepted).toMatchObject([
        { text: TEXT, pictures: [sha256(image)], expiresInDays: 1, scheduledFor: null },
        { text: 'Later', pictures: [], expiresInDays: null, scheduledFor: later.toISOString() },
      ]);
    } finally {
      await site.stop();
    }
  });
}
