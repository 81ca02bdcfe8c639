import type { TaskList } from 'graphile-worker';
import { finishErasure } from './accounts/privacy/erasure.ts';
import { addQueuedPostings } from './assistants/queueing/queueing.ts';
import { runRepeatJob } from './assistants/repeats/runRepeats.ts';
import { deleteDeletedFlyers } from './assistants/tasks/deletedFlyers.query.ts';
import { type BotDependencies, createBotJobs } from './bot/inbox/botJobs.ts';
import type { AppContext } from './context.ts';
import { deleteUnusedBlobs } from './files/deleteUnusedBlobs.ts';
import { tidyUp } from './housekeeping.ts';
import type { JobHandlers } from './jobs/enqueue.query.ts';
import { inTurns } from './jobs/turns.ts';
import { checkBooks } from './operation/books/books.query.ts';
import {
  archivePostings,
  cancelPostingsOfAssistant,
  cancelPostingsOfUnlinkedPages,
} from './postings/end/cancelPostings.query.ts';
import { offlineSweep } from './postings/end/sweeps.ts';
import { requeuePostingsJob } from './postings/retry/retryPostings.ts';
import { deleteLostScreenshots, deleteOldScreenshots } from './postings/screenshots/deleteOldScreenshots.ts';

/** Without `bot` no messages are sent. */
export function createTaskList(app: AppContext, bot: BotDependencies | null): TaskList {
  const { db, logger, files, config } = app;
  const handlers: Partial<JobHandlers> = {
    cancel_postings_of_assistant: inTurns(db, 'cancel_postings_of_assistant', async (job, turn) => {
      await cancelPostingsOfAssistant(db, job.assistant_id, turn);
      if (turn.aborted) return job;
      const task_ids = await archivePostings(db, job.task_ids, turn);
      if (task_ids.length > 0) return { ...job, task_ids };
      await deleteDeletedFlyers(db);
      return null;
    }),
    cancel_postings_of_pages: inTurns(db, 'cancel_postings_of_pages', async (job, turn) => {
      await cancelPostingsOfUnlinkedPages(db, job.page_guids, turn);
      return turn.aborted ? job : null;
    }),
    queue_postings: addQueuedPostings(app),
    archive_postings: inTurns(db, 'archive_postings', async (job, turn) => {
      const task_ids = await archivePostings(db, job.task_ids, turn);
      return task_ids.length > 0 ? { ...job, task_ids } : null;
    }),
    requeue_postings: requeuePostingsJob(app),
    offline_sweep: offlineSweep(app),
    run_repeat: runRepeatJob(app),
    housekeeping: () => tidyUp(db),
    erase_account: finishErasure(app),
    check_books: checkBooks(app),
    screenshot_retention: async (_, { abortSignal }) => {
      const screenshots = await deleteOldScreenshots(db, config.screenshotRetentionDays, { signal: abortSignal });
      await deleteLostScreenshots(db, []);
      await deleteDeletedFlyers(db, abortSignal);
      const blobs = await deleteUnusedBlobs(db, files, abortSignal);
      if (screenshots + blobs > 0) logger.info({ screenshots, blobs }, 'unused images deleted');
    },
    // Triggers enqueue this job also in installations without a bot.
    deliver_screenshots: async () => undefined,
    ...(bot ? createBotJobs(app, bot) : {}),
  };
  return handlers as TaskList;
}
