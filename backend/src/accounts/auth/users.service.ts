import { createHmac } from 'node:crypto';
import type { CurrentUser } from '@flyerdeck/contracts';
import type { Config } from '../../config.ts';
import { grantWelcomeBonus } from '../../credits/credits.service.ts';
import { type Db, sql, statementWithIsoTimes } from '../../database/statement.ts';
import type { TelegramAccount } from './telegramProof.ts';

/** Of concurrent first calls one inserts the row and the others wait for it. */
const upsertUser = sql<
  { id: string; is_active: boolean },
  [telegramId: string, username: string, firstName: string, lastName: string, language: 'en' | 'ru' | null]
>(
  `INSERT INTO users (telegram_id, username, first_name, last_name, language)
   VALUES ($1, $2, $3, $4, coalesce($5, 'en'))
   ON CONFLICT (telegram_id) DO UPDATE SET
     username = EXCLUDED.username, first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name,
     language = coalesce($5, users.language)
   RETURNING id, is_active`,
);

const setMayWrite = sql<never, [userId: string, mayWrite: boolean]>(
  `UPDATE users SET messages_refused_at = CASE WHEN NOT $2::boolean THEN now() END
   WHERE id = $1 AND (messages_refused_at IS NULL) <> $2`,
);

/** Works once for each user. A row if the user was not an admin before. */
const promoteOnce = sql<{ promoted: true }, [userId: string]>(
  `WITH before AS (
     SELECT id, is_admin FROM users WHERE id = $1 AND NOT admin_by_setting FOR NO KEY UPDATE
   ),
   promoted AS (
     UPDATE users u SET is_admin = true, admin_by_setting = true FROM before WHERE u.id = before.id
   )
   INSERT INTO audit_events (target_id, event) SELECT id, 'promoted' FROM before WHERE NOT is_admin RETURNING true AS promoted`,
);

/** The key is not in the database. */
export const erasedIdHash = ({ erasureKey }: Pick<Config, 'erasureKey'>, telegramId: string): Buffer =>
  createHmac('sha256', erasureKey).update(`erased account ${telegramId}`).digest();

const findErasedId = sql<{ found: true }, [hash: Buffer]>(
  'SELECT true AS found FROM erasures WHERE telegram_id_hash = $1 LIMIT 1',
);

export const findCurrentUser = statementWithIsoTimes<CurrentUser, [userId: string]>(
  `SELECT telegram_id, username, first_name, last_name, is_admin, is_active, credits_balance, created_at,
     messages_refused_at IS NULL AS bot_may_write FROM users WHERE id = $1`,
);

/** In the demo it counts as one of ADMIN_TELEGRAM_IDS. */
export const DEMO_ADMIN_TELEGRAM_ID = '100000001';

/** Null without a code: then the stored language is kept. */
export const languageOf = (code: string | undefined) => (code ? (/^ru\b/i.test(code) ? 'ru' : 'en') : null);

/** Books the welcome bonus for a new user. After an erasure the account starts anew, without bonus and admin rights. */
export async function ensureUser(
  db: Db,
  { telegramId, username, firstName, lastName, languageCode, mayWrite }: TelegramAccount,
  settings: Pick<Config, 'adminTelegramIds' | 'demo' | 'erasureKey'>,
) {
  const { adminTelegramIds, demo } = settings;
  const language = languageOf(languageCode);
  // `username` is NOT NULL.
  const [user] = await upsertUser(db, [telegramId, username || telegramId, firstName, lastName, language]);
  if (!user) throw new Error('An upsert of a user returned no row.');
  if (mayWrite !== undefined) await setMayWrite(db, [user.id, mayWrite]);
  const isConfiguredAdmin = adminTelegramIds.includes(telegramId) || (demo && telegramId === DEMO_ADMIN_TELEGRAM_ID);
  const isReturning = async () => (await findErasedId(db, [erasedIdHash(settings, telegramId)])).length > 0;
  // ADMIN_TELEGRAM_IDS promotes a user only once: a user whom an admin demotes later stays demoted, also after an erasure.
  const wasPromoted = isConfiguredAdmin && !(await isReturning()) && (await promoteOnce(db, [user.id])).length > 0;
  await grantWelcomeBonus(db, user.id, isReturning);
  return { id: user.id, isActive: user.is_active, wasPromoted };
}
