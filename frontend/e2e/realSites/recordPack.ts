import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { expect } from '@playwright/test';
import { ExtensionBrowser } from '../ExtensionBrowser.ts';
import { flyerJpeg } from '../flyerImages.ts';
import { Recorder } from '../Recorder.ts';
import { makeFolder, removeFolder } from './process.ts';
import { type RealSite, USERNAMES } from './RealSite.ts';

const POST = { title: 'My first flyer', text: 'My first flyer on this page' };
/** The name and the post. */
const QUESTIONS = 2;

/** A pack, and what it took to make it. */
export interface RecordedPack {
  readonly pack: SitePack;
  /** Besides those of the post itself. */
  readonly clicks: number;
  readonly questions: number;
  readonly seconds: number;
}

/** Makes a pack as an admin does: records one post, answers the questions, posts the test flyers, and downloads the file. */
export async function recordPack(site: RealSite): Promise<RecordedPack> {
  const folder = await makeFolder('recording');
  const browser = await ExtensionBrowser.open({ siteOrigin: site.origin, productUrl: 'http://127.0.0.1:9' });
  const { byHand } = site;
  try {
    await browser.context.addCookies(site.cookiesFor(USERNAMES[0]));
    const image = path.join(folder, 'flyer.jpg');
    await writeFile(image, await flyerJpeg(40));
    const page = await browser.newPage();
    await page.goto(site.origin);
    const startedAt = performance.now();
    const recorder = await Recorder.open(browser);
    const { window } = recorder;
    await recorder.record(
      async () => {
        await page.bringToFront();
        const imageSeen = () => window.getByText(/^\d+\. Add the image$/).waitFor();
        await byHand.write(page, { ...POST, image, imageSeen });
      },
      async () => {
        await page.bringToFront();
        await byHand.clickName(page);
      },
      () => byHand.clickPost(page, POST),
    );
    await window.bringToFront();
    if (byHand.takesHtml) {
      for (const field of await window.getByLabel('This field takes HTML').all()) {
        await field.check();
        recorder.clicks += 1;
      }
    }
    let questions = QUESTIONS;
    for (const allow = window.getByRole('button', { name: /allow it$/ }); (await allow.count()) > 0; questions++) {
      await allow.first().click();
      recorder.clicks += 1;
    }
    const said = await recorder.test();
    const steps = await window.locator('main').innerText();
    expect(said, steps).toEqual(Array(2).fill('Posted, and found in your posts.'));
    const pack = await recorder.download();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return { pack, clicks: recorder.clicks, questions, seconds };
  } finally {
    await browser.close();
    await removeFolder(folder);
  }
}
