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
  /** busy: another call holds the page, or a posting of it is in flight. nothing: nothing waits that may be posted. */
  | { readonly outcome: 'busy' | 'nothing' | 'insufficient_credits'; readonly claimed: null };

interface Claim {
  readonly pageGuid: string;
  /** Who claims: only the same device gets an unsubmitted claim of its page again. */
  readonly deviceId?: string;
  /** SHA-256 of the claim token to be. */
  readonly tokenHash: Buffer;
  readonly leaseSeconds: number;
}

type FunctionRow = ClaimRow & { outcome: ClaimOutcome['outcome']; charged: boolean };

const claim = statement<FunctionRow, [string, string | null, Buffer, number]>(
  'claim',
  'SELECT * FROM claim_posting($1, $2, $3, $4)',
);

/** Claims at most one posting for a page, and takes the page's fee where its day is over. */
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
