import { packMissesSentence } from '@flyerdeck/contracts/sitePacks.values';
import { NO_STATUS, note, read, write } from '../shared/extensionStorage.ts';
import { extensionVersion } from '../shared/manifestValues.ts';
import type { PopupState } from '../shared/messages.ts';
import { readPackState } from '../shared/packInUse.ts';
import type { SitePage } from '../sites/site.ts';
import { requestLink, serverNow } from './productApi.ts';

/** Field by field, so that new fields of the storage are not sent to the popup by default. */
export async function popupState(): Promise<PopupState> {
  const { inUse, problem, refused } = await readPackState();
  const newer = refused?.isSure && packMissesSentence({ version: refused.version, elements: refused.missing });
  const [device, job, status] = await Promise.all([read('device'), read('job'), read('status')]);
  return {
    ...(status ?? NO_STATUS),
    device: device && {
      page: device.page,
      isLinked: device.isLinked,
      linkingToken: device.isLinked ? '' : device.linkingToken,
    },
    job: job && { text: job.posting.text, step: job.step },
    sitePack: inUse && { version: inUse.version, problem: problem?.message ?? null, refused: newer || null },
  };
}

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
