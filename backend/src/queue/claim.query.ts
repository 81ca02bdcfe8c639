import { type Db, oneRow, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { charges, claims } from '../metrics.ts';

export interface ClaimRow {
  id: string;
  description: string;
  file_id: string | null;
  scheduled_for: Date | null;
  lease_expires_at: Date;
  attempt: number;
}

export type ClaimOutcome =
  | { readonly outcome: 'claimed'; readonly claimed: ClaimRow }
  /** busy: another call has locked the page, or a posting is in flight on it. nothing: no posting may be claimed now. */
  | { readonly outcome: 'busy' | 'nothing' | 'insufficient_credits'; readonly claimed: null };

interface Claim {
  readonly pageGuid: string;
  /** The device that claims. Only the same device gets its unsubmitted claim again. */
  readonly deviceId?: string;
  /** SHA-256 of the new claim token. */
  readonly tokenHash: Buffer;
  readonly leaseSeconds: number;
}

type FunctionRow = ClaimRow & { outcome: ClaimOutcome['outcome']; charged: boolean };

const claim = statement<FunctionRow, [string, string | null, Buffer, number]>(
  'claim',
  'SELECT * FROM claim_posting($1, $2, $3, $4)',
);

/** Claims at most one posting of a page. Charges the page's fee if the page is not paid. */
export async function claimPosting(
  db: Db,
  { pageGuid, deviceId, tokenHash, leaseSeconds }: Claim,
): Promise<ClaimOutcome> {
  const { outcome, charged, ...claimed } = await retryConflicts(() =>
    oneRow(claim(db, [pageGuid, deviceId ?? null, tokenHash, leaseSeconds])),
  );
  if (charged) charges.inc();
  if (outcome !== 'claimed') return { outcome, claimed: null };
  claims.inc();
  return { outcome, claimed };
}
