import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { SiteState } from '../shared/messages.ts';
import { isLoggedIn, readCounts, readPage } from '../sites/readAccount.ts';
import { SiteProblem } from '../sites/SiteProblem.ts';
import { asProblem } from './asProblem.ts';

/** Throws SiteProblem when the site answered this page with an error. */
export function checkAnswerStatus(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const status = navigation?.responseStatus ?? 0;
  if (status >= 500) throw new SiteProblem('site_failing', `The creator site answered with an error (${status}).`);
  if (status >= 400) throw new SiteProblem('site_changed', `The creator site has no such page (${status}).`);
}

/** Reads the account from this page of the site. In the extension's own tab it dismisses notes; otherwise it changes nothing. */
export async function readSiteState(
  pack: SitePack,
  { isWorkTab }: { readonly isWorkTab: boolean },
): Promise<SiteState> {
  const place = { startedAtMs: performance.timeOrigin, path: location.pathname };
  try {
    checkAnswerStatus();
    if (!(await isLoggedIn(pack, { mayDismiss: isWorkTab })))
      return { ...place, isLoggedIn: false, page: null, counts: null, problem: null };
    const page = await readPage(pack);
    return { ...place, isLoggedIn: true, page, counts: readCounts(pack), problem: null };
  } catch (error) {
    return { ...place, isLoggedIn: false, page: null, counts: null, problem: asProblem(error) };
  }
}
