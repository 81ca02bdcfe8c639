import { MAX_POSTINGS_PER_QUEUEING, PAGE_DAY_CREDITS, type PostingRules } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { conflict, unprocessable } from '../http/errors.ts';
import { keepPagesLinked } from '../pages/linkedPagesLock.ts';
import { createPostings, type FlyerPlan } from '../postings/createPostings.ts';
import { lowerCased, targetedPagesSql } from '../postings/targets.ts';
import { delayHours, planRuns } from '../queue/runs.ts';
import type { Assistant } from './assistant.entity.ts';
import { findAssistant, lockAssistant } from './assistants.service.ts';

interface Extent {
  readonly pages: number;
  readonly unpaidPages: number;
  readonly flyerIds: string[];
  readonly balance: number;
}

/** What the rules reach right now, in one statement: pages matched, those that would be charged, flyers in their order. */
async function findExtent(manager: EntityManager, assistant: Assistant): Promise<Extent> {
  const { target_pages, target_tags } = assistant.postingRules;
  const rows: { pages: number; unpaid: number; flyers: string[]; balance: number }[] = await manager.query(
    `SELECT count(p.guid)::int AS pages,
       (count(p.guid) FILTER (WHERE p.unused_charge_id IS NULL AND (p.paid_until IS NULL OR p.paid_until <= now())))::int AS unpaid,
       ARRAY(SELECT t.id::text FROM tasks t WHERE t.assistant_id = $4 AND t.archived_at IS NULL ORDER BY t.sequence_order, t.id) AS flyers,
       (SELECT credits_balance FROM users WHERE id = $1) AS balance
     FROM pages p WHERE ${targetedPagesSql('$1', '$2', '$3')}`,
    [assistant.ownerId, target_pages, lowerCased(target_tags), assistant.id],
  );
  const row = rows[0] ?? { pages: 0, unpaid: 0, flyers: [], balance: 0 };
  return { pages: row.pages, unpaidPages: row.unpaid, flyerIds: row.flyers, balance: row.balance };
}

/** Why it could not be queued, as code and sentence; null when it can. */
function findProblem(assistant: Assistant, extent: Extent): readonly [code: string, sentence: string] | null {
  const { target_pages, target_tags } = assistant.postingRules;
  if (target_pages.length + target_tags.length === 0) {
    return ['assistant.no_targets', 'Choose at least one target page or tag first.'];
  }
  if (extent.flyerIds.length === 0) return ['assistant.no_flyers', 'Add at least one flyer first.'];
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

const countPostings = ({ postingRules }: Assistant, { flyerIds, pages }: Extent) =>
  flyerIds.length * pages * (postingRules.duplication_time_hours > 0 ? 2 : 1);

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
export async function addToQueue(manager: EntityManager, ownerId: string, id: string): Promise<number> {
  await keepPagesLinked(manager, ownerId);
  const assistant = await lockAssistant(manager, ownerId, id);
  if (assistant.queuedAt !== null) {
    throw conflict('assistant.not_waiting', 'Only assistants in waiting state can be added to queue.');
  }
  const extent = await findExtent(manager, assistant);
  const problem = findProblem(assistant, extent);
  if (problem) throw unprocessable(...problem);
  const rules = assistant.postingRules;
  const [queued]: [{ queued_at: Date }[], number] = await manager.query(
    'UPDATE assistants SET queued_at = clock_timestamp(), updated_at = now() WHERE id = $1 RETURNING queued_at',
    [id],
  );
  const queuedAt = queued[0]?.queued_at;
  if (!queuedAt) throw new Error('a locked assistant vanished');
  return createPostings(
    manager,
    { id, ownerId, queuedAt },
    rules,
    planFlyers(extent.flyerIds, assistant.resetAfterPostsList, rules),
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
export async function forecast(manager: EntityManager, ownerId: string, id: string): Promise<ForecastResult> {
  const assistant = await findAssistant(manager, ownerId, id);
  const extent = await findExtent(manager, assistant);
  const rules = assistant.postingRules;
  const delays = planFlyers(extent.flyerIds, assistant.resetAfterPostsList, rules).map((flyer) => flyer.delayHours);
  const postsAny = delays.length > 0 && extent.pages > 0;
  const creditsNeeded = postsAny ? extent.unpaidPages * PAGE_DAY_CREDITS : 0;
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
