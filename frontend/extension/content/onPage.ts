import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { Prepared, SiteState } from '../shared/messages.ts';
import { captureStructure } from '../sites/captureStructure.ts';
import { findOne } from '../sites/findElements.ts';
import { isLoggedIn, readCounts, readPage } from '../sites/readAccount.ts';
import { loggedOut, type Problem, type SitePage, SiteProblem } from '../sites/site.ts';
import { lacksRunner } from '../sites/trustedInput.ts';

export function checkAnswerStatus(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const status = navigation?.responseStatus ?? 0;
  if (status >= 500) throw new SiteProblem('site_failing', `The creator site answered with an error (${status}).`);
  if (status >= 400) throw new SiteProblem('site_changed', `The creator site has no such page (${status}).`);
}

/** An unexpected error most likely means that the site's markup has changed. */
export function asProblem(error: unknown): Problem {
  const { code, message, missing } =
    error instanceof SiteProblem
      ? error
      : { code: 'site_changed' as const, message: `The page could not be worked with: ${String(error)}`, missing: [] };
  // A page that is not drawn gets no animation frames, so nothing that is missing means that the site has changed.
  return code === 'site_changed' && document.visibilityState === 'hidden'
    ? {
        code: 'no_tab',
        message:
          "The creator site draws nothing, because the extension's window is minimized or covered. Leave a part of it visible.",
      }
    : { code, message, missing };
}

function structureOf(pack: SitePack): string | null {
  try {
    return captureStructure((pack.form && findOne(pack.form, document)) ?? document.body);
  } catch {
    return null;
  }
}

export async function onPage(pack: SitePack, work: (page: SitePage) => Promise<void>): Promise<Prepared> {
  try {
    checkAnswerStatus();
    if (!(await isLoggedIn(pack, { mayDismiss: true }))) {
      throw loggedOut();
    }
    await work(await readPage(pack));
    return { problem: null, structure: null };
  } catch (error) {
    const problem = asProblem(error);
    return { problem, structure: ['site_changed', 'no_tab'].includes(problem.code) ? structureOf(pack) : null };
  }
}

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
