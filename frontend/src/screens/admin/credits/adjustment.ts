import { MAX_ADJUSTMENT_CREDITS } from '@flyerdeck/contracts/limits';
import type { AdjustCreditsBody } from '@flyerdeck/contracts/types';

/**
 * The amount as typed, as an integer; null where there is none that could be booked (spec section 5). A number field
 * takes exponents too: '1e3' is a thousand.
 */
export function parseAmount(text: string): number | null {
  const amount = /^[-+\d.e]+$/i.test(text) ? Math.trunc(Number(text)) : Number.NaN;
  return Number.isNaN(amount) || amount === 0 || Math.abs(amount) > MAX_ADJUSTMENT_CREDITS ? null : amount;
}

export interface AdjustmentDraft {
  readonly amount: number;
  readonly type: AdjustCreditsBody['transaction_type'];
  readonly description: string;
}

/** An empty description is sent as the documented sentence. */
export const adjustmentBody = (userId: string, { amount, type, description }: AdjustmentDraft): AdjustCreditsBody => ({
  user_id: userId,
  amount,
  transaction_type: type,
  description: description.trim() || `Admin adjustment: ${amount} credits`,
});
