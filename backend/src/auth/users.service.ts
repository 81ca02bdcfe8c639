import type { Config } from '../config.ts';
import { grantWelcomeBonus } from '../credits/credits.service.ts';
import type { Db } from '../database/statement.ts';
import type { TelegramPerson } from './telegramProof.ts';
import { promoteOnce, upsertUser } from './users.query.ts';

/** In the demo this user is an admin. */
export const DEMO_ADMIN_TELEGRAM_ID = '100000001';

export type KnownUser = Awaited<ReturnType<typeof ensureUser>>;

/** The bot writes English and Russian. Null if Telegram sends no language; then the stored language stays. */
const languageOf = (code: string | undefined) => (code ? (/^ru\b/i.test(code) ? 'ru' : 'en') : null);

/**
 * The user of a Telegram account. The first call creates the user with the welcome bonus, later calls update the names.
 * Concurrent first calls create one user and one bonus, because the bonus has an idempotency key. `wasPromoted`: this call has
 * made the user an admin (ADMIN_TELEGRAM_IDS).
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
  // The setting promotes a user only once: a user whom an admin demotes later stays demoted.
  const wasPromoted = isListed && (await promoteOnce(db, [user.id])).length > 0;
  await grantWelcomeBonus(db, user.id);
  return { id: user.id, isActive: user.is_active, wasPromoted };
}
