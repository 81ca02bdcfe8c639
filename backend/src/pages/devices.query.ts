import { LINKING_TOKEN_MINUTES, type LinkPageData, type UnlinkReason } from '@flyerdeck/contracts';
import { sql } from '../database/statement.ts';

export const insertDevice = sql<
  { id: string; token_expires_at: Date },
  [secretHash: Buffer, tokenHash: Buffer, page: LinkPageData, extensionVersion: string, browser: string]
>(
  `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, browser)
   VALUES ($1, $2, now() + interval '${LINKING_TOKEN_MINUTES} minutes', $3, $4, $5)
   RETURNING id, token_expires_at`,
);

/** The pages' devices get nothing more to do, and their next poll is told why. The caller holds the pages' rows. */
export const voidDevicesOfPages = sql<never, [pageGuids: readonly string[], reason: UnlinkReason]>(
  `UPDATE devices SET voided_at = now(), void_reason = $2
   WHERE page_guid = ANY ($1::uuid[]) AND voided_at IS NULL`,
);

/** Requests nobody followed are kept for a day, so that their tokens are still told apart from unknown ones. */
export const deleteForgottenLinkRequests = sql(
  "DELETE FROM devices WHERE bound_at IS NULL AND token_expires_at < now() - interval '1 day'",
);
