import { MAX_POSTINGS_PER_QUEUEING } from '@flyerdeck/contracts';
import { lockUser } from '../../credits/credits.query.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { keepPagesLinked } from '../../pages/pages.query.ts';
import { pendingProblem } from '../../postings/retry/pendingLimit.query.ts';
import { conflict, unprocessable } from '../../server/http/errors.ts';
import type { Assistant } from '../assistant.entity.ts';
import { lockAssistant } from '../assistants.service.ts';
import { type ExtentRow, findExtent } from './queueing.query.ts';
import { type FlyerPlan, queuePostings } from './queueing.ts';

interface RunPosition {
  readonly run: number;
  /** From zero. Delays start again with each run. */
  readonly position: number;
}

/** `[2,1]` and five flyers give runs of 2, 1 and the remaining 2. Zeros are ignored. */
export function planRuns(flyers: number, resetAfterPostsList: readonly number[]): RunPosition[] {
  const lengths = resetAfterPostsList.filter((length) => length > 0);
  const positions: RunPosition[] = [];
  let run = 0;
  let position = 0;
  for (let flyer = 0; flyer < flyers; flyer++) {
    positions.push({ run, position });
    position += 1;
    if (position === lengths[run]) {
      run += 1;
      position = 0;
    }
  }
  return positions;
}

export const delayHours = (
  { position }: RunPosition,
  rules: { readonly start_delay_hours: number; readonly delay_between_tasks_hours: number },
) => rules.start_delay_hours + position * rules.delay_between_tasks_hours;

export const NOT_WAITING = 'Only assistants in waiting state can be added to queue.';

type WithRules = Pick<Assistant, 'postingRules'>;

export const extentOf = (
  db: Db,
  { id, ownerId, postingRules }: WithRules & Pick<Assistant, 'id' | 'ownerId'>,
): Promise<ExtentRow> => oneRow(findExtent(db, [ownerId, postingRules.target_pages, postingRules.target_tags, id]));

export const countPostings = ({ postingRules }: WithRules, { task_ids, pages }: ExtentRow) =>
  task_ids.length * pages * (postingRules.duplication_time_hours > 0 ? 2 : 1);

type Problem = readonly [code: string, sentence: string];

/** Null if it can be queued, apart from what else its owner has in the queue. */
export function ownProblem(assistant: WithRules, extent: ExtentRow): Problem | null {
  const { target_pages, target_tags } = assistant.postingRules;
  if (target_pages.length + target_tags.length === 0) {
    return ['assistant.no_targets', 'Choose at least one target page or tag first.'];
  }
  if (extent.task_ids.length === 0) return ['assistant.no_flyers', 'Add at least one flyer first.'];
  if (extent.start_passed) {
    return ['assistant.start_passed', 'The chosen start has passed. Choose a later one.'];
  }
  if (extent.pages === 0) return ['assistant.no_pages', 'None of your linked pages match the chosen targets.'];
  const postings = countPostings(assistant, extent);
  if (postings <= MAX_POSTINGS_PER_QUEUEING) return null;
  const [made, most] = [postings, MAX_POSTINGS_PER_QUEUEING].map((count) => count.toLocaleString('en-US'));
  return [
    'assistant.too_many_postings',
    `This would make ${made} postings, and ${most} can be added at once. Use fewer flyers or pages.`,
  ];
}

export const findProblem = async (db: Db, assistant: Assistant, extent: ExtentRow): Promise<Problem | null> =>
  ownProblem(assistant, extent) ?? pendingProblem(db, assistant.ownerId, countPostings(assistant, extent));

export const planFlyers = ({ resetAfterPostsList, postingRules }: Assistant, { task_ids }: ExtentRow): FlyerPlan[] =>
  planRuns(task_ids.length, resetAfterPostsList).map((position, index) => ({
    task_id: task_ids[index] as string,
    run_index: position.run,
    delay_hours: delayHours(position, postingRules),
  }));

/** Returns the number of postings. Must run in a transaction. */
export async function addToQueue(db: Db, ownerId: string, id: string): Promise<number> {
  await keepPagesLinked(db, [ownerId]);
  await lockUser(db, [ownerId]);
  const assistant = await lockAssistant(db, ownerId, id);
  if (assistant.queuedAt !== null) throw conflict('assistant.not_waiting', NOT_WAITING);
  return queueAssistant(db, assistant);
}

/** The caller has called keepPagesLinked and locked the owner and the waiting assistant. */
export async function queueAssistant(db: Db, assistant: Assistant): Promise<number> {
  const extent = await extentOf(db, assistant);
  const problem = await findProblem(db, assistant, extent);
  if (problem) throw unprocessable(...problem);
  return queuePostings(db, assistant, planFlyers(assistant, extent));
}
