import type { CreditBalance, Page as WirePage } from '@flyerdeck/contracts';
import { Device } from './device.ts';
import { type ExtensionStory, expect, LUNA, MILA, test } from './extensionStory.ts';

const FEE = 10;
const WELCOME_BONUS = 150;

const balanceOf = async ({ person }: ExtensionStory) =>
  (await person.call<CreditBalance>('GET', '/credits/balance')).credits_balance;
/** As in another tab of the same browser. */
const switchTo = ({ browser, site }: ExtensionStory, { username }: typeof LUNA) =>
  browser.context.addCookies(site.cookiesFor(username));
const authorsOf = ({ site }: ExtensionStory, text: string) =>
  site.accepted.filter((post) => post.text === text).map(({ username }) => username);

test('the account that another tab switches before the press gets no post: the posting fails with its reason, and costs nothing', async ({
  story,
}) => {
  await story.linkPage();
  const submitting = story.proxy.holdAnswer('/submitting');
  await story.queue(['For Luna']);
  await story.startPosting();
  await submitting.arrived;
  await switchTo(story, MILA);
  submitting.release();
  await story.waitForPosting({
    status: 'failed',
    error_code: 'wrong_account',
    errorMessage: 'The creator site is logged in as @milarose, which is another account.',
  });
  expect(story.site.accepted).toEqual([]);
  expect(await balanceOf(story)).toBe(WELCOME_BONUS);
});

test('a post that another tab takes to another account after the press is a doubt that names both pages, and is never posted for the page', async ({
  story,
}) => {
  const text = 'For Luna';
  await story.linkPage();
  story.site.switches.asksFirst = true;
  const permit = story.site.holdAnswer('/api/permits');
  await story.queue([text]);
  const other = await Device.requestLink(story.product.baseUrl, MILA.username, null, MILA.id);
  await story.person.call('POST', '/verify_linking', { token: other.linkingToken });
  await story.startPosting();
  await permit.arrived;
  await switchTo(story, MILA);
  permit.release();
  await story.waitForPosting({
    status: 'failed',
    error_code: 'unconfirmed',
    errorMessage: 'The account changed while posting: the post may be on @milarose. Check both pages before you retry.',
  });
  expect(authorsOf(story, text)).toEqual([MILA.username]);
  expect(await balanceOf(story)).toBe(WELCOME_BONUS - FEE);
});

test('a question that covers the post button: nothing is pressed, the flyer is tried again by itself, and fails with its reason while it stays; a list of the text field is closed', async ({
  story,
}) => {
  await story.linkPage();
  story.site.switches.cover = 'question';
  await story.queue(['Covered']);
  await story.startPosting();
  await story.waitForPosting({ status: 'failed', error_code: 'not_pressed', retry_count: 2 });
  expect(story.site.accepted).toEqual([]);
  expect(await balanceOf(story)).toBe(WELCOME_BONUS);

  story.site.switches.cover = 'list';
  await story.queue(['With a list of names']);
  await expect
    .poll(() => story.postingOf('With a list of names'))
    .toMatchObject({ status: 'completed', retry_count: 0 });
});

test('the worker is killed between submitting and the press: the flyer returns to the queue by itself, and is posted once for one fee', async ({
  story,
}) => {
  const text = 'Not pressed';
  await story.linkPage();
  const submitting = story.proxy.holdAnswer('/submitting');
  await story.queue([text]);
  await story.startPosting();
  await submitting.arrived;
  await story.browser.killWorker();
  submitting.release();
  await story.waitForPosting({ status: 'completed', retry_count: 1, error_code: null });
  expect(authorsOf(story, text)).toEqual([LUNA.username]);
  expect(await balanceOf(story)).toBe(WELCOME_BONUS - FEE);
});

test('a rate limit pauses the page until the time that the site says, and the flyer waits; it is posted once after Resume', async ({
  story,
}) => {
  await story.linkPage();
  story.site.switches.answer = 'too-fast';
  await story.queue(['Too fast']);
  await story.startPosting();
  await story.waitForPosting({ status: 'pending', wait_reason: 'rate_limited' });
  const pages = () => story.person.call<{ pages: WirePage[] }>('GET', '/get_user_pages');
  const [{ guid, pause } = { guid: '', pause: null }] = (await pages()).pages;
  expect(pause?.kind).toBe('rate_limited');
  const minutes = (Date.parse(pause?.until ?? '') - Date.now()) / 60_000;
  expect(minutes).toBeLessThan(11);
  expect(story.site.accepted).toEqual([]);

  story.site.switches.answer = 'link';
  await story.closeWorkTab();
  await story.person.call('POST', `/pages/${guid}/resume`);
  await story.waitForPosting({ status: 'completed' });
  expect(authorsOf(story, 'Too fast')).toEqual([LUNA.username]);
});

test('an editor that reads a pasted text as HTML gets it by typing', async ({ story }) => {
  const text = 'Fish & chips <new> &amp; <b>beer</b> #tag @nova ☀️ Привет\nSecond line';
  await story.linkPage();
  story.site.switches.paste = 'html';
  await story.queue([text]);
  await story.startPosting();
  await story.waitForPosting({ status: 'completed', retry_count: 0 });
  expect(authorsOf(story, text)).toEqual([LUNA.username]);
});
