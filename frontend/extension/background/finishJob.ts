import type { Outcome } from '../shared/extensionStorage.ts';
import { type Device, forget, type Job, outcomeOf, type Report, read, write } from '../shared/extensionStorage.ts';
import { packInUse } from '../shared/packInUse.ts';
import type { Problem } from '../sites/site.ts';
import { answerSeconds, siteSeconds } from '../sites/waits.ts';
import { findInFeed } from './feedChecks.ts';
import { ApiFailure, getFeedChecks, sendReport, serverNow, startHeartbeat } from './productApi.ts';
import { recordFailedPost, recordPosted } from './sitePack.ts';
import { ask, onFeedBeside } from './workTab.ts';

/** Slightly longer than the content script waits for the site. */
const OUTCOME_TIMEOUT_MS = 75_000;
const LOOK_AGAIN_MS = 500;
const FEED_AGAIN_MS = 3_000;

/** Reports a job whose button may have been pressed. It never presses. False: the report has to be sent again later. */
export async function finishJob(device: Device, job: Job): Promise<boolean> {
  let reporting = job;
  if (job.step !== 'reporting') {
    const outcome = await firstOutcome(device, job);
    const report = outcome && (await reportOf(outcome, device, job));
    if (outcome?.kind === 'posted') await recordPosted();
    if (outcome?.kind === 'not_pressed') {
      await recordFailedPost(job.posting.id, { problem: outcome.problem, structure: null });
    }
    // No result is known: the lease runs out, and the posting becomes `unconfirmed`.
    if (!report) return drop();
    reporting = { ...job, step: 'reporting', report };
    await write('job', reporting);
  }
  if (!reporting.report) return drop();
  try {
    await sendReport(device.secret, reporting.posting, reporting.report);
  } catch (error) {
    // Stored, and sent again when the worker next wakes, unless the server refused it for good.
    if (!(error instanceof ApiFailure) || !error.isFinal) return false;
  }
  return drop();
}

/** Null: there is none in time. */
async function firstOutcome(device: Device, { posting, tabId }: Job): Promise<Outcome | null> {
  const looking = new AbortController();
  const elsewhere = tabId === null ? null : newPostShownIn(tabId, device, posting.id, looking.signal);
  try {
    const outcome = outcomeOf(posting.id, OUTCOME_TIMEOUT_MS);
    return await (elsewhere ? Promise.race([outcome, elsewhere]) : outcome);
  } finally {
    looking.abort();
  }
}

