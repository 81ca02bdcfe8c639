import { DEVICE_PROBLEM_SENTENCES, DEVICE_PROBLEMS, UNLINK_SENTENCES } from '@flyerdeck/contracts/extension.values';
import { stepOf } from '@flyerdeck/contracts/sitePackWords';
import type { PollBody, PollResponse } from '@flyerdeck/contracts/types';
import { waitSentence } from '../../src/lib/postings.ts';
import { type Device, forget, note, type Posting, read, write } from '../shared/extensionStorage.ts';
import { extensionVersion } from '../shared/manifestValues.ts';
import type { SiteState } from '../shared/messages.ts';
import { noSitePack, readPackState } from '../shared/packInUse.ts';
import { needsRunner, type Problem, SiteProblem } from '../sites/site.ts';
import { expectFeedCheck } from './feedChecks.ts';
import { disconnect, isLive, keepConnected } from './liveChannel.ts';
import { ApiFailure, poll, serverNow } from './productApi.ts';
import { missesOf, problemOfPack, sendStructureReports, takePack } from './sitePack.ts';
import { currentSiteState } from './workTab.ts';

/** A page that is older is reloaded: its login state and its counts may be outdated. */
const FRESH_MS = 5 * 60_000;
/** The server marks connected pages as active without polls, and sends lost hints again. */
const POLL_ANYWAY_MS = 15 * 60_000;

export interface PollOutcome {
  readonly posting: Posting | null;
  /** Null: at the next alarm. */
  readonly nextPollSeconds: number | null;
}

const NOTHING_TO_DO: PollOutcome = { posting: null, nextPollSeconds: null };
const TRY_AGAIN: PollOutcome = { posting: null, nextPollSeconds: 10 };

/** The poll after which nothing was left to do. Until a hint, one with the same body would change nothing. */
let settled: { readonly body: string; readonly untilMs: number } | null = null;
let hints = 0;

export function expectWork(): void {
  hints += 1;
  settled = null;
}

/** Skips the poll while the server can send hints and nothing has changed. */
export async function pollOnce(onHint: () => void): Promise<PollOutcome> {
  const device = await read('device');
  if (device?.isLinked) keepConnected(device.secret, onHint);
  else disconnect();
  if (!device) return NOTHING_TO_DO;
  const site = device.isLinked ? await checkSite(device) : null;
  const problem = site?.problem ?? null;
  const packs = await readPackState();
  const body: PollBody = {
    ...pollBodyOf(device, site),
    ...(packs.inUse && {
      site_pack_version: packs.inUse.version,
      has_scheduler: stepOf(packs.inUse, 'time') !== undefined,
    }),
    ...(site && missesOf(packs)),
  };
  await sendStructureReports(device.secret);
  if (isLive() && settled && settled.body === JSON.stringify(body) && Date.now() < settled.untilMs) {
    await note({ lastContactAt: new Date().toISOString() });
    return NOTHING_TO_DO;
  }
  const hintsBefore = hints;
  try {
    const answer = await poll(device.secret, body);
    const outcome = await applyAnswer(answer, device, problem);
    // An undone pack is left in any case, because it may be why the account is not seen.
    const isUndone = packs.inUse !== null && (answer.site_pack_version ?? 0) < packs.inUse.version;
    const mayTry = isUndone || problem === null || ['site_changed', 'no_site_pack'].includes(problem.code);
    // The server names no pack to a browser that was unlinked.
    if (site && answer.page?.linked !== false && !outcome.posting && mayTry) {
      const tried = await takePack(device, answer.site_pack_version, problem === null);
      if (tried === 'changed') return { posting: null, nextPollSeconds: 0 };
      if (tried === 'later') return TRY_AGAIN;
    }
    // While something is wrong the device polls as without hints, so that the product shows soon when it works again.
    if (!isLive() || !answer.await_hint || problem) return outcome;
    if (hints > hintsBefore) return { ...outcome, nextPollSeconds: 0 };
    settled = { body: JSON.stringify(body), untilMs: Date.now() + POLL_ANYWAY_MS * (0.8 + 0.2 * Math.random()) };
    return { ...outcome, nextPollSeconds: null };
  } catch (error) {
    // Hints came faster than the server accepts polls.
    if (error instanceof ApiFailure && error.status === 429) return { posting: null, nextPollSeconds: 1 };
    if (error instanceof ApiFailure && error.status === 401) {
      return await unlink('This link is no longer known. Link the page again.');
    }
    await note({
      problem: error instanceof ApiFailure ? error.message : 'Flyerdeck could not be reached. Trying again.',
    });
    return TRY_AGAIN;
  }
}

