import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandlers, JobName } from '../jobs/enqueue.query.ts';
import { tellOfflinePages, tellOutOfCredits } from './alerts.ts';
import { appLinkTo } from './appLink.ts';
import { collectFlyers } from './collectFlyers.ts';
import { deliverPictures } from './deliverPictures.ts';
import { handleUpdate } from './handleUpdate.ts';
import { enqueueLostBotJobs } from './lostJobs.query.ts';
import { sendMessages } from './sendMessages.ts';
import type { Telegram } from './telegram.ts';

export interface BotParts {
  readonly telegram: Telegram;
  /** Where people reach the product. */
  readonly baseUrl: string | null;
  /** Aborted as soon as the process is told to stop. */
  readonly stopping: AbortSignal;
}

type BotJobName = Extract<
  JobName,
  'handle_update' | 'collect_flyers' | 'send_messages' | 'deliver_pictures' | 'bot_sweep'
>;

/** The bot's jobs; a worker without a bot knows none of them. */
export function createBotJobs(
  app: AppContext,
  { telegram, baseUrl, stopping }: BotParts,
): Pick<JobHandlers, BotJobName> {
  const { db, logger } = app;
  const appLink = appLinkTo(baseUrl);
  return {
    handle_update: handleUpdate({ ...app, appLink }),
    collect_flyers: collectFlyers({ ...app, telegram, appLink }),
    send_messages: sendMessages({ app, telegram, stopping }),
    deliver_pictures: deliverPictures({ db, appLink }),
    bot_sweep: async () => {
      await inTransaction(db, (db) => tellOutOfCredits(db, appLink));
      await inTransaction(db, (db) => tellOfflinePages(db, appLink));
      const enqueued = await enqueueLostBotJobs(db);
      if (enqueued > 0) logger.warn({ enqueued }, 'jobs of the bot had been lost');
    },
  };
}
