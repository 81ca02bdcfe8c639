import type { Config } from '../config.ts';
import { grantWelcomeBonus } from '../credits/credits.service.ts';
import type { Db } from '../database/statement.ts';
import type { TelegramAccount } from './telegramProof.ts';
import { erasedIdHash, findErasedId, promoteOnce, upsertUser } from './users.query.ts';

/** In the demo it counts as one of ADMIN_TELEGRAM_IDS. */
export const DEMO_ADMIN_TELEGRAM_ID = '100000001';

/** Null without a code: then the stored language is kept. */
export const languageOf = (code: string | undefined) => (code ? (/^ru\b/i.test(code) ? 'ru' : 'en') : null);

/** Books the welcome bonus for a new user. After an erasure the account starts anew, without bonus and admin rights. */
export async function ensureUser(
  db: Db,
  { telegramId, username, firstName, lastName, languageCode }: TelegramAccount,
  settings: Pick<Config, 'adminTelegramIds' | 'demo' | 'erasureKey'>,
) {
  const { adminTelegramIds, demo } = settings;
  const language = languageOf(languageCode);
  // `username` is NOT NULL.
  const [user] = await upsertUser(db, [telegramId, username || telegramId, firstName, lastName, language]);
  if (!user) throw new Error('An upsert of a user returned no row.');
  const isConfiguredAdmin = adminTelegramIds.includes(telegramId) || (demo && telegramId === DEMO_ADMIN_TELEGRAM_ID);
  const isReturning = async () => (await findErasedId(db, [erasedIdHash(settings, telegramId)])).length > 0;
  // ADMIN_TELEGRAM_IDS promotes a user only once: a user whom an admin demotes later stays demoted, also after an erasure.
  const wasPromoted = isConfiguredAdmin && !(await isReturning()) && (await promoteOnce(db, [user.id])).length > 0;
  await grantWelcomeBonus(db, user.id, isReturning);
  return { id: user.id, isActive: user.is_active, wasPromoted };
}
