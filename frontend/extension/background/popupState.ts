import { packMissesSentence } from '@flyerdeck/contracts/values/sitePacks';
import { NO_STATUS, read } from '../shared/extensionStorage.ts';
import type { PopupState } from '../shared/messages.ts';
import { readPackState } from '../shared/packInUse.ts';
import { serverNow } from './serverClock.ts';

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
      hasValidToken: Date.parse(device.tokenExpiresAt) > (await serverNow()),
    },
    job: job && { text: job.posting.text, step: job.step },
    sitePack: inUse && { version: inUse.version, problem: problem?.message ?? null, refused: newer || null },
  };
}
