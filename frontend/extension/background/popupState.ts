import type { PopupState } from '../shared/messages.ts';
import { read } from './extensionStorage.ts';
import { packInUse } from './packInUse.ts';

/** Copied field by field, so that new fields of the storage are not sent to the popup by default. */
export async function popupState(): Promise<PopupState> {
  const [device, job, status] = await Promise.all([read('device'), read('job'), read('status')]);
  return {
    device: device && {
      page: device.page,
      isLinked: device.isLinked,
      linkingToken: device.isLinked ? '' : device.linkingToken,
      tokenExpiresAt: device.tokenExpiresAt,
    },
    job: job && { text: job.posting.text, step: job.step },
    lastContactAt: status?.lastContactAt ?? null,
    latestVersion: status?.latestVersion ?? null,
    trouble: status?.trouble ?? null,
    waitingFor: status?.waitingFor ?? null,
    sitePackVersion: (await packInUse()).version,
  };
}
