import { note, read, write } from '../shared/extensionStorage.ts';
import { extensionVersion } from '../shared/manifestValues.ts';
import type { SitePage } from '../sites/site.ts';
import { requestLink } from './productApi.ts';
import { serverNow } from './serverClock.ts';

/** Linking another page replaces the linked one. */
export async function linkPage(page: SitePage): Promise<void> {
  const known = await read('device');
  const isSamePage = known?.page.creatorId === page.creatorId;
  if (known && isSamePage && (known.isLinked || Date.parse(known.tokenExpiresAt) > (await serverNow()))) return;
  const { device_secret, linking_token, expires_at } = await requestLink({
    page: { creator_id: page.creatorId, name: page.name, username: page.username, avatar_url: page.avatarUrl },
    extension_version: extensionVersion,
  });
  await write('device', {
    secret: device_secret,
    linkingToken: linking_token,
    tokenExpiresAt: expires_at,
    page,
    isLinked: false,
  });
  await note({ problem: null, waitingFor: null });
}
