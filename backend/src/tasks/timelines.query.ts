import { type PostingStatus, TIMELINE_STEPS_SHOWN } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';

export type StepRow = {
  posting_id: string;
  from_status: PostingStatus;
  to_status: PostingStatus;
  duration_ms: number;
  at: Date;
};

/** The steps of the postings of the owner $1's task $2, or of its posting $3 alone, oldest first. */
export const listTaskSteps = statement<StepRow, [string, string, string | null]>(
  'task_steps',
  `SELECT s.posting_id, s.from_status, s.to_status, s.duration_ms::float8 AS duration_ms, s.at
   FROM page_postings p JOIN posting_transitions s ON s.posting_id = p.id
   WHERE p.owner_id = $1 AND p.task_id = $2 AND ($3::uuid IS NULL OR p.id = $3)
   ORDER BY s.id LIMIT ${TIMELINE_STEPS_SHOWN}`,
);
