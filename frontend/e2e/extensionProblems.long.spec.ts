import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { type ExtensionStory, expect, MILA, test } from './extensionStory.ts';

/** The default lease. Every reason must appear within this time. */
const LEASE_SECONDS = 120;

const expectFailure = async (story: ExtensionStory, message: string | RegExp, expectedPosts = 0) => {
  const seconds = await story.waitForPosting(
    { status: 'failed', errorMessage: expect.stringMatching(message) as unknown as string },
    LEASE_SECONDS * 1000,
  );
  expect(seconds).toBeLessThan(LEASE_SECONDS);
  expect(story.site.accepted).toHaveLength(expectedPosts);
};

/** Waits until the posting, the page's card and the popup show the reason. */
const expectWaitReason = async (
  story: ExtensionStory,
  reason: keyof typeof DEVICE_PROBLEM_SENTENCES,
  popupSays: string,
) => {
  const seconds = await story.waitForPosting({ status: 'pending', wait_reason: reason }, LEASE_SECONDS * 1000);
  expect(seconds).toBeLessThan(LEASE_SECONDS);
  expect((await story.page()).health).toBe(reason);
  const product = await story.openProduct();
  await expect(product.getByRole('article', { name: 'Luna Star' })).toContainText(DEVICE_PROBLEM_SENTENCES[reason]);
  await product.close();
  const popup = await story.browser.openPopup();
  await expect(popup.getByRole('status').filter({ hasText: popupSays })).toBeVisible();
  await popup.close();
  expect(story.site.accepted).toHaveLength(0);
};

test.beforeEach(async ({ story }) => {
  await story.linkPage();
  await story.queue(['A flyer']);
});

test.describe('with a shorter time limit', () => {
  const siteSeconds = 8;
  test.use({ waits: { ...TEST_WAITS, siteSeconds } });

  test('the new-post page exceeds the time limit: the posting fails with the reason', async ({ story }) => {
    Object.assign(story.site.switches, { slow: { path: '/posts/create', ms: 2_000 * siteSeconds } });
    await story.startPosting();
    await expectFailure(story, `The creator site did not answer within ${siteSeconds} seconds.`);
  });
});

test('the site needs a quarter of the time limit to answer the click on Post: the post succeeds', async ({ story }) => {
  Object.assign(story.site.switches, { slow: { path: '/api/posts', ms: 250 * TEST_WAITS.answerSeconds } });
  await story.startPosting();
  const seconds = await story.waitForPosting({ status: 'completed' }, LEASE_SECONDS * 1000);
  expect(seconds).toBeLessThan(LEASE_SECONDS);
  expect(story.site.accepted).toHaveLength(1);
});

test('the new-post page answers 500: the posting fails with the reason', async ({ story }) => {
  Object.assign(story.site.switches, { failing: '/posts/create' });
  await story.startPosting();
  await expectFailure(story, /^The creator site answered with an error \(500\)\.$/);
});

test('the site refuses the picture with 500: the posting fails with the reason', async ({ story }) => {
  Object.assign(story.site.switches, { failing: '/api/uploads' });
  await story.startPosting();
  await expectFailure(story, /^The creator site refused the image: The upload failed \(500\)\.$/);
});

test('the session on the site ends between the poll and the post: the posting fails with the reason', async ({
  story,
}) => {
  story.site.records.endAllSessions();
  await story.startPosting();
  await expectFailure(story, /^The creator site asks to log in\. Log in again in this browser\.$/);
});

test('the post button has other markup: nothing is posted; a plain text field is supported', async ({ story }) => {
  Object.assign(story.site.switches, { markup: 'changed', editor: 'textarea' });
  await story.startPosting();
  await expectFailure(story, /^The post button was not found: the site may have changed\.$/);
  Object.assign(story.site.switches, { markup: 'usual' });
  const [task] = await story.person.call<{ _id: string }[]>('GET', '/tasks');
  await story.person.call('POST', `/tasks/${task?._id}/retry`, {});
  await story.wakeExtension();
  await story.waitForPosting({ status: 'completed' });
  expect(story.site.accepted.map(({ text }) => text)).toEqual(['A flyer']);
});

test('another account: the posting waits with the reason', async ({ story }) => {
  story.site.records.endAllSessions();
  await story.logIn(MILA);
  await story.closeWorkTab();
  await story.startPosting();
  await expectWaitReason(story, 'wrong_account', 'This browser is logged in as @milarose, but posts for @lunastar.');
});

test('the whole site answers 500: the posting waits with the reason', async ({ story }) => {
  Object.assign(story.site.switches, { failing: '/' });
  await story.closeWorkTab();
  await story.startPosting();
  await expectWaitReason(story, 'site_failing', 'The creator site answered with an error (500).');
});
