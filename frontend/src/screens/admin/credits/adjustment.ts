import type { AdjustCreditsBody } from '@flyerdeck/contracts/types';
import { MAX_ADJUSTMENT_CREDITS } from '@flyerdeck/contracts/values/credits';

export interface AdjustmentFields {
  readonly amount: number | null;
  readonly type: AdjustCreditsBody['transaction_type'];
  readonly description: string;
}

export const NO_ADJUSTMENT: AdjustmentFields = { amount: null, type: 'admin_adjustment', description: '' };

/** The amount as an integer (spec section 5); null when it is zero, empty or too large. */
export function validAmount(amount: number | null | undefined): number | null {
  const whole = Math.trunc(amount ?? 0);
  return whole === 0 || Math.abs(whole) > MAX_ADJUSTMENT_CREDITS ? null : whole;
}

/** Of a call. An empty description is sent as the documented sentence. */
export const adjustmentOf = (
  amount: number,
  { type, description }: AdjustmentFields,
): Omit<AdjustCreditsBody, 'user_id'> => ({
  amount,
  transaction_type: type,
  description: description.trim() || `Admin adjustment: ${amount} credits`,
});
