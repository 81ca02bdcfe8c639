import { composerPath } from '@flyerdeck/contracts/sitePackWords';
import { type Device, forget, type Job, type Posting, write } from '../shared/extensionStorage.ts';
import { imageOf, type PostToPrepare } from '../shared/messages.ts';
import { packInUse } from '../shared/packInUse.ts';
import { SiteProblem } from '../sites/site.ts';
import { failJob, finishJob } from './finishJob.ts';
import { ApiFailure, extendLease, serverNow, startHeartbeat } from './productApi.ts';
import { recordFailedPost } from './sitePack.ts';
import { ask, visit } from './workTab.ts';

const IMAGE_TIMEOUT_MS = 30_000;
const SUBMITTING_TRIES = 4;
const BETWEEN_TRIES_MS = 1_500;
const SOON_MS = 60_000;
/** Later the server may have looked for the post already. Only a suspended machine takes so long. */
const PRESS_WITHIN_MS = 30_000;

/** A job that cannot go on is dropped; its lease then runs out. */
export async function doJob(device: Device, posting: Posting): Promise<void> {
  let job: Job = { posting, step: 'claimed', tabId: null, report: null };
  await write('job', job);
  const stopHeartbeat = startHeartbeat(device.secret, posting);
  const pack = await packInUse();
  try {
    const tabId = await visit(composerPath(pack));
    job = { ...job, tabId };
    await write('job', job);
    const prepared = await ask(tabId, { kind: 'prepare', post: await postOf(device, posting), pack });
    if (prepared.problem) {
      await recordFailedPost(posting.id, prepared);
      return void (await failJob(device, job, prepared.problem));
    }
    job = { ...job, step: 'submitting' };
    await write('job', job);
    const beforeMs = Date.now() + PRESS_WITHIN_MS;
    if (!(await reportSubmitting(device, job, beforeMs))) return;

    // From here on only the content script knows whether the button was pressed.
    job = { ...job, step: 'pressing' };
    await write('job', job);
    const answer = await ask(tabId, { kind: 'press', postingId: posting.id, beforeMs }).catch(() => null);
    if (answer?.willPress === false) {
      const message = 'The new post was closed before it was sent.';
      return void (await failJob(device, job, { code: 'not_pressed', message }));
    }
    await finishJob(device, job);
  } catch (error) {
    // The stored job is finished by the next call. After the press nothing is known to have failed.
    if (job.step !== 'claimed') throw error;
    if (error instanceof SiteProblem) return void (await failJob(device, job, error));
    // For example the tab was closed. Before the press nothing is live, and the posting may go back to the queue.
    await forget('job');
    throw error;
  } finally {
    stopHeartbeat();
  }
}

/** False: nothing may be pressed, because the claim is lost or the server was not reached in time. The job is ended then. */
async function reportSubmitting(device: Device, job: Job, beforeMs: number): Promise<boolean> {
  const notPressed = async (message: string): Promise<false> => {
    await failJob(device, job, { code: 'not_pressed', message });
    return false;
  };
  for (let tries = 1; ; tries++) {
    try {
      await extendLease(device.secret, job.posting, 'submitting');
    } catch (error) {
      if (error instanceof ApiFailure && error.isFinal) {
        await forget('job');
        return false;
      }
      if (tries === SUBMITTING_TRIES)
        return notPressed('Flyerdeck could not be reached right before posting, so nothing was posted.');
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
      continue;
    }
    return (
      Date.now() < beforeMs || notPressed('The browser was suspended right before posting, so nothing was posted.')
    );
  }
}

async function postOf({ page }: Device, posting: Posting): Promise<PostToPrepare> {
  return {
    postingId: posting.id,
    // Texts of multipart forms have CRLF line ends; the site's editor would show an empty line for each.
    text: posting.text.replaceAll(/\r\n?/g, '\n'),
    image: posting.image_url === null ? null : await fetchImage(posting.image_url),
    // A time that is over, or is about to be, is none for the site's scheduler.
    scheduledFor: (await isSoon(posting.scheduled_for)) ? null : posting.scheduled_for,
    creatorId: page.creatorId,
  };
}

const isSoon = async (time: string | null) => time !== null && Date.parse(time) < (await serverNow()) + SOON_MS;

async function fetchImage(url: string): Promise<PostToPrepare['image']> {
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) });
  if (!response.ok) throw new SiteProblem('refused', `The flyer's picture could not be fetched (${response.status}).`);
  return imageOf(await response.blob());
}
