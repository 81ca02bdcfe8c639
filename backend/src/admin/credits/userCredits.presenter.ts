import type { LedgerEntry } from '@flyerdeck/contracts';
import type { LedgerRow } from './userCredits.query.ts';

export const presentLedgerEntry = ({ page_guid, ...row }: LedgerRow): LedgerEntry => ({
  ...row,
  ...(page_guid === null ? {} : { page_guid }),
});
