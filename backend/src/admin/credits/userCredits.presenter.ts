import type { LedgerEntry } from '@flyerdeck/contracts';
import { presentLedgerRow } from '../../credits/credits.presenter.ts';
import type { UserLedgerRow } from './userCredits.query.ts';

export const presentLedgerEntry = ({
  balance_after,
  admin_telegram_id,
  admin_name,
  ...row
}: UserLedgerRow): LedgerEntry => ({ ...presentLedgerRow(row), balance_after, admin_telegram_id, admin_name });
