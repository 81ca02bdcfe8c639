import type { LinkPageData } from '@flyerdeck/contracts';
import { sql, statement } from '../database/statement.ts';

export type LinkTokenRow = {
  id: string;
  requested_page: LinkPageData;
  extension_version: string;
  token_expires_at: Date;
  is_used: boolean;
  is_expired: boolean;
};

const LINK_BY_TOKEN = `SELECT id, requested_page, extension_version, token_expires_at,
    bound_at IS NOT NULL AS is_used, token_expires_at <= now() AS is_expired
  FROM devices WHERE linking_token_hash = $1`;

/** The link request behind a token's hash. */
export const findLink = sql<LinkTokenRow, [tokenHash: Buffer]>(LINK_BY_TOKEN);

/** The same with its row locked: of two transactions that do so, the second finds the token used. */
export const lockLink = sql<LinkTokenRow, [tokenHash: Buffer]>(`${LINK_BY_TOKEN} FOR UPDATE`);

export type LinkDescriptionRow = LinkTokenRow & {
  browser: string;
  created_at: Date;
  /** Null where no browser posts for the page of this user; the other two are of that browser. */
  replaced_id: string | null;
  replaced_browser: string;
  replaced_linked_at: Date;
  replaced_polled_at: Date | null;
};

/** The link request behind a token's hash, and the living device that it would replace if this user used the token. */
export const describeLink = statement<LinkDescriptionRow, [tokenHash: Buffer, userId: string]>(
  'describe_link',
  `SELECT d.id, d.requested_page, d.extension_version, d.token_expires_at,
     d.bound_at IS NOT NULL AS is_used, d.token_expires_at <= now() AS is_expired,
     d.browser, d.created_at,
     living.id AS replaced_id, living.browser AS replaced_browser, living.bound_at AS replaced_linked_at,
     p.last_polled_at AS replaced_polled_at
   FROM devices d
   LEFT JOIN pages p
     ON p.owner_id = $2 AND p.creator_id = d.requested_page ->> 'creator_id' AND p.unlinked_at IS NULL
   LEFT JOIN devices living ON living.page_guid = p.guid AND living.voided_at IS NULL
   WHERE d.linking_token_hash = $1`,
);
