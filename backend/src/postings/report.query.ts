import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import { chargeUsedSql, refundSql } from '../credits/chargeSql.ts';
import { statement } from '../database/statement.ts';
import { renderPictureJobSql } from '../jobs/enqueue.ts';
import { lockPagesSql } from './sweeps.ts';
import { TRANSITION_SOURCE_COLUMNS, transitionSql } from './transition.ts';

/** The posting as it stood when the report came, and whether the report moved it. No row: no such posting on the device's page. */
export type ReportRow = {
  device_known: boolean;
  found: boolean;
  token_fits: boolean;
  status: string;
  report: string | null;
  moved: boolean;
  lease_expires_at: Date | null;
};

/** CTEs `device` ($1: hash of its secret) and `target` ($2: posting, $3: hash of the claim token), the posting locked. */
const targetSql = `device AS (SELECT page_guid FROM devices WHERE secret_hash = $1),
  target AS MATERIALIZED (
    SELECT p.id, p.status, p.status_since, p.report, p.error_code, p.page_guid, p.charge_id, p.claimed_at, p.submitting_at,
      p.lease_expires_at, p.claim_token_hash IS NOT NULL AND p.claim_token_hash = $3 AS token_fits
    FROM page_postings p
    WHERE p.id = $2 AND p.page_guid = (SELECT page_guid FROM device)
    FOR NO KEY UPDATE
  )`;

const outcomeSql = (moved: string, lease: string) => `
  SELECT EXISTS (SELECT FROM device) AS device_known, t.id IS NOT NULL AS found, coalesce(t.token_fits, false) AS token_fits,
    coalesce(t.status, '') AS status, t.report, EXISTS (SELECT FROM ${moved}) AS moved, ${lease} AS lease_expires_at
  FROM (SELECT 1) one LEFT JOIN target t ON true`;

/** A claim that is still held may be reported; one given up as unconfirmed too: its device knows better than our clock. */
const REPORTABLE = `p.token_fits AND p.report IS NULL
      AND (p.status = 'posting' OR (p.status = 'failed' AND p.error_code = '${UNCONFIRMED_CODE}'))`;

/** $4 lease in seconds. Only while the lease holds: after it somebody else may already be at it. */
const extendLease = (submitting: boolean) => `WITH ${targetSql},
  extended AS (
    UPDATE page_postings p
    SET lease_expires_at = now() + $4 * interval '1 second', updated_at = now()
      ${submitting ? ', submitting_at = coalesce(p.submitting_at, now())' : ''}
    FROM target t
    WHERE p.id = t.id AND t.token_fits AND t.status = 'posting' AND t.lease_expires_at > now()
    RETURNING p.lease_expires_at
  )
  ${outcomeSql('extended', '(SELECT lease_expires_at FROM extended)')}`;

export const submitting = statement<ReportRow, [Buffer, string, Buffer, number]>(
  'report_submitting',
  extendLease(true),
);
export const heartbeat = statement<ReportRow, [Buffer, string, Buffer, number]>('report_heartbeat', extendLease(false));

/** $4 external_post_id, $5 posted_at as the device says it (never later than now). */
export const posted = statement<ReportRow, [Buffer, string, Buffer, string | null, Date | null]>(
  'report_posted',
  `WITH ${targetSql},
  source AS (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, 'posted' AS to_status FROM target p WHERE ${REPORTABLE}
  ),
  ${transitionSql({
    name: 'moved',
    source: 'source',
    set: [
      `report = 'posted'`,
      'external_post_id = $4',
      'posted_at = least(coalesce($5, now()), now())',
      'lease_expires_at = NULL',
      'lease_losses = 0',
      'error_message = NULL',
      'error_code = NULL',
      'picture_tries = 0',
    ],
  })},
  ${chargeUsedSql('moved')},
  jobs AS (SELECT ${renderPictureJobSql('m.id')} FROM moved m)
  ${outcomeSql('moved', 'NULL::timestamptz')} WHERE (SELECT count(*) FROM jobs) >= 0`,
);

/**
 * $4 message, $5 code. A definite failure after an `unconfirmed` verdict makes the charge refundable again, if nothing
 * else went out on the page since: `page` shows the charge as unused although the verdict had marked it used.
 */
export const failed = statement<ReportRow, [Buffer, string, Buffer, string, string]>(
  'report_failed',
  `WITH ${targetSql},
  source AS (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, 'failed' AS to_status, p.page_guid, p.charge_id, p.status = 'failed' AS was_unconfirmed
    FROM target p WHERE ${REPORTABLE}
  ),
  ${lockPagesSql('source')},
  page AS (
    SELECT g.guid, g.name, CASE
      WHEN s.was_unconfirmed AND g.unused_charge_id IS NULL
        AND NOT went_out_since(s.page_guid, s.id, (SELECT created_at FROM credit_transactions WHERE id = s.charge_id))
        AND NOT EXISTS (SELECT FROM credit_transactions WHERE refund_of = s.charge_id)
      THEN s.charge_id ELSE g.unused_charge_id END AS unused_charge_id
    FROM source_pages g, source s
  ),
  ${transitionSql({
    name: 'moved',
    source: 'source',
    set: [`report = 'failed'`, 'error_message = $4', 'error_code = $5', 'lease_expires_at = NULL'],
  })},
  ${refundSql('moved', 'page')}
  ${outcomeSql('moved', 'NULL::timestamptz')}`,
);
