import type { LinkPageData } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { Device } from './device.entity.ts';
import { insertDevice, voidDevicesOfPages } from './devices.query.ts';

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
export async function requestLink(db: Db, { page, extensionVersion, browser = '' }: LinkRequest): Promise<NewDevice> {
  const linkingToken = newSecret();
  const deviceSecret = newSecret();
  const [device] = await insertDevice(db, [
    hashSecret(deviceSecret),
    hashSecret(linkingToken),
    // Spaces around the id would make a second page of the same one.
    { ...page, creator_id: page.creator_id.trim() },
    extensionVersion,
    browser,
  ]);
  if (!device) throw new Error('The new device was not stored.');
  return { deviceId: device.id, deviceSecret, linkingToken, expiresAt: device.token_expires_at };
}

/** Gives a page its new device and voids the older one. The caller holds the rows of the page and the new device. */
export async function bindDevice(db: Db, deviceId: string, pageGuid: string): Promise<void> {
  await voidDevicesOfPages(db, [[pageGuid], 'replaced']);
  await db.update(Device, deviceId, { pageGuid, boundAt: () => 'now()' });
}
