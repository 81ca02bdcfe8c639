import { LINKING_TOKEN_MINUTES, type LinkPageData, type UnlinkReason } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { hashSecret, newSecret } from '../http/secrets.ts';

export interface LinkRequest {
  readonly page: LinkPageData;
  readonly extensionVersion: string;
  /** As describeBrowser names it; nothing depends on it. */
  readonly browser?: string;
}

/** What a device is told once; only hashes of the two secrets are kept. */
export interface NewDevice {
  readonly deviceId: string;
  readonly deviceSecret: string;
  readonly linkingToken: string;
  readonly expiresAt: Date;
}

/** Registers a device that nobody owns yet, with a token for whoever shall own it. */
export async function requestLink(
  pool: Pool,
  { page, extensionVersion, browser = '' }: LinkRequest,
): Promise<NewDevice> {
  const linkingToken = newSecret();
  const deviceSecret = newSecret();
  const { rows } = await pool.query<{ id: string; token_expires_at: Date }>(
    `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, browser)
     VALUES ($1, $2, now() + interval '${LINKING_TOKEN_MINUTES} minutes', $3, $4, $5)
     RETURNING id, token_expires_at`,
    [
      hashSecret(deviceSecret),
      hashSecret(linkingToken),
      // Spaces around the id would make a second page of the same one.
      { ...page, creator_id: page.creator_id.trim() },
      extensionVersion,
      browser,
    ],
  );
  const [device] = rows;
  if (!device) throw new Error('The new device was not stored.');
  return { deviceId: device.id, deviceSecret, linkingToken, expiresAt: device.token_expires_at };
}

/** Gives a page its new device and voids the older one. The caller holds the rows of the page and the new device. */
export async function bindDevice(manager: EntityManager, deviceId: string, pageGuid: string): Promise<void> {
  await voidDevicesOfPages(manager, [pageGuid], 'replaced');
  await manager.query('UPDATE devices SET page_guid = $2, bound_at = now() WHERE id = $1', [deviceId, pageGuid]);
}

/** The pages' devices get nothing more to do, and their next poll is told why. The caller holds the pages' rows. */
export async function voidDevicesOfPages(
  manager: EntityManager,
  pageGuids: readonly string[],
  reason: UnlinkReason,
): Promise<void> {
  await manager.query(
    `UPDATE devices SET voided_at = now(), void_reason = $2
     WHERE page_guid = ANY ($1::uuid[]) AND voided_at IS NULL`,
    [pageGuids, reason],
  );
}

/** Requests nobody followed are kept for a day, so that their tokens are still told apart from unknown ones. */
export async function deleteForgottenLinkRequests(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM devices WHERE bound_at IS NULL AND token_expires_at < now() - interval '1 day'");
}
