import { IsNull } from 'typeorm';
import type { Db } from '../../database/statement.ts';
import { conflict, gone, notFound } from '../../server/http/errors.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { bindDevice } from '../devices.service.ts';
import { Device } from '../page.entity.ts';
import { keepPagesLinked, type PageRow } from '../pages.query.ts';
import { putLinkedPage } from '../pages.service.ts';
import { describeLink, type LinkDescriptionRow, type LinkTokenRow, lockLink } from './linking.query.ts';

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

/** With a user also the device that would be replaced. */
export async function findPendingLink(
  db: Db,
  token: string,
  userId: string | null = null,
): Promise<LinkDescriptionRow> {
  const [row] = await describeLink(db, [hashSecret(token.trim()), userId]);
  return requireUsable(row);
}

/** Locks device and page, so that a second call finds the token used. */
export async function linkPage(
  db: Db,
  {
    ownerId,
    token,
    confirmReplace,
    runnerId = null,
  }: { ownerId: string; token: string; confirmReplace: boolean; runnerId?: string | null },
): Promise<PageRow> {
  // An erasure of the account unlinks the page, or this call waits for it and finds that the account is erased (lockUser).
  await keepPagesLinked(db, [ownerId]);
  const [found] = await lockLink(db, [hashSecret(token.trim())]);
  const { id, requested_page: page, extension_version: extensionVersion } = requireUsable(found);
  const linked = await putLinkedPage(db, { ownerId, page, extensionVersion, runnerId });
  if (!confirmReplace && (await db.existsBy(Device, { pageGuid: linked.guid, voidedAt: IsNull() }))) {
    throw conflict(
      'linking.would_replace',
      'Another browser posts for this page now. Confirm that this browser takes its place.',
    );
  }
  await bindDevice(db, id, linked.guid);
  return linked;
}
