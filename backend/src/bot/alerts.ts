import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import {
  deleteOverCreditAlerts,
  deleteOverOfflineAlerts,
  markCreditAlertsTold,
  markOfflineAlertsTold,
} from './alerts.query.ts';
import type { AppLink } from './appLink.ts';
import { messagesIn } from './messages/botMessages.ts';
import { queueText } from './outbox.ts';

/**
 * Alerts for assistants that ran out of credits, once for each pause; several of one person in one message. A trigger records
 * the pauses (migration 0004).
 */
export async function alertOutOfCredits(db: Db, appLink: AppLink): Promise<void> {
  await deleteOverCreditAlerts(db, []);
  for (const { telegram_id, language, names, credits_balance: credits } of await markCreditAlertsTold(db, [])) {
    const messages = messagesIn(language);
    const assistants = names.map((name) => name || messages.unnamed);
    const text = messages.outOfCredits({ assistants, credits, feeCredits: PAGE_DAY_CREDITS });
    await queueText(db, telegram_id, appLink(text, messages, '/?view=credits'));
  }
}

/** Alerts for linked pages that should be posting and do not poll, once for each outage: until the page polls again. */
export async function alertOfflinePages(db: Db, appLink: AppLink): Promise<void> {
  await deleteOverOfflineAlerts(db, []);
  for (const { telegram_id, language, names } of await markOfflineAlertsTold(db, [])) {
    const messages = messagesIn(language);
    await queueText(db, telegram_id, appLink(messages.pagesOffline({ pages: names }), messages, '/?view=pages'));
  }
}
