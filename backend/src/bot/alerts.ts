import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import {
  type AlertRow,
  deleteOverCreditAlerts,
  deleteOverOfflineAlerts,
  markCreditAlertsTold,
  markOfflineAlertsTold,
} from './alerts.query.ts';
import type { AppLink } from './appLink.ts';
import { type Messages, messagesIn } from './messages/botMessages.ts';
import { queueMessages } from './outbox.ts';

/**
 * Alerts for assistants that ran out of credits, once for each pause; several of one person in one message. A trigger records
 * the pauses (migration 0004).
 */
export async function alertOutOfCredits(db: Db, appLink: AppLink): Promise<number> {
  await deleteOverCreditAlerts(db, []);
  const rows = await markCreditAlertsTold(db, []);
  return queueAlerts(db, rows, (row, messages) =>
    appLink(
      messages.outOfCredits({
        assistants: row.names.map((name) => name || messages.unnamed),
        credits: row.credits_balance,
        feeCredits: PAGE_DAY_CREDITS,
      }),
      messages,
      '/?view=credits',
    ),
  );
}

/** Alerts for linked pages that should be posting and do not poll, once for each outage: until the page polls again. */
export async function alertOfflinePages(db: Db, appLink: AppLink): Promise<number> {
  await deleteOverOfflineAlerts(db, []);
  const rows = await markOfflineAlertsTold(db, []);
  return queueAlerts(db, rows, (row, messages) =>
    appLink(messages.pagesOffline({ pages: row.names }), messages, '/?view=pages'),
  );
}

async function queueAlerts(
  db: Db,
  rows: readonly AlertRow[],
  textFor: (row: AlertRow, messages: Messages) => ReturnType<AppLink>,
): Promise<number> {
  for (const row of rows) {
    const payload = { kind: 'text', ...textFor(row, messagesIn(row.language)) } as const;
    await queueMessages(db, row.telegram_id, [{ payload }]);
  }
  return rows.length;
}
