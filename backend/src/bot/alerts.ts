import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import {
  deleteEndedCreditAlerts,
  deleteEndedLoginAlerts,
  deleteEndedOfflineAlerts,
  markCreditAlertsSent,
  markLoginAlertsSent,
  markOfflineAlertsSent,
} from './alerts.query.ts';
import type { AppLink } from './appLink.ts';
import { messagesIn } from './messages/botMessages.ts';
import { queueText } from './outbox.ts';

/**
 * Sends alerts about assistants that ran out of credits, once for each pause. A user with several such assistants gets one
 * message. record_lack_of_credits.sql records the pauses.
 */
export async function alertOutOfCredits(db: Db, appLink: AppLink): Promise<void> {
  await deleteEndedCreditAlerts(db, []);
  for (const { telegram_id, language, names, credits_balance: credits } of await markCreditAlertsSent(db, [])) {
    const messages = messagesIn(language);
    const assistants = names.map((name) => name || messages.unnamed);
    const text = messages.outOfCredits({ assistants, credits, feeCredits: PAGE_DAY_CREDITS });
    await queueText(db, telegram_id, appLink(text, messages, '/?view=credits'));
  }
}

/** Sends alerts about linked pages that should post but do not poll. An outage, which ends when the page polls, causes one alert. */
export async function alertOfflinePages(db: Db, appLink: AppLink): Promise<void> {
  await deleteEndedOfflineAlerts(db, []);
  for (const { telegram_id, language, names } of await markOfflineAlertsSent(db, [])) {
    const messages = messagesIn(language);
    await queueText(db, telegram_id, appLink(messages.pagesOffline({ pages: names }), messages, '/?view=pages'));
  }
}

/** Sends alerts about linked pages in whose browsers somebody must log in, once until the page is logged in again. */
export async function alertLoggedOutPages(db: Db, appLink: AppLink): Promise<void> {
  await deleteEndedLoginAlerts(db, []);
  for (const { telegram_id, language, names } of await markLoginAlertsSent(db, [])) {
    const messages = messagesIn(language);
    await queueText(db, telegram_id, appLink(messages.pagesLoggedOut({ pages: names }), messages, '/?view=pages'));
  }
}