/** `unknown`: the page that was pressed is gone, so that no other answer can come. */
async function newPostShownIn(tabId: number, device: Device, postingId: string, signal: AbortSignal): Promise<Outcome> {
  const pack = await packInUse();
  let known: Awaited<ReturnType<typeof knownIds>> = null;
  let leftAtMs: number | null = null;
  while (!signal.aborted) {
    const shown = await ask(tabId, { kind: 'posted_here', postingId, pack }).catch(() => null);
    if (shown && !shown.isPressedHere) leftAtMs ??= Date.now();
    if (leftAtMs !== null && Date.now() - leftAtMs > siteSeconds * 1_000) return { kind: 'unknown' };
    if (shown?.account && shown.account.creatorId !== device.page.creatorId) {
      return { kind: 'wrong_account', ...shown.account };
    }
    // A site that says nothing: only the feed says whether it is posted.
    if (shown && leftAtMs !== null && !pack.outcome.posted) {
      return { kind: 'posted', externalPostId: null, isFormKept: true };
    }
    const id = shown?.externalPostId;
    if (id) known ??= await knownIds(device);
    if (id && known && !known.includes(id)) return { kind: 'posted', externalPostId: id };
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return new Promise(() => undefined);
}

/** Null: the server did not answer. */
const knownIds = (device: Device): Promise<readonly string[] | null> =>
  getFeedChecks(device.secret).then(
    ({ known_posts: posts }) => posts.map(({ external_post_id: id }) => id),
    () => null,
  );

/** Proof is an id that no posting has, or the post in the feed, read beside the page, which may not have sent it yet. Null: none in time. */
async function proofOf(claimedId: string | null, device: Device, { posting }: Job): Promise<string | null> {
  const untilMs = Date.now() + answerSeconds * 1_000;
  if (claimedId !== null && !(await knownIds(device))?.includes(claimedId)) return claimedId;
  for (;;) {
    const live = await findInFeed(device, posting, onFeedBeside);
    if (typeof live !== 'string') return live.externalPostId;
    if (Date.now() > untilMs) return null;
    await new Promise((resolve) => setTimeout(resolve, FEED_AGAIN_MS));
  }
}

/** False: the report has to be sent again later. */
export async function failJob(device: Device, job: Job, { code, message }: Problem): Promise<boolean> {
  const reporting: Job = { ...job, step: 'reporting', report: { kind: 'failed', code, message } };
  await write('job', reporting);
  return finishJob(device, reporting);
}

const NEVER_PRESSED: Problem = {
  code: 'not_pressed',
  message: 'The extension was restarted right before posting, so nothing was posted.',
};

/** False: it is not finished yet. */
export async function resumeJob(device: Device, job: Job): Promise<boolean> {
  switch (job.step) {
    case 'reporting':
      return finishJob(device, job);
    case 'pressing':
      return recallOutcome(device, job);
    case 'submitting':
      // The press was not asked for yet, and nobody will.
      return failJob(device, job, NEVER_PRESSED);
    default:
      return drop();
  }
}

async function recallOutcome(device: Device, job: Job): Promise<boolean> {
  const { id } = job.posting;
  const isRecorded = (await read('outcome'))?.postingId === id;
  if (!isRecorded) {
    const recalled =
      job.tabId === null ? null : await ask(job.tabId, { kind: 'recall', postingId: id }).catch(() => null);
    // A document that was loaded since then says nothing about the press of the one before.
    if (!recalled || recalled.state === 'unknown') return drop();
    if (recalled.state === 'not_pressed') return failJob(device, job, NEVER_PRESSED);
    if (recalled.state === 'done') await write('outcome', { postingId: id, outcome: recalled.outcome });
  }
  const stopHeartbeat = startHeartbeat(device.secret, job.posting);
  try {
    return await finishJob(device, job);
  } finally {
    stopHeartbeat();
  }
}

/** Null: the post may be live, and nobody knows. */
async function reportOf(outcome: Outcome, device: Device, job: Job): Promise<Report | null> {
  switch (outcome.kind) {
    case 'posted': {
      const { externalPostId, isFormKept = false } = outcome;
      const id = await proofOf(isFormKept ? null : externalPostId, device, job);
      return id === null && isFormKept ? null : postedAs(id);
    }
    case 'refused': {
      const live = await findInFeed(device, job.posting);
      if (live === 'unreadable') return null;
      if (live !== 'absent') return postedAs(live.externalPostId);
      return {
        kind: 'failed',
        code: outcome.refusal,
        message: `The creator site refused the post: ${outcome.message}`,
        retry_after_seconds: outcome.retryAfterSeconds || undefined,
      };
    }
    case 'not_pressed':
      return { kind: 'failed', code: outcome.problem.code, message: outcome.problem.message };
    case 'wrong_account': {
      const other = outcome.username === null ? 'another account' : `@${outcome.username}`;
      return {
        kind: 'failed',
        code: 'account_changed',
        message: `The account changed while posting: the post may be on ${other}.`,
        other_creator_id: outcome.creatorId,
      };
    }
    case 'unknown':
      return null;
  }
}

const postedAs = async (externalPostId: string | null): Promise<Report> => ({
  kind: 'posted',
  external_post_id: externalPostId ?? undefined,
  posted_at: new Date(await serverNow()).toISOString(),
});

async function drop(): Promise<true> {
  await forget('job', 'outcome');
  return true;
}
