import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { JobHandlers } from '../../jobs/enqueue.query.ts';
import { sendAlerts } from '../alerts/alerts.ts';
import { deliverScreenshots } from '../outbox/deliverScreenshots.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { sendMessages } from '../outbox/sendMessages.ts';
import type { Telegram } from '../outbox/telegram.ts';
import { collectFlyers } from './collectFlyers.ts';
import { handleUpdate } from './handleUpdate.ts';

export interface BotDependencies {
  readonly telegram: Telegram;
  /** PUBLIC_URL, or without it the address of the web app. */
  readonly baseUrl: string;
  /** No further message is sent after it has aborted. */
  readonly stopping: AbortSignal;
}

type BotJobName = 'handle_update' | 'collect_flyers' | 'send_messages' | 'deliver_screenshots' | 'bot_sweep';

/** Without BOT_TOKEN `createTaskList` does not use them. */
export function createBotJobs(
  app: AppContext,
  { telegram, baseUrl, stopping }: BotDependencies,
): Pick<JobHandlers, BotJobName> {
  const { db } = app;
  const appLink = appLinkTo(baseUrl);
  return {
    handle_update: handleUpdate({ ...app, appLink }),
    collect_flyers: collectFlyers({ ...app, telegram, appLink }),
    send_messages: sendMessages({ app, telegram, stopping }),
    deliver_screenshots: deliverScreenshots({ ...app, appLink }),
    bot_sweep: () => inTransaction(db, (db) => sendAlerts(db, appLink)),
  };
}
