import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { SiteState } from '../shared/messages.ts';
import { isLoggedIn, readCounts, readPage } from '../sites/readAccount.ts';
import { lacksRunner } from '../sites/trustedInput.ts';
import { asProblem, checkAnswerStatus } from './onPage.ts';

/** In the extension's own tab it dismisses notes; otherwise it changes nothing. */
export async function readSiteState(
  pack: SitePack,
  { isWorkTab }: { readonly isWorkTab: boolean },
): Promise<SiteState> {
  const nothing = {
    startedAtMs: performance.timeOrigin,
    isLoggedIn: false,
    page: null,
    counts: null,
    problem: null,
    lacksRunner: false,
  };
  try {
    checkAnswerStatus();
    if (!(await isLoggedIn(pack, { mayDismiss: isWorkTab }))) return nothing;
    const page = await readPage(pack);
    return {
      ...nothing,
      isLoggedIn: true,
      page,
      counts: readCounts(pack),
      lacksRunner: isWorkTab && (await lacksRunner()),
    };
  } catch (error) {
    return { ...nothing, problem: asProblem(error) };
  }
}
