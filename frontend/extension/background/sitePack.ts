import { checkSitePack } from '@flyerdeck/contracts/checkSitePack';
import type { SitePack } from '@flyerdeck/contracts/sitePack';
import { MAX_MISSING_ELEMENTS, packMissesSentence } from '@flyerdeck/contracts/sitePacks.values';
import { composerPath } from '@flyerdeck/contracts/sitePackWords';
import type { PollBody, StructureReportBody } from '@flyerdeck/contracts/types';
import { type Device, forget, type PackState, read, write } from '../shared/extensionStorage.ts';
import { siteOrigin } from '../shared/manifestValues.ts';
import type { Prepared } from '../shared/messages.ts';
import { changePackState, readPackState, UNTRIED } from '../shared/packInUse.ts';
import { type Problem, SiteProblem } from '../sites/site.ts';
import { alarmSeconds } from '../sites/waits.ts';
import { ApiFailure, fetchSitePack, sendStructureReport } from './productApi.ts';
import { ask, visit } from './workTab.ts';

/* What is missing counts when it was missing at two separate times, because a page may load slowly once. */

const PROBE_EVERY_MS = 24 * 3_600_000;
const PROBE_AGAIN_MS = 15 * 60_000;
const MISS_AGAIN_MS = 2_000 * alarmSeconds;
/** Then the page waits for another pack or the daily probe. */
const MAX_FAILED_POSTINGS = 2;

const SLOW: Problem = {
  code: 'site_failing',
  message: 'The creator site did not show everything in time. Flyerdeck looks again in a minute.',
};

/** Not stored: after a restart of the worker the next probe comes at its time. */
let isRetryWanted = false;

export function retryProbe(): void {
  isRetryWanted = true;
}

const isAboutPack = (problem: Problem | null): boolean => problem?.code === 'site_changed';

/** The page is left afterwards, because a probe may leave popups open. */
async function probeOnce(pack: SitePack): Promise<Prepared> {
  try {
    const tabId = await visit(composerPath(pack));
    const probed = await ask(tabId, { kind: 'probe', pack });
    await visit('/');
    return probed;
  } catch (error) {
    const code = error instanceof SiteProblem ? error.code : 'site_failing';
    return { problem: { code, message: String((error as Error).message) }, structure: null };
  }
}

/** What was not found is looked for once more, after a reload. */
async function probe(pack: SitePack): Promise<Prepared> {
  const probed = await probeOnce(pack);
  return isAboutPack(probed.problem) ? probeOnce(pack) : probed;
}

const elementsOf = ({ missing = [] }: Problem) => missing.slice(0, MAX_MISSING_ELEMENTS);

const reportOf = ({ version }: SitePack, { problem, structure }: Prepared): StructureReportBody => ({
  site_pack_version: version,
  what: 'probe',
  missing: problem ? elementsOf(problem) : [],
  structure: structure ?? '',
});

const named = ({ version }: SitePack, problem: Problem): Problem => {
  const elements = elementsOf(problem);
  return {
    ...problem,
    message:
      elements.length > 0 ? packMissesSentence({ version, elements }) : `Site pack ${version}: ${problem.message}`,
  };
};

/** Probes before its first use, daily, and after a post for which an element was not found. `seen`: one was missing when the site was read. */
export async function problemOfPack(seen: Problem | null = null): Promise<Problem | null> {
  const { inUse, nextProbeMs, missedAtMs, problem: known } = await readPackState();
  if (!inUse) return null;
  const waitMs = nextProbeMs - Date.now();
  const hasMissed = known !== null || missedAtMs !== null;
  const isSeenAgain = !seen && known?.missing?.some((element) => element.startsWith('account.'));
  // Bounded, because this machine's clock may have been changed.
  const isDue =
    waitMs <= 0 || waitMs > PROBE_EVERY_MS || (hasMissed && isRetryWanted) || (!hasMissed && seen) || isSeenAgain;
  isRetryWanted = false;
  if (!isDue) return known ?? (hasMissed ? SLOW : null);
  const probed = await probe(inUse);
  const problem = probed.problem ?? seen;
  if (problem && !isAboutPack(problem)) return problem;
  if (!problem) {
    await changePackState({ nextProbeMs: Date.now() + PROBE_EVERY_MS, missedAtMs: null, problem: null });
    return null;
  }
  if (!known && (missedAtMs === null || Math.abs(Date.now() - missedAtMs) < MISS_AGAIN_MS)) {
    const firstMs = missedAtMs ?? Date.now();
    await changePackState({ nextProbeMs: firstMs + MISS_AGAIN_MS, missedAtMs: firstMs });
    return SLOW;
  }
  if (!known) await reportStructure(reportOf(inUse, { ...probed, problem }));
  const reason = named(inUse, problem);
  await changePackState({ nextProbeMs: Date.now() + PROBE_AGAIN_MS, missedAtMs: null, problem: reason });
  return reason;
}

