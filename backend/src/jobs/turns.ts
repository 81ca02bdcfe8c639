import type { Db } from '../database/statement.ts';
import { enqueueJob, type JobHandler, type JobName, type JobPayloads } from './enqueue.query.ts';

/** Then the jobs of other owners get one of the worker's few places. */
const TURN_MS = 1_000;

/** `work` stops soon after its signal aborts, and returns the payload of the job that does the rest, or null when all is done. */
export const inTurns =
  <Name extends JobName>(
    db: Db,
    name: Name,
    work: (payload: JobPayloads[Name], turn: AbortSignal) => Promise<JobPayloads[Name] | null>,
  ): JobHandler<Name> =>
  async (payload, { abortSignal }) => {
    const rest = await work(payload, AbortSignal.any([abortSignal, AbortSignal.timeout(TURN_MS)]));
    if (rest) await enqueueJob(db, name, rest);
  };
