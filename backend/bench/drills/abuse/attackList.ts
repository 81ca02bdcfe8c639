import { compressedBodies, nestedBodies } from './attacks/bodies.ts';
import { forecasts } from './attacks/forecasts.ts';
import { allowedImages, deepImages, longAnimations } from './attacks/images.ts';
import { openForms } from './attacks/openForms.ts';
import { madeUpTargets, screenshotButton } from './attacks/ownAccount.ts';
import { pendingFlood } from './attacks/pendingFlood.ts';
import { oneLetterSearch } from './attacks/searches.ts';
import { forwardedAddresses, madeUpTickets, unknownDevices } from './attacks/signIns.ts';
import { slowHeaders, slowZips, unreadFileThroughProxy, unreadImages, unreadLists } from './attacks/slowReaders.ts';
import { svgAvatar } from './attacks/svgAvatar.ts';
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
  forecasts,
  unreadFileThroughProxy,
  svgAvatar,
  // The last, because its job goes on after it.
  pendingFlood,
};
