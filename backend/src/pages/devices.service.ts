import type { LinkPageData, UnlinkReason } from '@flyerdeck/contracts';
import { Any, IsNull } from 'typeorm';
import { type Db, oneRow } from '../database/statement.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { Device } from './device.entity.ts';
import { insertDevice } from './devices.query.ts';

/** What a device is told once; only hashes of the two secrets are kept. */
export interface NewDevice {
  readonly deviceId: string;
  readonly deviceSecret: string;
  readonly linkingToken: string;
  readonly expiresAt: Date;
}

/**
 * Registers a device that has no owner yet, with a token for its future owner. `browser` is as describeBrowser names it;
 * nothing depends on it.
 */
export async function requestLink(
  db: Db,
  { page, extensionVersion, browser = '' }: { page: LinkPageData; extensionVersion: string; browser?: string },
): Promise<NewDevice> {
  const linkingToken = newSecret();
  const deviceSecret = newSecret();
  // Spaces around the id would make a second page of the same one.
  const trimmed = { ...page, creator_id: page.creator_id.trim() };
  const { id, token_expires_at } = await oneRow(
    insertDevice(db, [hashSecret(deviceSecret), hashSecret(linkingToken), trimmed, extensionVersion, browser]),
  );
  return { deviceId: id, deviceSecret, linkingToken, expiresAt: token_expires_at };
}

/** The pages' devices get nothing more to do, and their next poll is told why. The caller holds the pages' rows. */
export async function voidDevicesOf(db: Db, pageGuids: readonly string[], voidReason: UnlinkReason): Promise<void> {
  await db.update(Device, { pageGuid: Any(pageGuids), voidedAt: IsNull() }, { voidedAt: () => 'now()', voidReason });
}

/** Gives a page its new device and voids the older one. The caller holds the rows of the page and the new device. */
export async function bindDevice(db: Db, deviceId: string, pageGuid: string): Promise<void> {
  await voidDevicesOf(db, [pageGuid], 'replaced');
  await db.update(Device, deviceId, { pageGuid, boundAt: () => 'now()' });
}
