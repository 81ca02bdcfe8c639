import { statusLabel, TRANSACTION_TYPE_LABELS } from '@flyerdeck/contracts/statuses';
import type { AdminAct } from '@flyerdeck/contracts/types';
import { counted } from '../../../lib/counted.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';

const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;

/** What an act's details say, for people; null where the act says it all. */
export function actSentence({ details }: AdminAct): string | null {
  const { amount, transaction_type, description, balance_after, sessions } = details;
  const parts = [
    amount !== undefined && `${signed(amount)} credits`,
    transaction_type && statusLabel(TRANSACTION_TYPE_LABELS, transaction_type),
    balance_after !== undefined && `balance ${formatNumber(balance_after)}`,
    sessions !== undefined && counted(sessions, 'session'),
    description && `“${description}”`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : null;
}
