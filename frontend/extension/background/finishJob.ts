import type { Outcome } from '../shared/messages.ts';
import { type Device, forget, type Job, outcomeOf, type Report, read, write } from './extensionStore.ts';
import { startHeartbeat } from './heartbeat.ts';
import { ApiFailure, sendReport } from './productApi.ts';
import { ask } from './workTab.ts';

/** A little longer than the content script waits for the site. */
const OUTCOME_TIMEOUT_MS = 75_000;

/** Ends a job whose button may have been pressed, by what is known of it; it never presses. False: the report is still to be sent. */
export async function finishJob(device: Device, job: Job): Promise<boolean> {
  let reporting = job;
  if (job.step !== 'reporting') {
    const outcome = await outcomeOf(job.posting.id, OUTCOME_TIMEOUT_MS);
    const report = outcome && reportOf(outcome);
    // No word from the site: the lease runs out, and the product says that the post may be live.
    if (!report) return drop();
    reporting = { ...job, step: 'reporting', report };
    await write('job', reporting);
  }
  if (!reporting.report) return drop();
  try {
    await sendReport(device.secret, reporting.posting, reporting.report);
  } catch (error) {
    // Kept, and said again at the next wake-up, unless it will never be heard.
    if (!(error instanceof ApiFailure) || !error.isFinal) return false;
  }
  return drop();
}

/** What to do on waking with a job that another life of this worker began. False: it is not over yet. */
export async function resumeJob(device: Device, job: Job): Promise<boolean> {
  switch (job.step) {
    // Nothing was pressed: the lease is let go, and the posting comes back in line.
    case 'claimed':
    case 'prepared':
    // The product may have been told; the press was not asked for.
    case 'submitting':
      return drop();
    case 'reporting':
      return finishJob(device, job);
    case 'pressing':
      return recallOutcome(device, job);
  }
}

async function recallOutcome(device: Device, job: Job): Promise<boolean> {
  const { id } = job.posting;
  const isRecorded = (await read('outcome'))?.postingId === id;
  if (isRecorded) return finishJob(device, job);
  const recalled =
    job.tabId === null ? null : await ask(job.tabId, { kind: 'recall', postingId: id }).catch(() => null);
  if (!recalled || recalled.state === 'unheard') return drop();
  if (recalled.state === 'done') await write('outcome', { postingId: id, outcome: recalled.outcome });
  const stopHeartbeat = startHeartbeat(device.secret, job.posting);
  try {
    return await finishJob(device, job);
  } finally {
    stopHeartbeat();
  }
}

function reportOf(outcome: Outcome): Report | null {
  switch (outcome.kind) {
    case 'posted':
      return { kind: 'posted', externalPostId: outcome.externalPostId, postedAt: new Date().toISOString() };
    case 'refused':
      return { kind: 'failed', code: 'refused', message: `The creator site refused the post: ${outcome.message}` };
    case 'not_pressed':
      return { kind: 'failed', ...outcome.problem };
    case 'unknown':
      return null;
  }
}

async function drop(): Promise<true> {
  await forget('job', 'outcome');
  return true;
}
