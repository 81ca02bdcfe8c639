import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import { checkSitePack, toSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { type PackState, read, write } from './extensionStorage.ts';

export const UNTRIED: Omit<PackState, 'pack'> = { nextProbeMs: 0, problem: null, failedPostings: [], refused: null };

/** The stored state, and the pack that it means. */
export async function readPackState(): Promise<PackState & { readonly inUse: SitePack }> {
  const stored = await read('sitePack');
  if (!stored?.pack) return { ...UNTRIED, ...stored, pack: null, inUse: BUILT_IN_SITE_PACK };
  // Another version of the extension may have a newer pack, or other rules for packs.
  const isValid = stored.pack.version > BUILT_IN_SITE_PACK.version && checkSitePack(stored.pack).length === 0;
  return isValid
    ? { ...UNTRIED, ...stored, inUse: toSitePack(stored.pack) }
    : { ...UNTRIED, pack: null, inUse: BUILT_IN_SITE_PACK };
}

/** The site pack that everything on the site is found by. */
export const packInUse = async (): Promise<SitePack> => (await readPackState()).inUse;

export async function changePackState(changes: Partial<PackState>): Promise<void> {
  const { inUse: _, ...state } = await readPackState();
  await write('sitePack', { ...state, ...changes });
}
