import type { Config } from '../config.ts';
import { grantWelcomeBonus } from '../credits/credits.service.ts';
import type { Db } from '../database/statement.ts';
import type { TelegramPerson } from './telegramProof.ts';
import { promoteOnce, upsertUser } from './users.query.ts';

/** The demo makes this user an admin. */
export const DEMO_ADMIN_TELEGRAM_ID = '100000001';

export type KnownUser = Awaited<ReturnType<typeof ensureUser>>;

/** The bot writes English and Russian. Null where Telegram gives no language: the stored one stays. */
const languageOf = (code: string | undefined) => (code ? (/^ru\b/i.test(code) ? 'ru' : 'en') : null);

/**
 * The user of a Telegram account, created with the welcome bonus on the first call; the names become Telegram's. Concurrent
 * first calls create one user (the others wait for its row) and one bonus (its idempotency key). `wasPromoted`:
 * ADMIN_TELEGRAM_IDS made the user an admin in this call.
 */
export async function ensureUser(
  db: Db,
  { telegramId, username, firstName, lastName, languageCode }: TelegramPerson,
  { adminTelegramIds, demo }: Pick<Config, 'adminTelegramIds' | 'demo'>,
) {
  const language = languageOf(languageCode);
  const [user] = await upsertUser(db, [telegramId, username || telegramId, firstName, lastName, language]);
  if (!user) throw new Error('An upsert of a user returned no row.');
  const isListed = adminTelegramIds.includes(telegramId) || (demo && telegramId === DEMO_ADMIN_TELEGRAM_ID);
  // The setting lists the first admins: one whom an admin demotes later stays demoted.
  const wasPromoted = isListed && (await promoteOnce(db, [user.id])).length > 0;
  await grantWelcomeBonus(db, user.id);
  return { id: user.id, isActive: user.is_active, wasPromoted };
}
