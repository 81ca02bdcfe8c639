import type { Page } from '@playwright/test';
import { flyerJpeg } from './flyerImages.ts';
import type { Knowledge } from './Teacher.ts';

/** What a person sees on the hostile site, whatever its markup is. */

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true });
const form = (page: Page) =>
  page.getByRole('form', { name: 'New post' }).or(page.getByRole('region', { name: 'New post' }));
/** Posts have buttons of the same names, and are behind a dialog. */
const inForm = (name: string | RegExp) => (page: Page) => form(page).getByRole('button', { name, exact: true });
const list = (page: Page) => page.getByRole('listbox', { name: 'Expires' });
const calendar = (page: Page) => page.getByRole('dialog', { name: 'Schedule' });
const account = (page: Page) => page.getByRole('link', { name: /@creator/ }).first();
const time = (page: Page) => page.getByText(/^(\d+[dhm]|\d+ days? ago)$/).first();

async function press(page: Page, name: string): Promise<number> {
  await button(name)(page).click();
  return 1;
}

export const openVelvetComposer = (page: Page): Promise<number> => press(page, 'New post');

async function openList(page: Page): Promise<number> {
  return (await list(page).isVisible()) ? 0 : press(page, 'Expires');
}

export const VELVET_KNOWLEDGE: Knowledge = {
  'account.link': { at: account },
  'account.id': { at: account },
  'account.avatar': { at: (page) => account(page).locator('img') },
  'composer.path': {
    first: async (page) => {
      await page.getByRole('link', { name: /^Home/ }).click();
      return 1;
    },
    at: button('New post'),
  },
  'composer.open': { at: button('New post') },
  'composer.text': { at: (page) => page.getByLabel("What's on your mind?") },
  'composer.submit.button': { at: inForm(/^(Publish|Send post|Share)$/) },
  'composer.image.input': { at: inForm('Add media') },
  'composer.root': { at: (page) => page.getByRole('link', { name: 'My posts' }) },
  'composer.expiry.opener': { at: inForm('Expires') },
  'composer.expiry.dialog': { first: openList },
  'composer.expiry.shown': {
    first: async (page) => {
      const clicks = await openList(page);
      await list(page).getByText('After 1 day').click();
      return clicks + 1;
    },
    at: (page) => form(page).getByText('After 1 day'),
  },
  'composer.schedule.opener': { at: (page) => button('Schedule')(page).or(page.getByLabel('Publish at')) },
  'composer.schedule.popup': { first: (page) => press(page, 'Schedule') },
  'composer.schedule.month': { at: (page) => calendar(page).getByText(/^\w+ \d{4}$/) },
  'composer.schedule.nextMonth': { at: button('Next month') },
  'composer.schedule.day': { at: (page) => calendar(page).getByText('15', { exact: true }).first() },
  'composer.schedule.save': { at: button('Set time') },
  'composer.schedule.shown': {
    first: (page) => press(page, 'Set time'),
    at: (page) => form(page).getByText(/, \d{4}, \d/),
  },
  'composer.image.ready': {
    first: async (page) => {
      const file = { name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg() };
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.getByAltText('Attachment').waitFor();
      // The button, the file and Open.
      return 3;
    },
    at: (page) => page.getByAltText('Attachment'),
  },
  'composer.image.remove': { at: button('Remove') },
  'feed.path': {
    first: async (page) => {
      await account(page).click();
      await time(page).waitFor();
      return 1;
    },
    at: time,
  },
  'feed.post': { at: (page) => page.getByRole('region', { name: 'Posts' }).locator('> *'), isAtEdge: true },
  'feed.text': { at: (page) => page.getByText('New set tomorrow evening') },
  'feed.time': { at: time },
  'feed.link': { at: time },
  'feed.image': { at: (page) => page.getByRole('region', { name: 'Posts' }).locator('img[src^="/media/"]') },
};
