import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import { expect, LUNA, MILA, test } from './extensionStory.ts';

test('a posting waits with the reason while the site is logged out; when the account is switched between the poll and the post, it fails', async ({
  story,
}) => {
  const { browser, proxy, site } = story;
  await story.linkPage();
  await story.queue(['A flyer']);
  site.records.endAllSessions();
  await story.closeWorkTab();
  await story.startPosting();
  await story.waitForPosting({ status: 'pending', wait_reason: 'logged_out' });
  expect((await story.page()).health).toBe('logged_out');
  const product = await story.openProduct();
  await expect(product.getByRole('article', { name: 'Luna Star' })).toContainText(DEVICE_PROBLEM_SENTENCES.logged_out);
  await product.close();
  const popup = await browser.openPopup();
  await expect(popup.getByRole('status').filter({ hasText: 'Log in again in its browser.' })).toBeVisible();
  await popup.close();

  const claim = proxy.holdClaim();
  await story.logIn(LUNA);
  await story.wakeExtension();
  await claim.arrived;
  site.records.endAllSessions();
  // By cookies: the login form takes longer on a busy machine than the extension waits for the answer to its poll.
  await browser.context.addCookies(site.cookiesFor(MILA.username));
  claim.release();
  const errorMessage = 'The creator site is logged in as @milarose, which is another account.';
  await story.waitForPosting({ status: 'failed', errorMessage });
  expect(site.accepted).toEqual([]);
});

test('a page that is unlinked while the form is being filled in posts nothing, and the popup says so', async ({
  story,
}) => {
  await story.linkPage();
  const { guid } = await story.page();
  const upload = story.site.holdAnswer('/api/uploads');
  await story.queue(['Too late']);
  await story.startPosting();
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
