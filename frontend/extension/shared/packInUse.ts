import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import { DEVICE_PROBLEM_SENTENCES } from '@flyerdeck/contracts/extension.values';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { SiteProblem } from '../sites/site.ts';
import { type PackState, read, write } from './extensionStorage.ts';

export const UNTRIED: Omit<PackState, 'pack'> = {
  nextProbeMs: 0,
  missedAtMs: null,
  problem: null,
  failedPostings: [],
  refused: null,
};

export async function readPackState(): Promise<PackState & { readonly inUse: SitePack | null }> {
  const stored = await read('sitePack');
  // Another version of the extension may have other rules for packs.
  const isValid = stored?.pack && checkSitePack(stored.pack).length === 0;
  return isValid ? { ...UNTRIED, ...stored, inUse: stored.pack } : { ...UNTRIED, pack: null, inUse: null };
}

export const noSitePack = (): SiteProblem => new SiteProblem('no_site_pack', DEVICE_PROBLEM_SENTENCES.no_site_pack);

let tried: SitePack | null = null;

export async function withPack<T>(pack: SitePack, work: () => Promise<T>): Promise<T> {
  tried = pack;
  try {
    return await work();
  } finally {
    tried = null;
  }
}

export async function packInUse(): Promise<SitePack> {
  if (tried) return tried;
  const { inUse } = await readPackState();
  if (!inUse) throw noSitePack();
  return inUse;
}

export async function changePackState(changes: Partial<PackState>): Promise<void> {
  const { inUse: _, ...state } = await readPackState();
  await write('sitePack', { ...state, ...changes });
}
