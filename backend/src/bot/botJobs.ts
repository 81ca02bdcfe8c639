import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandlers } from '../jobs/enqueue.query.ts';
import { alertOfflinePages, alertOutOfCredits } from './alerts.ts';
import { appLinkTo } from './appLink.ts';
import { collectFlyers } from './collectFlyers.ts';
import { deliverPictures } from './deliverPictures.ts';
import { handleUpdate } from './handleUpdate.ts';
import { sendMessages } from './sendMessages.ts';
import type { Telegram } from './telegram.ts';

export interface BotParts {
  readonly telegram: Telegram;
  /** The product's address for users. */
  readonly baseUrl: string;
  /** Aborts as soon as the process begins to stop. */
  readonly stopping: AbortSignal;
}

type BotJobs = 'handle_update' | 'collect_flyers' | 'send_messages' | 'deliver_pictures' | 'bot_sweep';

/** The bot's jobs. A worker without a bot token does not have them. */
export function createBotJobs(app: AppContext, { telegram, baseUrl, stopping }: BotParts): Pick<JobHandlers, BotJobs> {
  const { db } = app;
  const appLink = appLinkTo(baseUrl);
  return {
    handle_update: handleUpdate({ ...app, appLink }),
    collect_flyers: collectFlyers({ ...app, telegram, appLink }),
    send_messages: sendMessages({ app, telegram, stopping }),
    deliver_pictures: deliverPictures({ db, appLink }),
    bot_sweep: async () => {
      await inTransaction(db, (db) => alertOutOfCredits(db, appLink));
      await inTransaction(db, (db) => alertOfflinePages(db, appLink));
    },
  };
}
