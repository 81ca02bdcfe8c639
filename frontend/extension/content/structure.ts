import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { captureStructure } from '../sites/captureStructure.ts';
import { findOne } from '../sites/findElements.ts';

/** The structure of what the pack means by the composer; of the whole page when it finds none. */
export function structureOf(pack: SitePack): string | null {
  try {
    return captureStructure(findOne(pack.composer.root, document) ?? document.documentElement);
  } catch {
    return null;
  }
}
