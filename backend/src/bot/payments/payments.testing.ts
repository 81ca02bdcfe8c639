import { readLedger } from '../../../test/factories.ts';
import type { FakePerson } from '../../../test/fakeBotApi/fakeTelegram.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import type { BotTest } from '../bot.testing.ts';
import { type Invoice, writePayload } from './invoice.ts';

export const STARS_PRICES = 'mini=500,plus=1400,basic=2500,enterprise=9900';
export const BASIC = { packageId: 'basic', stars: 2_500, credits: 3_000 };

/** As the person sees it. Without changes it is today's invoice of the package Basic. */
export function invoiceFor({ id }: FakePerson, changes: Partial<Invoice> = {}, token = BOT_TOKEN) {
  const invoice = { ...BASIC, telegramId: String(id), ...changes };
  return { payload: writePayload(token, invoice), stars: invoice.stars };
}

export interface Buyer extends FakePerson {
  readonly userId: string;
  purchases(): Promise<{ amount: number; description: string }[]>;
  ledger(): ReturnType<typeof readLedger>;
}

/** A person with an account of 150 credits. */
export async function newBuyer({ server, person, rows }: BotTest, of: Partial<FakePerson> = {}): Promise<Buyer> {
  const given = person(of);
  await server.signIn(String(given.id));
  const [user] = await rows<{ id: string }>('UPDATE users SET language = $2 WHERE telegram_id = $1 RETURNING id', [
    String(given.id),
    given.language_code,
  ]);
  const userId = user?.id ?? '';
  return {
    ...given,
    userId,
    purchases: () =>
      rows(
        `SELECT amount, description FROM credit_transactions WHERE user_id = $1 AND transaction_type = 'purchase' ORDER BY seq`,
        [userId],
      ),
    ledger: () => readLedger(server.context.db, userId),
  };
}
