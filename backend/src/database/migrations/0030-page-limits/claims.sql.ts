import { claimFunction } from '../0007-in-flight/claim.sql.ts';
import { claimBatchFunction } from '../0016-batches/claims.sql.ts';

/** Replaces parts of the text of a function. Throws if a part does not occur exactly once. */
function withChanges(definition: string, changes: readonly (readonly [old: string, changed: string])[]): string {
  return changes.reduce((text, [old, changed]) => {
    const parts = text.split(old);
    if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the function: ${old}`);
    return parts.join(changed);
  }, definition);
}

const DUE_AT = claimFunction.slice(
  claimFunction.indexOf('  -- Delays count from'),
  claimFunction.indexOf('  INSERT INTO in_flight'),
);
const PAYMENT = '  SELECT * INTO payment FROM pay_page_day(of_page, head.id);\n';

/**
 * A claim of a page with limits gets a publish time that they permit. A posting with a delay is scheduled then. One that
 * is due now waits: the outcome is 'page_limit', nothing is charged, and scheduled_for is the time.
 */
const limitedClaim = withChanges(claimFunction.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'), [
  [
    '  due_at timestamptz;\n',
    '  due_at timestamptz;\n  is_limited boolean;\n  is_scheduled boolean;\n  waits_until timestamptz;\n',
  ],
  [
    'SELECT owner_id INTO owner FROM pages\n',
    `SELECT owner_id, (max_posts_in_24_hours, min_gap_minutes, posting_hours_from) IS DISTINCT FROM (NULL, NULL, NULL)
  INTO owner, is_limited FROM pages\n`,
  ],
  [
    `      IF FOUND THEN
        UPDATE in_flight`,
    `      -- It would be posted later than its first claim, so the limits are asked again.
      IF FOUND AND (NOT is_limited OR head.scheduled_for > now() OR permitted_time_of_page(of_page, now(), false) = now()) THEN
        UPDATE page_postings p SET publish_at = now() WHERE is_limited AND p.id = head.id AND p.scheduled_for IS NULL;
        UPDATE in_flight`,
  ],
  [DUE_AT, ''],
  [
    PAYMENT,
    `${DUE_AT}  IF is_limited THEN
    is_scheduled := due_at >= now() + interval '5 minutes';
    due_at := permitted_time_of_page(of_page, CASE WHEN is_scheduled THEN due_at ELSE now() END, is_scheduled);
    waits_until := CASE WHEN due_at > now() AND NOT is_scheduled THEN due_at END;
    UPDATE pages SET limited_until = waits_until WHERE guid = of_page AND limited_until IS DISTINCT FROM waits_until;
    IF waits_until IS NOT NULL THEN
      outcome := 'page_limit';
      scheduled_for := due_at;
      RETURN;
    END IF;
  END IF;

${PAYMENT}`,
  ],
]);

/** Pages with limits are claimed alone, by claim_posting. */
const limitedClaimBatch = withChanges(claimBatchFunction.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'), [
  [
    '        FROM pages WHERE guid = ANY (locked)\n      ) g',
    `        FROM pages
        WHERE guid = ANY (locked) AND (max_posts_in_24_hours, min_gap_minutes, posting_hours_from) IS NOT DISTINCT FROM (NULL, NULL, NULL)
      ) g`,
  ],
]);

export const limitedClaimFunctions = `${limitedClaim}${limitedClaimBatch}`;
