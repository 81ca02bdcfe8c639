import type { Config } from '../config.ts';
import { grantWelcomeBonus } from '../credits/credits.service.ts';
import type { Db } from '../database/statement.ts';
import type { TelegramPerson } from './telegramProof.ts';
import { promoteOnce, upsertUser } from './users.query.ts';

/** The demo has nobody else to make an admin. */
export const DEMO_ADMIN_TELEGRAM_ID = '100000001';

export type AdminSettings = Pick<Config, 'adminTelegramIds' | 'demo'>;

export interface KnownUser {
  readonly id: string;
  readonly telegramId: string;
  readonly isActive: boolean;
  /** ADMIN_TELEGRAM_IDS made them an admin just now. */
  readonly wasPromoted: boolean;
}

/** The bot speaks English and Russian; null where Telegram does not say, and what is known stays. */
const languageOf = (code: string | undefined) => (code ? (/^ru\b/i.test(code) ? 'ru' : 'en') : null);

/**
 * The user behind a Telegram account, made on first sight with the welcome bonus; names follow Telegram's.
 * However many first sign-ins race, there is one user (the conflict waits for the winner) and one bonus (its idempotency key).
 */
export async function ensureUser(
  db: Db,
  { telegramId, username, firstName, lastName, languageCode }: TelegramPerson,
  { adminTelegramIds, demo }: AdminSettings,
): Promise<KnownUser> {
  const language = languageOf(languageCode);
  const [user] = await upsertUser(db, [telegramId, username || telegramId, firstName, lastName, language]);
  if (!user) throw new Error('An upsert of a user returned no row.');
  const isListed = adminTelegramIds.includes(telegramId) || (demo && telegramId === DEMO_ADMIN_TELEGRAM_ID);
  // The setting lists the first admins: whom an admin demotes later does not come back by signing in.
  const wasPromoted = isListed && (await promoteOnce(db, [user.id])).length > 0;
  await grantWelcomeBonus(db, user.id);
  return { id: user.id, telegramId, isActive: user.is_active, wasPromoted };
}
