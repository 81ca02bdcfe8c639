import { ALONE, microBatch } from '../../database/microBatch.ts';
import { type Db, statement } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';

export type ReportRow = {
  device_known: boolean;
  posting_known: boolean;
  token_fits: boolean;
  status: string;
  report: string | null;
  moved: boolean;
  lease_expires_at?: Date | null;
};

/** $1 hash of the device's secret, $2 posting, $3 hash of the claim token, $4 lease in seconds. */
const extendLease = (isSubmitting: boolean) =>
  statement<ReportRow, [Buffer, string, Buffer, number]>(`SELECT * FROM extend_lease($1, $2, $3, $4, ${isSubmitting})`);
export const submitting = extendLease(true);
export const heartbeat = extendLease(false);

/** $4 external_post_id, $5 posted_at of the device; a time in the future is stored as now. */
export const posted = statement<ReportRow, [Buffer, string, Buffer, string | null, Date | null]>(
  `SELECT * FROM report_claim($1, $2, $3, 'posted', $4, $5, NULL, NULL)`,
);

/** $4 message, $5 code, $6 seconds with `rate_limited`, $7 the other account with `account_changed`. `status` is the new one if the report was stored. */
export const failed = statement<ReportRow, [Buffer, string, Buffer, string, string, number | null, string | null]>(
  'SELECT * FROM report_failure($1, $2, $3, $4, $5, $6, $7)',
);

export interface ReportedClaim {
  readonly secretHash: Buffer;
  readonly postingId: string;
  readonly tokenHash: Buffer;
  readonly leaseSeconds: number;
}
export interface PostedReport extends Omit<ReportedClaim, 'leaseSeconds'> {
  readonly externalPostId: string | null;
  readonly postedAt: Date | null;
}

/** The claim was in flight, and the token is the newest. */
type MovedRow = { posting_id: string; lease_expires_at?: Date };

const extendLeases = statement<MovedRow, [Buffer[], string[], Buffer[], number, boolean]>(
  'SELECT * FROM extend_leases($1, $2, $3, $4, $5)',
);
const postedBatch = statement<MovedRow, [Buffer[], string[], Buffer[], (string | null)[], (Date | null)[]]>(
  'SELECT posting_id FROM report_posted_claims($1, $2, $3, $4, $5) posting_id',
);

const claimsOf = (reports: readonly Omit<ReportedClaim, 'leaseSeconds'>[]): [Buffer[], string[], Buffer[]] => [
  reports.map(({ secretHash }) => secretHash),
  reports.map(({ postingId }) => postingId),
  reports.map(({ tokenHash }) => tokenHash),
];
const keyOf = ({ postingId }: { postingId: string }) => postingId.toLowerCase();

/** What did not move is reported alone, which says why. */
function answersOf(reports: readonly { postingId: string }[], rows: readonly MovedRow[]): (ReportRow | typeof ALONE)[] {
  const byPosting = new Map(rows.map((row) => [row.posting_id, row]));
  return reports.map(({ postingId }) => {
    const row = byPosting.get(postingId.toLowerCase());
    if (!row) return ALONE;
    const { lease_expires_at } = row;
    const before = { device_known: true, posting_known: true, token_fits: true, status: 'posting', report: null };
    return { ...before, moved: true, lease_expires_at };
  });
}

function leaseReports(db: Db, isSubmitting: boolean) {
  const extendOne = isSubmitting ? submitting : heartbeat;
  return microBatch<ReportedClaim, ReportRow | undefined>({
    async run(reports) {
      const { leaseSeconds = 0 } = reports[0] ?? {};
      return answersOf(reports, await extendLeases(db, [...claimsOf(reports), leaseSeconds, isSubmitting]));
    },
    async runAlone({ secretHash, postingId, tokenHash, leaseSeconds }) {
      const [row] = await retryConflicts(() => extendOne(db, [secretHash, postingId, tokenHash, leaseSeconds]));
      return row;
    },
    keyOf,
  });
}

/** All reports have the same `leaseSeconds`. Undefined for an unknown device. */
export const reportInBatches = (db: Db) => ({
  submitting: leaseReports(db, true),
  heartbeat: leaseReports(db, false),
  posted: microBatch<PostedReport, ReportRow | undefined>({
    async run(reports) {
      const rows = await postedBatch(db, [
        ...claimsOf(reports),
        reports.map(({ externalPostId }) => externalPostId),
        reports.map(({ postedAt }) => postedAt),
      ]);
      return answersOf(reports, rows);
    },
    async runAlone({ secretHash, postingId, tokenHash, externalPostId, postedAt }) {
      const [row] = await retryConflicts(() =>
        posted(db, [secretHash, postingId, tokenHash, externalPostId, postedAt]),
      );
      return row;
    },
    keyOf,
  }),
});

type ScreenshotOutcome = { readonly screenshotFileId: string } | { readonly screenshotError: string };

const complete = statement<never, [string, string | null, string | null]>(
  `WITH made AS (DELETE FROM pending_screenshots WHERE posting_id = $1)
   UPDATE page_postings
   SET status = 'completed', picture_file_id = coalesce($2, picture_file_id), screenshot_error = $3, updated_at = now()
   WHERE id = $1 AND status IN ('posted', 'completed')
     -- A screenshot that is finished after the owner's account was erased is not kept: it is deleted like a lost one.
     AND ($2::uuid IS NULL OR EXISTS (SELECT FROM users u WHERE u.id = owner_id AND u.erased_at IS NULL))`,
);

/** Its screenshot was taken or has failed for good. A completed posting gets the new outcome. */
export async function completePosting(db: Db, postingId: string, outcome: ScreenshotOutcome): Promise<void> {
  const screenshotFileId = 'screenshotFileId' in outcome ? outcome.screenshotFileId : null;
  const screenshotError = 'screenshotError' in outcome ? outcome.screenshotError : null;
  await retryConflicts(() => complete(db, [postingId, screenshotFileId, screenshotError]));
}