async function unlink(why: string): Promise<PollOutcome> {
  // The problem is written first: a popup that sees neither page nor problem gets a new token, which clears the problem.
  await note({ problem: why, waitingFor: null });
  await forget('device', 'job', 'outcome');
  return NOTHING_TO_DO;
}

interface CheckedSite {
  readonly state: SiteState | null;
  readonly problem: Problem | null;
}

async function checkSite(device: Device): Promise<CheckedSite> {
  try {
    const packs = await readPackState();
    if (!packs.inUse) return { state: null, problem: noSitePack() };
    const before = await read('status');
    // While something is wrong the page is reloaded at each poll, which does not help while the pack does not fit the site.
    const isWrong = before?.problem && !packs.problem;
    const state = await currentSiteState({ freshWithinMs: isWrong ? 0 : FRESH_MS });
    const problem = problemOf(state, device);
    if (problem && problem.code !== 'site_changed') return { state, problem };
    if (state.lacksRunner) return { state, problem: needsRunner() };
    return { state, problem: await problemOfPack(problem) };
  } catch (error) {
    if (error instanceof SiteProblem) return { state: null, problem: error };
    throw error;
  }
}

function problemOf(state: SiteState, { page }: Device): Problem | null {
  if (state.problem) return state.problem;
  if (!state.isLoggedIn) return { code: 'logged_out', message: DEVICE_PROBLEM_SENTENCES.logged_out };
  if (state.page?.creatorId === page.creatorId) return null;
  return {
    code: 'wrong_account',
    message: `This browser is logged in as @${state.page?.username}, but posts for @${page.username}.`,
  };
}

function pollBodyOf(device: Device, site: CheckedSite | null): PollBody {
  const { state = null, problem = null } = site ?? {};
  const isOurs = state?.page?.creatorId === device.page.creatorId;
  return {
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    extension_version: extensionVersion,
    ...(site ? { health: DEVICE_PROBLEMS.find((one) => one === problem?.code) ?? 'ok' } : {}),
    ...(isOurs && state.counts ? { counts: state.counts } : {}),
    ...(isOurs && state.page
      ? { page: { name: state.page.name, username: state.page.username, avatar_url: state.page.avatarUrl } }
      : {}),
  };
}

async function applyAnswer(answer: PollResponse, device: Device, problem: Problem | null): Promise<PollOutcome> {
  // What could not be read behind a captcha or a login can be read now.
  if (!problem && (await read('status'))?.problem) await expectFeedCheck();
  await note({
    lastContactAt: new Date().toISOString(),
    latestVersion: answer.latest_extension_version,
    problem: problem?.message ?? null,
    waitingFor: answer.wait_reason && waitSentence(answer.wait_reason, answer.wait_until),
  });
  if (answer.page === null) {
    if (Date.parse(device.tokenExpiresAt) > (await serverNow()))
      return { posting: null, nextPollSeconds: answer.next_poll_seconds };
    await forget('device');
    return NOTHING_TO_DO;
  }
  if (!answer.page.linked) {
    return await unlink(UNLINK_SENTENCES[answer.page.unlinked_reason ?? 'unlinked']);
  }
  // It polls again at once, with what the site shows.
  const isNews = !device.isLinked;
  if (isNews) await write('device', { ...device, isLinked: true });
  const { posting } = answer;
  return {
    nextPollSeconds: isNews ? 1 : answer.next_poll_seconds,
    posting: posting && { ...posting, claimedAt: new Date(await serverNow()).toISOString() },
  };
}
