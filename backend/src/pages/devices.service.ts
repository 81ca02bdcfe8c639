import type { LinkPageData, UnlinkReason } from '@flyerdeck/contracts';
import { Any, IsNull } from 'typeorm';
import { type Db, oneRow } from '../database/statement.ts';
import { hashSecret, newSecret } from '../server/security/secrets.ts';
import { Device } from './page.entity.ts';
import { insertDevice } from './pages.query.ts';

/** The server stores only their hashes, so they are sent only once. */
export interface NewDevice {
  readonly deviceId: string;
  readonly deviceSecret: string;
  readonly linkingToken: string;
  readonly expiresAt: Date;
}

export async function requestLink(
  db: Db,
  { page, extensionVersion, browser = '' }: { page: LinkPageData; extensionVersion: string; browser?: string },
): Promise<NewDevice> {
  const linkingToken = newSecret();
  const deviceSecret = newSecret();
  // With spaces around the id the same page would be linked twice.
  const trimmed = { ...page, creator_id: page.creator_id.trim() };
  const { id, token_expires_at } = await oneRow(
    insertDevice(db, [hashSecret(deviceSecret), hashSecret(linkingToken), trimmed, extensionVersion, browser]),
  );
  return { deviceId: id, deviceSecret, linkingToken, expiresAt: token_expires_at };
}

/** Their polls return the reason. The caller has locked the pages' rows. */
export async function voidDevicesOf(db: Db, pageGuids: readonly string[], voidReason: UnlinkReason): Promise<void> {
  await db.update(Device, { pageGuid: Any(pageGuids), voidedAt: IsNull() }, { voidedAt: () => 'now()', voidReason });
}

/** Voids the page's previous device. The caller has locked the rows of the page and the new device. */
export async function bindDevice(db: Db, deviceId: string, pageGuid: string): Promise<void> {
  await voidDevicesOf(db, [pageGuid], 'replaced');
  await db.update(Device, deviceId, { pageGuid, boundAt: () => 'now()' });
}
