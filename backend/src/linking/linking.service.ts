import type { LinkPageData } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { hashSecret } from '../auth/secrets.ts';
import { inTransaction } from '../database/transaction.ts';
import { gone, notFound } from '../http/errors.ts';
import type { PageRow } from '../pages/pageRow.ts';
import { putLinkedPage } from '../pages/pages.service.ts';
import { bindDevice } from './devices.service.ts';

export interface PendingLink {
  readonly deviceId: string;
  readonly page: LinkPageData;
  readonly extensionVersion: string;
  readonly expiresAt: Date;
}

type TokenRow = {
  id: string;
  requested_page: LinkPageData;
  extension_version: string;
  token_expires_at: Date;
  is_used: boolean;
  is_expired: boolean;
};

const BY_TOKEN = `SELECT id, requested_page, extension_version, token_expires_at,
    bound_at IS NOT NULL AS is_used, token_expires_at <= now() AS is_expired
  FROM devices WHERE linking_token_hash = $1`;

function usableLink(row: TokenRow | undefined): PendingLink {
  if (!row)
    throw notFound('linking.unknown_token', 'This linking token is not known. Copy it again from the extension.');
  if (row.is_used) {
    throw gone('linking.used_token', 'This linking token was already used. Get a new one from the extension.');
  }
  if (row.is_expired) {
    throw gone('linking.expired_token', 'This linking token has expired. Get a new one from the extension.');
  }
  return {
    deviceId: row.id,
    page: row.requested_page,
    extensionVersion: row.extension_version,
    expiresAt: row.token_expires_at,
  };
}

/** What a token would link. Throws 404 linking.unknown_token, 410 linking.used_token or linking.expired_token. */
export async function findPendingLink(pool: Pool, token: string): Promise<PendingLink> {
  const { rows } = await pool.query<TokenRow>(BY_TOKEN, [hashSecret(token.trim())]);
  return usableLink(rows[0]);
}

/**
 * Binds the device behind a token, and its page, to `ownerId`. The device's row is locked, so of two that use one token
 * the second finds it used. Throws as findPendingLink does.
 */
export async function linkPage(dataSource: DataSource, ownerId: string, token: string): Promise<PageRow> {
  return inTransaction(dataSource, async (manager) => {
    const rows = await manager.query<TokenRow[]>(`${BY_TOKEN} FOR UPDATE`, [hashSecret(token.trim())]);
    const { deviceId, page, extensionVersion } = usableLink(rows[0]);
    const linked = await putLinkedPage(manager, { ownerId, page, extensionVersion });
    await bindDevice(manager, deviceId, linked.guid);
    return linked;
  });
}
