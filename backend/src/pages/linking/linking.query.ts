import type { LinkPageData } from '@flyerdeck/contracts';
import { sql, statement } from '../../database/statement.ts';

export type LinkTokenRow = {
  id: string;
  requested_page: LinkPageData;
  extension_version: string;
  token_expires_at: Date;
  is_used: boolean;
  is_expired: boolean;
};

const TOKEN_COLUMNS = `d.id, d.requested_page, d.extension_version, d.token_expires_at,
     d.bound_at IS NOT NULL AS is_used, d.token_expires_at <= now() AS is_expired`;

/** Locked, so that a second transaction finds the token used. */
export const lockLink = sql<LinkTokenRow, [tokenHash: Buffer]>(
  `SELECT ${TOKEN_COLUMNS} FROM devices d WHERE d.linking_token_hash = $1 FOR UPDATE`,
);

export type LinkDescriptionRow = LinkTokenRow & {
  browser: string;
  created_at: Date;
  /** Null without a device that posts for the page now; then the other replaced_ columns have no meaning. */
  replaced_id: string | null;
  replaced_browser: string;
  replaced_linked_at: Date;
  replaced_polled_at: Date | null;
};

export const describeLink = statement<LinkDescriptionRow, [tokenHash: Buffer, userId: string | null]>(
  `SELECT ${TOKEN_COLUMNS}, d.browser, d.created_at,
     current.id AS replaced_id, current.browser AS replaced_browser, current.bound_at AS replaced_linked_at,
     p.last_polled_at AS replaced_polled_at
   FROM devices d
   LEFT JOIN pages p
     ON p.owner_id = $2 AND p.creator_id = d.requested_page ->> 'creator_id' AND p.unlinked_at IS NULL
   LEFT JOIN devices current ON current.page_guid = p.guid AND current.voided_at IS NULL
   WHERE d.linking_token_hash = $1`,
);
