import type { SitePack } from '@flyerdeck/contracts/sitePack';
import type { Probed } from '../shared/messages.ts';
import { probeComposer } from '../sites/probeComposer.ts';
import { isLoggedIn, readPage } from '../sites/readAccount.ts';
import { SiteProblem, siteChanged } from '../sites/SiteProblem.ts';
import { asProblem } from './asProblem.ts';
import { checkAnswerStatus } from './readSiteState.ts';
import { structureOf } from './structure.ts';

/** Looks on the new-post page whether the pack finds everything. Types nothing and presses only what opens popups. */
export async function probe(pack: SitePack): Promise<Probed> {
  try {
    checkAnswerStatus();
    if (!(await isLoggedIn(pack, { mayDismiss: true }))) {
      throw new SiteProblem('logged_out', 'The creator site asks to log in. Log in again in this browser.');
    }
    await readPage(pack);
    const missing = await probeComposer(pack);
    if (missing.length === 0) return { problem: null, missing, structure: null };
    const problem = asProblem(siteChanged(`A part of the new-post page (${missing.join(', ')})`));
    return { problem, missing, structure: structureOf(pack) };
  } catch (error) {
    const problem = asProblem(error);
    return { problem, missing: [], structure: problem.code === 'site_changed' ? structureOf(pack) : null };
  }
}
