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
import { type Messages, messagesIn } from './messages/messages.ts';
import { queueMessages } from './outbox.ts';

/**
 * Assistants that ran out of credits, each told once a pause; several of one person in one message. The pauses are
 * noticed by the database as they happen (migration 0004).
 */
export async function tellOutOfCredits(db: Db, appLink: AppLink): Promise<number> {
  await deleteOverCreditAlerts(db, []);
  const rows = await markCreditAlertsTold(db, []);
  return tell(db, rows, (row, messages) =>
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

/** Linked pages that should be posting and have not been heard of, each told once an outage: until the page polls again. */
export async function tellOfflinePages(db: Db, appLink: AppLink): Promise<number> {
  await deleteOverOfflineAlerts(db, []);
  const rows = await markOfflineAlertsTold(db, []);
  return tell(db, rows, (row, messages) =>
    appLink(messages.pagesOffline({ pages: row.names }), messages, '/?view=pages'),
  );
}

async function tell(
  db: Db,
  rows: readonly AlertRow[],
  say: (row: AlertRow, messages: Messages) => ReturnType<AppLink>,
): Promise<number> {
  for (const row of rows) {
    const payload = { kind: 'text', ...say(row, messagesIn(row.language)) } as const;
    await queueMessages(db, row.telegram_id, [{ payload }]);
  }
  return rows.length;
}
