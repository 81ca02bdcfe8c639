import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import type { MoneyEvent } from './postingSimulation.ts';
import type { Random } from './random.ts';
import type { Write } from './seedTables.ts';

/** Credits of the packages that users buy. */
const PACKAGES = [500, 1_500, 3_000];

export interface Account {
  readonly balance: number;
  readonly purchased: number;
  readonly spent: number;
}

/** Writes a user's ledger entries in the order of time, with purchases where a fee would exceed the balance. */
export function writeLedger(
  write: Write,
  random: Random,
  user: { readonly id: string; readonly createdAt: number },
  money: readonly MoneyEvent[],
): Account {
  let balance = 0;
  let purchased = 0;
  let spent = 0;
  const addEntry = (
    type: string,
    amount: number,
    at: number,
    description: string,
    { id = random.uuid(), event = null as MoneyEvent | null, idempotencyKey = null as string | null } = {},
  ) => {
    balance += amount;
    const { pageGuid = null, postingId = null, refundOf = null } = event ?? {};
    const references = [pageGuid, postingId, refundOf, idempotencyKey];
    write('credit_transactions', [id, user.id, type, amount, balance, description, ...references, new Date(at)]);
  };
  const buy = (at: number) => {
    const credits = random.pick(PACKAGES);
    purchased += credits;
    addEntry('purchase', credits, at, `${credits} credits`);
  };
  addEntry('bonus', WELCOME_BONUS_CREDITS, user.createdAt, 'Welcome bonus', { idempotencyKey: `welcome:${user.id}` });
  for (const event of [...money].sort((a, b) => a.at - b.at)) {
    const isFee = event.type === 'spending';
    const amount = isFee ? -PAGE_DAY_CREDITS : PAGE_DAY_CREDITS;
    if (balance + amount < 0) buy(event.at);
    spent -= amount;
    const description = isFee ? `Posting fee for a page, ${PAGE_DAY_HOURS} hours` : 'Nothing was posted on the page';
    addEntry(event.type, amount, event.at, description, { id: event.id, event });
  }
  return { balance, purchased, spent };
}
