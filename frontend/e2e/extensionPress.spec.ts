import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import { Device } from './device.ts';
import { type ExtensionStory, expect, FEE, LUNA, MILA, test, WELCOME_BONUS } from './extensionStory.ts';

/** As in another tab of the same browser. */
const switchTo = ({ browser, site }: ExtensionStory, { username }: typeof LUNA) =>
  browser.context.addCookies(site.cookiesFor(username));
const authorsOf = ({ site }: ExtensionStory, text: string) =>
  site.accepted.filter((post) => post.text === text).map(({ username }) => username);

// `npm run drill -- proof` kills them at each step.
test('the worker or the browser is killed at a step of a post: each flyer is posted once by itself, for one fee', async ({
  story,
}) => {
  const { browser, proxy, site } = story;
  const worker = () => browser.killWorker();
  await story.linkPage();
  await story.startPosting();
  for (const [text, hold, kill, retry_count] of [
    ['While the site posts', () => site.holdAnswer('/api/posts'), worker, 0],
    ['Before submitting', () => site.holdAnswer('/api/uploads'), worker, 0],
    // It returns to the queue.
    ['Between submitting and the press', () => proxy.holdAnswer('/submitting'), worker, 1],
    ['Before the report', () => proxy.holdCall('/posted'), () => browser.killAndReopen(), 0],
  ] as const) {
    const held = hold();
    await story.queue([text]);
    await held.arrived;
    await kill();
    held.release();
    await story.waitForPosting({ status: 'completed', retry_count, error_code: null }, text);
    expect(authorsOf(story, text)).toEqual([LUNA.username]);
  }
  expect(await story.balance()).toBe(WELCOME_BONUS - FEE);
});

test('a posting waits with the reason while the site is logged out', async ({ story }) => {
  await story.linkPage();
  story.site.records.endAllSessions();
  await story.closeWorkTab();
  await story.post('For Luna');
  await story.waitForPosting({ status: 'pending', wait_reason: 'logged_out' });
  expect((await story.page()).health).toBe('logged_out');
  const product = await story.openProduct();
  await expect(product.getByRole('article', { name: 'Luna Star' })).toContainText(DEVICE_PROBLEM_SENTENCES.logged_out);
  const popup = await story.browser.openPopup();
  await expect(popup.getByRole('status').filter({ hasText: 'Log in again in its browser.' })).toBeVisible();
});

test('the account that another tab switches before the press gets no post: the posting fails with its reason, and costs nothing', async ({
  story,
}) => {
  await story.linkPage();
  const submitting = story.proxy.holdAnswer('/submitting');
  await story.post('For Luna');
  await submitting.arrived;
  await switchTo(story, MILA);
  submitting.release();
  await story.waitForPosting({
    status: 'failed',
    error_code: 'wrong_account',
    errorMessage: 'The creator site is logged in as @milarose, which is another account.',
  });
  expect(story.site.accepted).toEqual([]);
  expect(await story.balance()).toBe(WELCOME_BONUS);
});

test('a post that another tab takes to another account after the press is a doubt that names both pages, and is never posted for the page', async ({
  story,
}) => {
  await story.linkPage();
  story.site.switches.asksFirst = true;
  const permit = story.site.holdAnswer('/api/permits');
  const other = await Device.requestLink(story.product.baseUrl, MILA.username, null, MILA.id);
  await story.queue(['For Luna']);
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
  expect(authorsOf(story, 'For Luna')).toEqual([MILA.username]);
  expect(await story.balance()).toBe(WELCOME_BONUS - FEE);
});

test('a question that covers the post button: nothing is pressed, the flyer is tried again by itself, and fails with its reason while it stays; a list of the text field is closed; an editor that reads a pasted text as HTML gets it by typing', async ({
  story,
}) => {
  const { switches, accepted } = story.site;
  await story.linkPage();
  switches.cover = 'question';
  await story.post('Covered');
  await story.waitForPosting({ status: 'failed', error_code: 'not_pressed', retry_count: 2 });
  expect(accepted).toEqual([]);
  expect(await story.balance()).toBe(WELCOME_BONUS);

  switches.cover = 'list';
  await story.queue(['With a list of names']);
  await story.waitForPosting({ status: 'completed', retry_count: 0 }, 'With a list of names');

  const text = 'Fish & chips <new> &amp; <b>beer</b> #tag @nova ☀️ Привет\nSecond line';
  Object.assign(switches, { cover: 'nothing', paste: 'html' });
  await story.closeWorkTab();
  await story.queue([text]);
  await story.waitForPosting({ status: 'completed', retry_count: 0 }, text);
  expect(authorsOf(story, text)).toEqual([LUNA.username]);
});

test('a rate limit pauses the page until the time that the site says, and the flyer waits; it is posted once after Resume', async ({
  story,
}) => {
  await story.linkPage();
  story.site.switches.answer = 'too-fast';
  await story.post('Too fast');
  await story.waitForPosting({ status: 'pending', wait_reason: 'rate_limited' });
  const { guid, pause } = await story.page();
  expect(pause?.kind).toBe('rate_limited');
  expect(Date.parse(pause?.until ?? '') - Date.now()).toBeLessThan(11 * 60_000);
  expect(story.site.accepted).toEqual([]);

  story.site.switches.answer = 'link';
  await story.closeWorkTab();
  await story.person.call('POST', `/pages/${guid}/resume`);
  await story.waitForPosting({ status: 'completed' });
  expect(authorsOf(story, 'Too fast')).toEqual([LUNA.username]);
});

test('a page that is unlinked while the form is being filled in posts nothing, and the popup says so', async ({
  story,
}) => {
  await story.linkPage();
  const { guid } = await story.page();
  const upload = story.site.holdAnswer('/api/uploads');
  await story.post('Too late');
  await upload.arrived;
  await story.person.call('DELETE', `/unlink_page/${guid}`);
  const submitting = story.proxy.holdAnswer('/submitting');
  upload.release();
  // Its `submitting` is refused, so it does not post.
  await submitting.arrived;
  submitting.release();
  await story.waitForPosting({ status: 'failed', errorMessage: 'The page was unlinked.' });
  const popup = await story.browser.openPopup();
  await expect(popup.getByText('The page was unlinked. Link it again to go on.')).toBeVisible();
  expect(story.site.accepted).toHaveLength(0);
  // The message stays until the user continues.
  await popup.getByRole('button', { name: 'Get a linking token' }).click();
  await expect(popup.getByRole('textbox', { name: 'Linking token' })).toBeVisible();
  await expect(popup.getByText('The page was unlinked.')).toBeHidden();
});

test.describe('without alarms', () => {
  // They are too rare to explain the post.
  test.use({ waits: { alarmSeconds: 3_600, siteSeconds: 20, answerSeconds: 20 } });

  test('a hint makes the extension post when posting is started in another browser', async ({ story }) => {
    await story.linkPage();
    await story.queue(['Hinted']);
    await story.browser.untilIdle();
    await story.startPosting();
    await expect.poll(() => story.site.accepted.length).toBe(1);
  });
});
