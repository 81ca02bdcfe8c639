import { MAX_POSTINGS_PER_QUEUEING, PAGE_DAY_CREDITS, type PostingRules } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { conflict, unprocessable } from '../http/errors.ts';
import { keepPagesLinked } from '../pages/linkedPagesLock.query.ts';
import { createPostings, type FlyerPlan } from '../postings/createPostings.ts';
import { lowerCased } from '../postings/targets.ts';
import { delayHours, planRuns } from '../queue/runs.ts';
import { type ExtentRow, findExtent, markQueued } from './addToQueue.query.ts';
import type { Assistant } from './assistant.entity.ts';
import { findAssistant, lockAssistant } from './assistants.service.ts';

async function extentOf(db: Db, { id, ownerId, postingRules }: Assistant): Promise<ExtentRow> {
  const { target_pages, target_tags } = postingRules;
  const [extent] = await findExtent(db, [ownerId, target_pages, lowerCased(target_tags), id]);
  if (!extent) throw new Error('an aggregate answered no row');
  return extent;
}

/** Why it could not be queued, as code and sentence; null when it can. */
function findProblem(assistant: Assistant, extent: ExtentRow): readonly [code: string, sentence: string] | null {
  const { target_pages, target_tags } = assistant.postingRules;
  if (target_pages.length + target_tags.length === 0) {
    return ['assistant.no_targets', 'Choose at least one target page or tag first.'];
  }
  if (extent.flyer_ids.length === 0) return ['assistant.no_flyers', 'Add at least one flyer first.'];
  if (extent.pages === 0) return ['assistant.no_pages', 'None of your linked pages match the chosen targets.'];
  const postings = countPostings(assistant, extent);
  if (postings > MAX_POSTINGS_PER_QUEUEING) {
    const [made, most] = [postings, MAX_POSTINGS_PER_QUEUEING].map((count) => count.toLocaleString('en-US'));
    return [
      'assistant.too_many_postings',
      `This would make ${made} postings, and ${most} can be added at once. Use fewer flyers or pages.`,
    ];
  }
  return null;
}

const countPostings = ({ postingRules }: Assistant, { flyer_ids, pages }: ExtentRow) =>
  flyer_ids.length * pages * (postingRules.duplication_time_hours > 0 ? 2 : 1);

function planFlyers(flyerIds: readonly string[], resetList: readonly number[], rules: PostingRules): FlyerPlan[] {
  const places = planRuns(flyerIds.length, resetList);
  return places.map((place, index) => ({
    taskId: flyerIds[index] as string,
    runIndex: place.run,
    delayHours: delayHours(place, rules),
  }));
}

/**
 * Turns a waiting assistant into postings, in one transaction and a fixed number of statements. Answers how many were made.
 * Throws 409 with the spec's sentence unless it waits, 422 with what is missing.
 */
export async function addToQueue(db: Db, ownerId: string, id: string): Promise<number> {
  await keepPagesLinked(db, [ownerId]);
  const assistant = await lockAssistant(db, ownerId, id);
  if (assistant.queuedAt !== null) {
    throw conflict('assistant.not_waiting', 'Only assistants in waiting state can be added to queue.');
  }
  const extent = await extentOf(db, assistant);
  const problem = findProblem(assistant, extent);
  if (problem) throw unprocessable(...problem);
  const rules = assistant.postingRules;
  const [queued] = await markQueued(db, [id]);
  if (!queued) throw new Error('a locked assistant vanished');
  return createPostings(
    db,
    { id, ownerId, queuedAt: queued.queued_at },
    rules,
    planFlyers(extent.flyer_ids, assistant.resetAfterPostsList, rules),
  );
}

export interface ForecastResult {
  readonly pages: number;
  readonly flyers: number;
  readonly postings: number;
  readonly creditsNeeded: number;
  readonly creditsBalance: number;
  readonly shortfall: number;
  readonly firstInHours: number | null;
  readonly lastInHours: number | null;
  readonly problem: string | null;
}

/** What addToQueue would do right now; changes nothing. */
export async function forecast(db: Db, ownerId: string, id: string): Promise<ForecastResult> {
  const assistant = await findAssistant(db, ownerId, id);
  const extent = await extentOf(db, assistant);
  const rules = assistant.postingRules;
  const delays = planFlyers(extent.flyer_ids, assistant.resetAfterPostsList, rules).map((flyer) => flyer.delayHours);
  const postsAny = delays.length > 0 && extent.pages > 0;
  const creditsNeeded = postsAny ? extent.unpaid_pages * PAGE_DAY_CREDITS : 0;
  const problem =
    assistant.queuedAt === null
      ? (findProblem(assistant, extent)?.[1] ?? null)
      : 'Only assistants in waiting state can be added to queue.';
  return {
    pages: extent.pages,
    flyers: delays.length,
    postings: countPostings(assistant, extent),
    creditsNeeded,
    creditsBalance: extent.balance,
    shortfall: Math.max(0, creditsNeeded - extent.balance),
    firstInHours: postsAny ? Math.min(...delays) : null,
    lastInHours: postsAny ? Math.max(...delays) + rules.duplication_time_hours : null,
    problem,
  };
}
