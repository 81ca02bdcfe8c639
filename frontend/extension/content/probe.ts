import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { Prepared } from '../shared/messages.ts';
import { Composer } from '../sites/Composer.ts';
import { probeComposer } from '../sites/probeComposer.ts';
import { siteChanged } from '../sites/SiteProblem.ts';
import { onPage } from './onPage.ts';

/** Looks on the new-post page whether the pack finds everything. Types nothing and presses only what opens popups. */
export function probe(pack: SitePack): Promise<Prepared> {
  return onPage(pack, async () => {
    const missing = await probeComposer(Composer.find(pack));
    if (missing.length > 0) throw siteChanged('A part of the new post', ...missing);
  });
}
