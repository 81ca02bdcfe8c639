import { sendComputerLink } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { lockUser } from '../../credits/credits.query.ts';
import { sql } from '../../database/statement.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { messagesIn } from '../messages/botMessages.ts';
import { queueText } from './outbox.ts';

/** No row if a link was sent within the last minute. The caller has locked the user's row. */
const findRecipient = sql<{ telegram_id: string; language: 'en' | 'ru' }, [userId: string, keys: readonly string[]]>(
  `SELECT telegram_id, language FROM users WHERE id = $1 AND NOT EXISTS (
     SELECT FROM bot_messages WHERE dedupe_key = ANY ($2) AND created_at > now() - interval '1 minute')`,
);

const MINUTE_MS = 60_000;

export function mountComputerLinkRoutes(endpoints: EndpointRouter, { config }: AppContext): void {
  endpoints.mountInTransaction(sendComputerLink, async ({ db, user, ctx }) => {
    await lockUser(db, [user.id]);
    const minute = Math.floor(Date.now() / MINUTE_MS);
    // A message of the last minute has one of these keys, also if the clocks of servers differ by some seconds.
    const [key = '', ...others] = [0, 1, -1].map((change) => `computer-link:${user.id}:${minute + change}`);
    const [recipient] = await findRecipient(db, [user.id, [key, ...others]]);
    if (recipient) {
      const address = config.publicUrl ?? `${ctx.protocol}://${ctx.host}`;
      const text = `${messagesIn(recipient.language).computerLink}\n${address}`;
      await queueText(db, recipient.telegram_id, { text }, key);
    }
    return { message: 'The bot has sent you the link in Telegram.' };
  });
}
