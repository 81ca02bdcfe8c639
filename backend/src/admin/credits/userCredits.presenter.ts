import type { CreditUser, LedgerEntry } from '@flyerdeck/contracts';
import type { findCreditUser, listLedgerRows } from './userCredits.query.ts';

type RowOf<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

export const presentCreditUser = (row: RowOf<typeof findCreditUser>): CreditUser => ({
  ...row,
  last_login: row.last_login?.toISOString() ?? null,
});

export const presentLedgerEntry = ({ page_guid, ...row }: RowOf<typeof listLedgerRows>): LedgerEntry => ({
  ...row,
  ...(page_guid === null ? {} : { page_guid }),
  created_at: row.created_at.toISOString(),
});
