import { describePart } from '@flyerdeck/contracts/sitePackSteps';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { Probed } from '../shared/messages.ts';
import { Composer } from '../sites/Composer.ts';
import { probeComposer } from '../sites/probeComposer.ts';
import { siteChanged } from '../sites/SiteProblem.ts';
import { onPage } from './onPage.ts';

/** Looks on the new-post page whether the pack finds everything. Types nothing and presses only what opens popups. */
export async function probe(pack: SitePack): Promise<Probed> {
  let missing: string[] = [];
  const probed = await onPage(pack, async () => {
    missing = await probeComposer(await Composer.find(pack));
    const [first] = missing;
    if (first !== undefined) throw siteChanged(`A part of the new post, ${describePart(pack.steps, first)}`);
  });
  return { ...probed, missing };
}
