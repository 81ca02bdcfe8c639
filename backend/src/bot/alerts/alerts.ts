import { PAGE_DAY_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../../database/statement.ts';
import { markMissesTold } from '../../pages/sitePacks/sitePacks.query.ts';
import { buttonsOf } from '../inbox/actions.ts';
import { messagesIn } from '../messages/botMessages.ts';
import { paragraphs } from '../messages/wording.ts';
import { type AppLink, assistantPath, queueText } from '../outbox/outbox.ts';
import {
  type AlertRow,
  deleteEndedAlerts,
  listAdmins,
  markAlertsSent,
  recordOfflineAlerts,
  recordPageAlerts,
} from './alerts.query.ts';

/** A row of bot_alerts stays as long as its cause, so no cause is told twice. Must run in a transaction. */
export async function sendAlerts(db: Db, appLink: AppLink): Promise<void> {
  await deleteEndedAlerts(db, []);
  await recordOfflineAlerts(db, []);
  await recordPageAlerts(db, []);
  await tellAdminsOfPacks(db, appLink);
  const digests = new Map<string, AlertRow[]>();
  for (const alert of await markAlertsSent(db, [])) {
    if (alert.is_digest) {
      digests.set(alert.telegram_id, [...(digests.get(alert.telegram_id) ?? []), alert]);
      continue;
    }
    const messages = messagesIn(alert.language);
    const actions = buttonsOf(alert, messages);
    await queueText(db, alert.telegram_id, { ...appLink(textOf(alert), messages, pathOf(alert)), actions });
  }
  for (const [chatId, alerts] of digests) {
    const messages = messagesIn(alerts[0]?.language ?? 'en');
    await queueText(db, chatId, appLink(paragraphs(...alerts.map(textOf)), messages));
  }
}

/** Once for each published pack. */
async function tellAdminsOfPacks(db: Db, appLink: AppLink): Promise<void> {
  const packs = await markMissesTold(db, []);
  if (packs.length === 0) return;
  for (const { telegram_id: chatId, language } of await listAdmins(db, [])) {
    const messages = messagesIn(language);
    for (const pack of packs)
      await queueText(db, chatId, appLink(messages.packMisses(pack), messages, '/admin/site-packs'));
  }
}

function textOf({ language, kind, names, credits_balance: credits, reason }: AlertRow): string {
  const { alerts, unnamed } = messagesIn(language);
  return alerts[kind]({ names: names.map((name) => name || unnamed), credits, feeCredits: PAGE_DAY_CREDITS, reason });
}

/** The row that the alert is about; the tab if there are several. */
function pathOf({ kind, subject_ids: [id = '', ...others], task_id: taskId }: AlertRow): string {
  const isOne = others.length === 0;
  if (kind === 'out_of_credits') return '/?view=credits';
  if (kind === 'posting_in_doubt') return isOne && taskId ? `/tasks/${taskId}` : '/?view=queue';
  if (kind.startsWith('page_')) return isOne ? `/?view=pages&page=${id}` : '/?view=pages';
  return isOne ? assistantPath(id) : '/?view=assistants';
}
