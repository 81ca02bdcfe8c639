import { sql, statement } from '../../database/statement.ts';

/** A restored database has no jobs of repeats (schedule_repeat.sql). */
export const scheduleLostRepeats = sql<never>(
  `UPDATE repeats r SET next_at = next_at
   WHERE next_at IS NOT NULL AND paused_at IS NULL
     AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = 'repeat:' || r.assistant_id)`,
);

/** Owner before assistant (decision 0019). No row if one of them was deleted. */
export const lockRepeatedAssistant = statement<
  { is_active: boolean; is_paused: boolean },
  [ownerId: string, assistantId: string]
>(
  `WITH owner AS MATERIALIZED (SELECT id, is_active FROM users WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE)
   SELECT o.is_active, a.pause_reason IS NOT DISTINCT FROM 'user' AS is_paused
   FROM owner o JOIN assistants a ON a.owner_id = o.id
   WHERE a.id = $2 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF a`,
);

/** The caller has locked the owner's row, so no retry can run concurrently. A run that is repeated itself is the owner's template, and no candidate. */
export const lockOldestFinishedRun = sql<{ id: string }, [ownerId: string]>(
  `SELECT a.id FROM assistants a
   WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND a.of_repeat AND a.queued_at IS NOT NULL
     AND a.pause_reason IS DISTINCT FROM 'queueing'
     AND NOT EXISTS (SELECT FROM repeats r WHERE r.assistant_id = a.id)
     AND NOT EXISTS (
       SELECT FROM tasks t WHERE t.assistant_id = a.id AND t.pending_count + t.posting_count + t.posted_count > 0)
   ORDER BY a.created_at, a.id LIMIT 1 FOR UPDATE OF a SKIP LOCKED`,
);

export type DueRepeatRow = {
  every_days: number | null;
  weekdays: number[];
  local_time: string;
  time_zone: string;
  starts_on: string;
  ends_on: string | null;
  max_runs: number | null;
  runs: number;
  next_at: Date;
  last_planned_at: Date | null;
  /** The database's clock, because clocks of servers differ. */
  now: Date;
};

/** No row if another server has just run it, or if it was paused or deleted. */
export const lockDueRepeat = statement<DueRepeatRow, [assistantId: string]>(
  `SELECT r.every_days, r.weekdays, r.local_time, r.time_zone, r.starts_on::text, r.ends_on::text, r.max_runs, r.runs, r.next_at,
     (SELECT max(planned_at) FROM repeat_runs WHERE repeat_id = r.assistant_id) AS last_planned_at, clock_timestamp() AS now
   FROM repeats r
   WHERE r.assistant_id = $1 AND r.next_at <= clock_timestamp() AND r.paused_at IS NULL
   FOR UPDATE OF r`,
);

/** Stores the run of `plannedAt` if there was one: with the copy, or with the problem. */
export const planNextRun = statement<
  never,
  [assistantId: string, nextAt: Date | null, plannedAt: Date | null, copyId: string | null, problem: string | null]
>(
  `WITH run AS (
     INSERT INTO repeat_runs (repeat_id, planned_at, copy_id, problem)
     SELECT $1::uuid, $3::timestamptz, $4::uuid, $5 WHERE $3 IS NOT NULL
   )
   UPDATE repeats SET next_at = $2, runs = runs + ($4 IS NOT NULL)::int WHERE assistant_id = $1`,
);

/** The bot sends it once (bot/alerts/alerts.ts). `reason`: an error code. */
export const recordRepeatAlert = sql<
  never,
  [kind: 'repeat_skipped' | 'repeat_ended', assistantId: string, ownerId: string, reason: string | null]
>(
  `INSERT INTO bot_alerts (kind, subject_id, user_id, reason) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, subject_id) DO NOTHING`,
);

export const removeRepeat = sql<{ assistant_id: string }, [assistantId: string]>(
  'DELETE FROM repeats WHERE assistant_id = $1 RETURNING assistant_id',
);
