import { LINKING_TOKEN_MINUTES, type LinkPageData } from '@flyerdeck/contracts';
import { type ColumnsOf, sql } from '../database/statement.ts';
import type { Device } from './device.entity.ts';

export const insertDevice = sql<
  ColumnsOf<Device, 'id' | 'tokenExpiresAt'>,
  [secretHash: Buffer, tokenHash: Buffer, page: LinkPageData, extensionVersion: string, browser: string]
>(
  `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, browser)
   VALUES ($1, $2, now() + interval '${LINKING_TOKEN_MINUTES} minutes', $3, $4, $5)
   RETURNING id, token_expires_at`,
);

/** Deletes unused link requests a day after they expired. Until then their tokens are reported as expired, not as unknown. */
export const deleteExpiredLinkRequests = sql(
  "DELETE FROM devices WHERE bound_at IS NULL AND token_expires_at < now() - interval '1 day'",
);
