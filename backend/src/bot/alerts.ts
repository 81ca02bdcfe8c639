import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { buttonsOf } from './actions.ts';
import {
  type AlertRow,
  deleteEndedAlerts,
  markAlertsSent,
  recordOfflineAlerts,
  recordPageAlerts,
} from './alerts.query.ts';
import { type AppLink, assistantPath } from './appLink.ts';
import { messagesIn } from './messages/botMessages.ts';
import { queueText } from './outbox.ts';

/**
 * Tells users once what has stopped. A row of bot_alerts stays as long as its cause, so no cause is told twice. All pages or
 * assistants of a user with the same cause are one message. Must run in a transaction.
 */
export async function sendAlerts(db: Db, appLink: AppLink): Promise<void> {
  await deleteEndedAlerts(db, []);
  await recordOfflineAlerts(db, []);
  await recordPageAlerts(db, []);
  for (const alert of await markAlertsSent(db, [])) {
    const messages = messagesIn(alert.language);
    const names = alert.names.map((name) => name || messages.unnamed);
    const { credits_balance: credits, reason } = alert;
    const text = messages.alerts[alert.kind]({ names, credits, feeCredits: PAGE_DAY_CREDITS, reason });
    const actions = buttonsOf(alert, messages);
    await queueText(db, alert.telegram_id, { ...appLink(text, messages, pathOf(alert)), actions });
  }
}

function pathOf({ kind, subject_ids: [id = '', ...others] }: AlertRow): string {
  if (kind === 'out_of_credits') return '/?view=credits';
  if (kind === 'posting_in_doubt') return '/?view=queue';
  if (kind.startsWith('page_')) return '/?view=pages';
  return others.length === 0 ? assistantPath(id) : '/?view=assistants';
}
