import { compressedBodies, nestedBodies } from './attacks/bodies.ts';
import { allowedImages, deepImages, longAnimations } from './attacks/images.ts';
import { openForms } from './attacks/openForms.ts';
import { madeUpTargets, screenshotButton } from './attacks/ownAccount.ts';
import { pendingFlood } from './attacks/pendingFlood.ts';
import { forwardedAddresses, madeUpTickets, unknownDevices } from './attacks/signIns.ts';
import { slowHeaders, unreadImages, unreadLists } from './attacks/slowReaders.ts';
import type { Attack } from './target.ts';

export const ATTACKS: Readonly<Record<string, Attack>> = {
  compressedBodies,
  nestedBodies,
  forwardedAddresses,
  unknownDevices,
  madeUpTickets,
  slowHeaders,
  unreadImages,
  openForms,
  deepImages,
  allowedImages,
  longAnimations,
  screenshotButton,
  madeUpTargets,
  unreadLists,
  // The last, because its job goes on after it.
  pendingFlood,
};
