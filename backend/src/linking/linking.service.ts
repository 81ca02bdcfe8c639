import type { LinkPageData } from '@flyerdeck/contracts';
import { IsNull } from 'typeorm';
import type { Db } from '../database/statement.ts';
import { conflict, gone, notFound } from '../http/errors.ts';
import { hashSecret } from '../http/secrets.ts';
import { Device } from '../pages/device.entity.ts';
import { bindDevice } from '../pages/devices.service.ts';
import type { PageRow } from '../pages/pageRow.ts';
import { putLinkedPage } from '../pages/pages.service.ts';
import { describeLink, findLink, type LinkDescriptionRow, type LinkTokenRow, lockLink } from './linking.query.ts';

export interface PendingLink {
  readonly deviceId: string;
  readonly page: LinkPageData;
  readonly extensionVersion: string;
  readonly expiresAt: Date;
}

/** Throws 404 linking.unknown_token, 410 linking.used_token or linking.expired_token. */
function requireUsable<Row extends LinkTokenRow>(row: Row | undefined): Row {
  if (!row)
    throw notFound('linking.unknown_token', 'This linking token is not known. Copy it again from the extension.');
  if (row.is_used) {
    throw gone('linking.used_token', 'This linking token was already used. Get a new one from the extension.');
  }
  if (row.is_expired) {
    throw gone('linking.expired_token', 'This linking token has expired. Get a new one from the extension.');
  }
  return row;
}

/** What a token would link. Throws 404 linking.unknown_token, 410 linking.used_token or linking.expired_token. */
export async function findPendingLink(db: Db, token: string): Promise<PendingLink> {
  const [found] = await findLink(db, [hashSecret(token.trim())]);
  const row = requireUsable(found);
  return {
    deviceId: row.id,
    page: row.requested_page,
    extensionVersion: row.extension_version,
    expiresAt: row.token_expires_at,
  };
}

/** What a token would link for a user, and which device it would replace. Throws as findPendingLink does. */
export async function describePendingLink(db: Db, userId: string, token: string): Promise<LinkDescriptionRow> {
  const [row] = await describeLink(db, [hashSecret(token.trim()), userId]);
  return requireUsable(row);
}

export interface LinkByToken {
  readonly ownerId: string;
  readonly token: string;
  /** The owner knows that another browser posts for the page and that this one takes its place. */
  readonly confirmReplace: boolean;
}

/**
 * Binds the device behind a token, and its page, to `ownerId`. The device's row is locked, so of two that use one token
 * the second finds it used; the page's row is locked, so a device that came meanwhile is seen.
 * Throws as findPendingLink does, and 409 linking.would_replace.
 */
export async function linkPage(db: Db, { ownerId, token, confirmReplace }: LinkByToken): Promise<PageRow> {
  const [found] = await lockLink(db, [hashSecret(token.trim())]);
  const { id, requested_page: page, extension_version: extensionVersion } = requireUsable(found);
  const linked = await putLinkedPage(db, { ownerId, page, extensionVersion });
  if (!confirmReplace && (await db.existsBy(Device, { pageGuid: linked.guid, voidedAt: IsNull() }))) {
    throw conflict(
      'linking.would_replace',
      'Another browser posts for this page now. Confirm that this browser takes its place.',
    );
  }
  await bindDevice(db, id, linked.guid);
  return linked;
}
