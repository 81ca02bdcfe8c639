import type { EntityManager } from 'typeorm';
import type { Config } from '../config.ts';
import { grantWelcomeBonus } from '../credits/credits.service.ts';
import { promoteBySetting } from './promoteBySetting.ts';
import type { TelegramPerson } from './telegramProof.ts';

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
 * However many first sign-ins race, there is one user (the conflict waits for the winner) and one bonus (its once_key).
 */
export async function ensureUser(
  manager: EntityManager,
  { telegramId, username, firstName, lastName, languageCode }: TelegramPerson,
  { adminTelegramIds, demo }: AdminSettings,
): Promise<KnownUser> {
  const [user] = await manager.query<{ id: string; is_active: boolean }[]>(
    `INSERT INTO users (telegram_id, username, first_name, last_name, language)
     VALUES ($1, $2, $3, $4, coalesce($5, 'en'))
     ON CONFLICT (telegram_id) DO UPDATE SET
       username = EXCLUDED.username, first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name,
       language = coalesce($5, users.language)
     RETURNING id, is_active`,
    [telegramId, username || telegramId, firstName, lastName, languageOf(languageCode)],
  );
  if (!user) throw new Error('An upsert of a user returned no row.');
  const isListed = adminTelegramIds.includes(telegramId) || (demo && telegramId === DEMO_ADMIN_TELEGRAM_ID);
  const wasPromoted = isListed && (await promoteBySetting(manager, user.id));
  await grantWelcomeBonus(manager, user.id);
  return { id: user.id, telegramId, isActive: user.is_active, wasPromoted };
}