export function missesOf({ inUse, problem, refused }: Awaited<ReturnType<typeof readPackState>>): Partial<PollBody> {
  if (refused?.isSure) return { pack_misses: { version: refused.version, elements: [...refused.missing] } };
  return inUse && problem ? { pack_misses: { version: inUse.version, elements: elementsOf(problem) } } : {};
}

export async function recordPosted(): Promise<void> {
  if ((await readPackState()).failedPostings.length > 0) await changePackState({ failedPostings: [] });
}

/** If an element was not found, the next poll probes. */
export async function recordFailedPost(postingId: string, failed: Prepared): Promise<void> {
  const { inUse, failedPostings: before } = await readPackState();
  if (!inUse || !failed.problem || !isAboutPack(failed.problem)) return;
  await reportStructure({ ...reportOf(inUse, failed), what: 'post', posting_id: postingId });
  const failedPostings = [...new Set([...before, postingId])];
  await changePackState(
    failedPostings.length < MAX_FAILED_POSTINGS
      ? { failedPostings, nextProbeMs: 0 }
      : { failedPostings, nextProbeMs: Date.now() + PROBE_EVERY_MS, problem: named(inUse, failed.problem) },
  );
}

function whyUnusable(fetched: SitePack): string | null {
  const { hostname } = new URL(siteOrigin);
  if (checkSitePack(fetched).length > 0) {
    return `Site pack ${fetched.version} cannot be used by this version of the extension.`;
  }
  return fetched.site === hostname ? null : `Site pack ${fetched.version} is for ${fetched.site}, not for ${hostname}.`;
}

/** Null: none is published. */
const fetchPublished = (secret: string | null): Promise<SitePack | null> =>
  fetchSitePack(secret).catch((error: unknown) => {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  });

/** For a page that is not linked yet and whose account cannot be read. Throws a sentence if the pack cannot be used. */
export async function takePublishedPack(): Promise<void> {
  // Without an answer the popup says what it knows.
  const fetched = await fetchPublished(null).catch(() => null);
  if (!fetched || fetched.version === (await readPackState()).inUse?.version) return;
  const problem = whyUnusable(fetched);
  if (problem !== null) throw new Error(problem);
  await write('sitePack', { ...UNTRIED, pack: fetched });
}

const refusedForMs = ({ refused, problem }: PackState): number =>
  !refused?.isSure ? MISS_AGAIN_MS : problem ? PROBE_AGAIN_MS : PROBE_EVERY_MS;

/** `later`: it is to be tried again soon. `seesAccount`: the pack in use fits the site, so one that does not see the account is wrong. */
export async function takePack(
  device: Device,
  version: number | null,
  seesAccount: boolean,
): Promise<'changed' | 'kept' | 'later'> {
  const state = await readPackState();
  const { inUse, refused } = state;
  if (version === (inUse?.version ?? null)) {
    if (refused) await changePackState({ refused: null });
    return 'kept';
  }
  const isWaiting = refused?.version === version && Math.abs(Date.now() - refused.atMs) < refusedForMs(state);
  if (isWaiting) return refused.isSure ? 'kept' : 'later';
  const pack = await fetchPublished(device.secret);
  if (!pack) {
    await forget('sitePack');
    return 'changed';
  }
  if (pack.version === inUse?.version) return 'kept';
  const unusable = whyUnusable(pack);
  // There is no other one, or an admin has undone the one in use: this one posts once its probe succeeds.
  if (!unusable && (!inUse || pack.version < inUse.version)) {
    await write('sitePack', { ...UNTRIED, pack });
    return 'changed';
  }
  const probed: Prepared = unusable
    ? { problem: { code: 'site_changed', message: unusable, missing: ['pack'] }, structure: null }
    : await probe(pack);
  const { problem } = probed;
  if (!problem) {
    await write('sitePack', { ...UNTRIED, pack, nextProbeMs: Date.now() + PROBE_EVERY_MS });
    return 'changed';
  }
  // Other problems may have nothing to do with the pack: it is tried again at the next poll.
  const isWrong = isAboutPack(problem) || (seesAccount && problem.code !== 'site_failing');
  if (!isWrong) return 'later';
  const isSure = unusable !== null || refused?.version === pack.version;
  const missing = isAboutPack(problem) ? elementsOf(problem) : ['account.username'];
  await changePackState({ refused: { version: pack.version, atMs: Date.now(), isSure, missing } });
  if (!isSure) return 'later';
  if (!refused?.isSure || refused.version !== pack.version)
    await reportStructure({ ...reportOf(pack, probed), missing });
  await sendStructureReports(device.secret);
  return 'kept';
}

const MAX_UNSENT = 5;

async function reportStructure(report: StructureReportBody): Promise<void> {
  const unsent = (await read('structureReports')) ?? [];
  await write('structureReports', [...unsent, report].slice(-MAX_UNSENT));
}

/** When the product is not reached they stay stored. */
export async function sendStructureReports(secret: string): Promise<void> {
  for (;;) {
    const [first, ...others] = (await read('structureReports')) ?? [];
    if (!first) return;
    try {
      await sendStructureReport(secret, first);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.isFinal)) return;
    }
    await write('structureReports', others);
  }
}
