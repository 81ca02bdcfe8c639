import type { AppContext } from '../../context.ts';
import { type Db, oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueueJob, type JobHandler } from '../../jobs/enqueue.query.ts';
import { inTurns } from '../../jobs/turns.ts';
import { keepPagesLinked } from '../../pages/pages.query.ts';
import { IN_BACKGROUND, inBatches } from '../../postings/end/inBatches.ts';
import type { Assistant } from '../assistant.entity.ts';
import { addNextPostings, insertQueueing, lockQueueing } from './queueing.query.ts';

/** One transaction is well below a second, also beside other work. */
const BATCH_POSTINGS = 2_000;

export interface FlyerPlan {
  readonly task_id: string;
  readonly run_index: number;
  readonly delay_hours: number;
}

const addBatch = async (db: Db, assistantId: string): Promise<boolean> =>
  (await oneRow(addNextPostings(db, [assistantId, BATCH_POSTINGS]))).is_done;

/** Few are created here; of many, a job adds the rest in batches (decision 0049). The caller has locked the assistant and called keepPagesLinked. Returns the number of postings. */
export async function queuePostings(
  db: Db,
  { id, ownerId, postingRules: rules }: Assistant,
  flyers: readonly FlyerPlan[],
): Promise<number> {
  const { postings } = await oneRow(
    insertQueueing(db, [
      ownerId,
      id,
      rules.target_pages,
      rules.target_tags,
      JSON.stringify(flyers),
      rules.delay_between_tasks_hours,
      rules.duplication_time_hours,
    ]),
  );
  const isDone = await addBatch(db, id);
  if (!isDone) await enqueueJob(db, 'queue_postings', { owner_id: ownerId, assistant_id: id });
  return postings;
}

/** A batch is one transaction, so a job that is killed goes on with the next batch. */
export const addQueuedPostings = ({ db, hints }: Pick<AppContext, 'db' | 'hints'>): JobHandler<'queue_postings'> =>
  inTurns(db, 'queue_postings', async (job, turn) => {
    const { owner_id: owner, assistant_id: id } = job;
    const addSome = () =>
      inTransaction(db, async (db) => {
        await keepPagesLinked(db, [owner]);
        const [queueing] = await lockQueueing(db, [id]);
        return queueing && !(await addBatch(db, id)) ? 1 : 0;
      });
    await inBatches(addSome, { size: 1, signal: turn, ...IN_BACKGROUND });
    if (turn.aborted) return job;
    hints.send({ kind: 'work', owner });
    hints.send({ kind: 'changed', owner, tags: ['Assistant', 'Task', 'Queue'] });
    return null;
  });
