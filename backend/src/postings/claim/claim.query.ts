import type { WaitReason } from '@flyerdeck/contracts';
import { ALONE, microBatch } from '../../database/microBatch.ts';
import { type Db, oneRow, statement } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { charges, claims } from '../../metrics.ts';

export interface ClaimRow {
  id: string;
  description: string;
  file_id: string | null;
  scheduled_for: Date | null;
  lease_expires_at: Date;
  attempt: number;
}

export type PageWaitReason = WaitReason | 'unlinked' | 'nothing';

type ClaimOutcome =
  | { readonly outcome: 'claimed'; readonly claimed: ClaimRow; readonly waitUntil?: never }
  | { readonly outcome: WaitReason; readonly claimed: null; readonly waitUntil: Date }
  /** busy: another call has locked the page, or a posting is in flight on it. */
  | { readonly outcome: PageWaitReason; readonly claimed: null; readonly waitUntil?: never };

export interface Claim {
  readonly pageGuid: string;
  /** Only the same device gets its unsubmitted claim again. */
  readonly deviceId?: string;
  /** SHA-256 of the new claim token. */
  readonly tokenHash: Buffer;
  readonly leaseSeconds: number;
}

type FunctionRow = ClaimRow & { outcome: ClaimOutcome['outcome']; charged: boolean };

const claim = statement<FunctionRow, [string, string | null, Buffer, number]>(
  'SELECT * FROM claim_posting($1, $2, $3, $4)',
);

/** Charges the page's fee if the page is not paid. */
export async function claimPosting(
  db: Db,
  { pageGuid, deviceId, tokenHash, leaseSeconds }: Claim,
): Promise<ClaimOutcome> {
  const { outcome, charged, ...claimed } = await retryConflicts(() =>
    oneRow(claim(db, [pageGuid, deviceId ?? null, tokenHash, leaseSeconds])),
  );
  if (charged) charges.inc();
  if (outcome === 'claimed') {
    claims.inc();
    return { outcome, claimed };
  }
  // Only a reason of a posting has a time.
  if (claimed.scheduled_for) return { outcome: outcome as WaitReason, claimed: null, waitUntil: claimed.scheduled_for };
  return { outcome, claimed: null };
}

type BatchRow = ClaimRow & { page_guid: string; outcome: 'claimed' | 'busy' | 'alone'; charged: boolean };

const claimBatch = statement<BatchRow, [string[], (string | null)[], Buffer[], number]>(
  'SELECT * FROM claim_postings($1, $2, $3, $4)',
);

/** One transaction. Leaves alone what is not a plain case, for `claimPosting`. */
async function claimPostings(db: Db, ofPages: readonly Claim[]): Promise<(ClaimOutcome | typeof ALONE)[]> {
  const rows = await claimBatch(db, [
    ofPages.map(({ pageGuid }) => pageGuid),
    ofPages.map(({ deviceId }) => deviceId ?? null),
    ofPages.map(({ tokenHash }) => tokenHash),
    ofPages[0]?.leaseSeconds ?? 0,
  ]);
  const byPage = new Map(rows.map((row) => [row.page_guid, row]));
  return ofPages.map(({ pageGuid }) => {
    const row = byPage.get(pageGuid);
    if (!row || row.outcome === 'alone') return ALONE;
    const { outcome, charged, page_guid: _, ...claimed } = row;
    if (outcome === 'busy') return { outcome, claimed: null };
    if (charged) charges.inc();
    claims.inc();
    return { outcome, claimed };
  });
}

/** All claims have the same `leaseSeconds`. */
export const claimInBatches = (db: Db) =>
  microBatch<Claim, ClaimOutcome>({
    run: (ofPages) => claimPostings(db, ofPages),
    runAlone: (claim) => claimPosting(db, claim),
    keyOf: ({ pageGuid }) => pageGuid,
  });
