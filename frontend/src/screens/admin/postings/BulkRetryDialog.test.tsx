import { listFailures, previewBulkRetry, runBulkRetry } from '@flyerdeck/contracts';
import type { BulkRetryPreview } from '@flyerdeck/contracts/types';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, refuse, useApiServer } from '../../../../test/apiServer.ts';
import { uuid } from '../../../../test/builders.ts';
import { choose } from '../../../../test/choose.ts';
import { renderScreen } from '../../../../test/renderScreen.tsx';
import type { AppStore } from '../../../app/store.ts';
import BulkRetryDialog, { type RetryTarget } from './BulkRetryDialog.tsx';

useApiServer();

const PREVIEW: BulkRetryPreview = {
  credits: 40,
  fingerprint: 'f1',
  postings: 41,
  owners: 3,
  listed_owners: [
    { telegram_id: '7', username: 'luna', first_name: 'Luna', last_name: 'Star', postings: 1_200, credits: 30 },
    { telegram_id: '8', username: 'noname', first_name: '', last_name: '', postings: 1, credits: 0 },
  ],
  unconfirmed: 2,
  unlinked: 1,
  later: 0,
};
const ERRORS = [{ error: 'The site said no.', postings: 1_201, owners: 3 }];

let store: AppStore;
function showDialog(target: RetryTarget = {}, filter = {}) {
  const onClose = jest.fn();
  ({ store } = renderScreen(<BulkRetryDialog filter={filter} target={target} onClose={onClose} />));
  return onClose;
}

test('says how many postings of whom are retried and what is left out, and retries exactly these', async () => {
  answer(listFailures, { errors: ERRORS });
  const previews = answer(previewBulkRetry, PREVIEW);
  const runs = answer(runBulkRetry, { message: '41 postings put back in the queue.', retried: 41 });
  const onClose = showDialog({}, { search: 'luna' });
  const dryRun = await screen.findByRole('status', { name: 'Dry run' });
  expect(dryRun).toHaveTextContent('41 postings of 3 users will be put back in the queue.');
  expect(dryRun).toHaveTextContent('Fees: at most 40 credits.');
  expect(dryRun).toHaveTextContent('Luna Star (@luna): 1,200, 30 credits');
  expect(dryRun).toHaveTextContent('Unnamed User (@noname): 1');
  expect(dryRun).toHaveTextContent('and 1 more user');
  expect(dryRun).toHaveTextContent(
    'Left out: 2 unconfirmed postings, because the post may be live; 1 posting on pages that are no longer linked.',
  );
  await choose('What to retry', 'The site said no. (1,201)');
  await waitFor(() => expect(previews.at(-1)?.body).toEqual({ search: 'luna', error: 'The site said no.' }));
  expect(store.getState().ui).toEqual({ 'bulkRetry.choice': 'error:The site said no.' });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 41 postings' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(runs.map(({ body }) => body)).toEqual([{ search: 'luna', error: 'The site said no.', fingerprint: 'f1' }]);
});

test('says what happens to the postings that one retry does not take, and stays open for them', async () => {
  answer(listFailures, { errors: ERRORS });
  answer(previewBulkRetry, { ...PREVIEW, postings: 5_000, owners: 1_204, unconfirmed: 2_002, later: 7_345 });
  const message = '5,000 postings put back in the queue. 7,345 more can be retried.';
  answer(runBulkRetry, { message, retried: 5_000 });
  const onClose = showDialog();
  const dryRun = await screen.findByRole('status', { name: 'Dry run' });
  expect(dryRun).toHaveTextContent('5,000 postings of 1,204 users will be put back in the queue.');
  expect(dryRun).toHaveTextContent('These are the oldest. 7,345 more postings can be retried after them.');
  expect(dryRun).toHaveTextContent('and 1,202 more users');
  expect(dryRun).toHaveTextContent('Left out: 2,002 unconfirmed postings');
  answer(previewBulkRetry, { ...PREVIEW, postings: 4_999, fingerprint: 'f2', later: 2_346 });
  await userEvent.click(screen.getByRole('button', { name: 'Retry 5,000 postings' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Retry 4,999 postings' })).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

test('the ten oldest can be retried first, and then the rest', async () => {
  answer(listFailures, { errors: ERRORS });
  const previews = answer(previewBulkRetry, PREVIEW);
  const onClose = showDialog();
  await screen.findByRole('button', { name: 'Retry 41 postings' });
  const trials = answer(previewBulkRetry, { ...PREVIEW, postings: 10, fingerprint: 'ten', later: 31 });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Only the 10 oldest first/ }));
  const runs = answer(runBulkRetry, {
    message: '10 postings put back in the queue. 31 more can be retried.',
    retried: 10,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 10 postings' }));
  expect([previews[0]?.body, trials[0]?.body]).toEqual([{}, { most: 10 }]);
  expect(runs[0]?.body).toEqual({ most: 10, fingerprint: 'ten' });
  answer(previewBulkRetry, { ...PREVIEW, postings: 31, fingerprint: 'rest' });
  expect(await screen.findByRole('button', { name: 'Retry 31 postings' }, { timeout: 10_000 })).toBeEnabled();
  expect(screen.getByRole('checkbox', { name: /^Only the 10 oldest first/ })).not.toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
});

test('a retry from the details of a posting begins with this posting only', async () => {
  answer(listFailures, { errors: [] });
  const previews = answer(previewBulkRetry, { ...PREVIEW, postings: 1 });
  showDialog({ postingIds: [uuid(5)], error: 'Logged out.' }, { search: 'luna' });
  expect(await screen.findByRole('button', { name: 'Retry 1 posting' })).toBeEnabled();
  expect(previews[0]?.body).toEqual({ posting_ids: [uuid(5)] });
  await choose('What to retry', 'Logged out.');
  await waitFor(() => expect(previews.at(-1)?.body).toEqual({ search: 'luna', error: 'Logged out.' }));
});

test('when the postings have changed, it says so and shows the new numbers', async () => {
  answer(listFailures, { errors: ERRORS });
  answer(previewBulkRetry, PREVIEW);
  const sentence = 'These postings have changed. Check the new numbers, then retry.';
  refuse(runBulkRetry, 409, { error: sentence, code: 'bulk_retry.changed' });
  const onClose = showDialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 41 postings' }));
  answer(previewBulkRetry, { ...PREVIEW, postings: 42, fingerprint: 'f2' });
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
  expect(await screen.findByRole('button', { name: /^Retry 4[12] postings$/ })).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

test('nothing can be retried when no posting failed', async () => {
  answer(listFailures, { errors: [] });
  answer(previewBulkRetry, { ...PREVIEW, postings: 0, owners: 0, listed_owners: [], unconfirmed: 0, unlinked: 0 });
  showDialog();
  expect(await screen.findByText('Nothing to retry.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDisabled();
});
