import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { composerPath } from '@flyerdeck/contracts/sitePackSteps';
import type { StructureReportBody } from '@flyerdeck/contracts/types';
import { type Device, write } from '../shared/extensionStorage.ts';
import type { Prepared, Probed } from '../shared/messages.ts';
import { changePackState, packInUse, readPackState, UNTRIED } from '../shared/packInUse.ts';
import { type Problem, SiteProblem } from '../sites/SiteProblem.ts';
import { fetchSitePack } from './productApi.ts';
import { reportStructure, sendStructureReports } from './structureReports.ts';
import { ask, visit } from './workTab.ts';

/*
 * A site pack is tried before it is used: a probe looks for every element of a new post, and posts nothing. While the pack in use
 * does not fit the site, the page reports the problem `site_changed` and gets no posting.
 */

const PROBE_EVERY_MS = 24 * 3_600_000;
/** While the pack in use does not fit. */
const PROBE_AGAIN_MS = 15 * 60_000;
/** After so many postings that failed although the probe finds everything, the page waits for another pack or the daily probe. */
const MAX_FAILED_POSTINGS = 2;

/** Not stored: after a restart of the worker the next probe comes at its time. */
let isRetryWanted = false;

/** The next poll probes again, if the last probe did not find everything. */
export function retryProbe(): void {
  isRetryWanted = true;
}

const isAboutPack = (problem: Problem | null): boolean => problem?.code === 'site_changed';

/** The page is left afterwards, because a probe may leave popups open. */
async function probeOnce(pack: SitePack): Promise<Probed> {
  try {
    const tabId = await visit(composerPath(pack));
    const probed = await ask(tabId, { kind: 'probe', pack });
    await visit('/');
    return probed;
  } catch (error) {
    // For example the tab was closed.
    const code = error instanceof SiteProblem ? error.code : 'site_failing';
    return { problem: { code, message: String((error as Error).message) }, missing: [], structure: null };
  }
}

/** A page that is slow for once is no reason to stop: what was not found is looked for once more. */
async function probe(pack: SitePack): Promise<Probed> {
  const probed = await probeOnce(pack);
  return isAboutPack(probed.problem) ? probeOnce(pack) : probed;
}

const reportOf = ({ version }: SitePack, { missing, structure }: Omit<Probed, 'problem'>): StructureReportBody => ({
  site_pack_version: version,
  what: 'probe',
  missing: [...missing],
  structure: structure ?? '',
});

/**
 * Why the pack in use does not fit the site; null when it fits. Probes before its first use, daily, and after a post for which an
 * element was not found.
 */
export async function problemOfPack(): Promise<Problem | null> {
  const { inUse, nextProbeMs, problem: known } = await readPackState();
  const waitMs = nextProbeMs - Date.now();
  // Bounded, because this machine's clock may have been changed.
  const isDue = waitMs <= 0 || waitMs > PROBE_EVERY_MS || (known !== null && isRetryWanted);
  isRetryWanted = false;
  if (!isDue) return known;
  const probed = await probe(inUse);
  const { problem } = probed;
  if (problem && !isAboutPack(problem)) return problem;
  if (problem && !known) await reportStructure(reportOf(inUse, probed));
  await changePackState({
    nextProbeMs: Date.now() + (problem ? PROBE_AGAIN_MS : PROBE_EVERY_MS),
    problem,
  });
  return problem;
}

/** The next poll probes, although the last probe found everything: an element was not found when the site was read. */
export async function probeAtNextPoll(): Promise<void> {
  if (!(await readPackState()).problem) await changePackState({ nextProbeMs: 0 });
}

/** A post has succeeded. */
export async function recordPosted(): Promise<void> {
  if ((await readPackState()).failedPostings.length > 0) await changePackState({ failedPostings: [] });
}

/** A post has failed before the press. If an element was not found, the next poll probes. */
export async function recordFailedPost(postingId: string, { problem, structure }: Prepared): Promise<void> {
  if (!problem || !isAboutPack(problem)) return;
  const state = await readPackState();
  await reportStructure({
    ...reportOf(state.inUse, { missing: [], structure }),
    what: 'post',
    posting_id: postingId,
  });
  const failedPostings = [...new Set([...state.failedPostings, postingId])];
  await changePackState(
    failedPostings.length < MAX_FAILED_POSTINGS
      ? { failedPostings, nextProbeMs: 0 }
      : { failedPostings, nextProbeMs: Date.now() + PROBE_EVERY_MS, problem },
  );
}

/** An older version of the extension may have other rules for packs, and each build is for one site. */
const isUsable = (fetched: unknown): boolean =>
  checkSitePack(fetched).length === 0 && toSitePack(fetched).site === BUILT_IN_SITE_PACK.site;

/** Higher than every version. */
const ANY_VERSION = 2_147_483_647;

/**
 * Uses the pack of all pages, untried; if that is the pack in use, the newest one, which may still be being tried. For a page that is
 * not linked yet and whose account can not be read with the pack in use: nobody names a pack for it.
 */
export async function takePublishedPack(): Promise<void> {
  // Without an answer the popup says what the page lacks with the pack in use.
  const { version } = await packInUse();
  const ofAll = await fetchSitePack(null).catch(() => null);
  const fetched = ofAll?.version === version ? await fetchSitePack(null, ANY_VERSION).catch(() => null) : ofAll;
  if (!fetched || fetched.version === version || !isUsable(fetched)) return;
  await write('sitePack', { ...UNTRIED, pack: toSitePack(fetched) });
}

/**
 * Uses another pack, if this page should and it fits the site. `later`: the site did not answer. `seesAccount`: the pack in use fits
 * the site, so a new pack that does not see the account is wrong.
 */
export async function takePack(
  device: Device,
  version: number,
  seesAccount: boolean,
): Promise<'changed' | 'kept' | 'later'> {
  const { inUse, refused } = await readPackState();
  const wasRefused = refused?.version === version && Math.abs(Date.now() - refused.atMs) < PROBE_EVERY_MS;
  if (version === inUse.version || wasRefused) return 'kept';
  const fetched = version === BUILT_IN_SITE_PACK.version ? BUILT_IN_SITE_PACK : await fetchSitePack(device.secret);
  if (fetched.version === inUse.version) return 'kept';
  const isValid = isUsable(fetched);
  const pack = toSitePack(fetched);
  const probed = isValid ? await probe(pack) : { problem: null, missing: ['pack'], structure: null };
  const { problem } = probed;
  // A pack that was withdrawn is left in any case.
  const isWithdrawal = isValid && pack.version < inUse.version;
  if (isWithdrawal || (isValid && !problem)) {
    await write('sitePack', {
      ...UNTRIED,
      pack: pack.version === BUILT_IN_SITE_PACK.version ? null : pack,
      nextProbeMs: isAboutPack(problem) ? Date.now() + PROBE_AGAIN_MS : problem ? 0 : Date.now() + PROBE_EVERY_MS,
      problem: isAboutPack(problem) ? problem : null,
    });
    return 'changed';
  }
  // Other problems may have nothing to do with the pack: it is tried again at the next poll.
  const isWrong = !problem || isAboutPack(problem) || (seesAccount && problem.code !== 'site_failing');
  if (!isWrong) return 'later';
  await reportStructure(reportOf({ ...pack, version }, probed));
  await changePackState({ refused: { version, atMs: Date.now() } });
  await sendStructureReports(device.secret);
  return 'kept';
}
