import { compressedBodies, nestedBodies } from './attacks/bodies.ts';
import { allowedImages, deepImages, longAnimations } from './attacks/images.ts';
import { openForms } from './attacks/openForms.ts';
import { madeUpTargets, screenshotButton } from './attacks/ownAccount.ts';
import { oneLetterSearch } from './attacks/searches.ts';
import { forwardedAddresses, madeUpTickets, unknownDevices } from './attacks/signIns.ts';
import { slowHeaders, slowZips, unreadImages, unreadLists } from './attacks/slowReaders.ts';
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
  oneLetterSearch,
  slowZips,
};
