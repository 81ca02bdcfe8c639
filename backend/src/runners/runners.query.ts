import {
  PAIRING_CODE_MINUTES,
  RUNNER_SILENT_MINUTES,
  type RunnerPage,
  type Runner as WireRunner,
} from '@flyerdeck/contracts';
import { sql, statement, statementWithIsoTimes } from '../database/statement.ts';

export const insertRunner = sql<
  { code_expires_at: Date },
  [secretHash: Buffer, codeHash: Buffer, hostName: string, version: string]
>(
  `INSERT INTO runners (secret_hash, code_hash, code_expires_at, host_name, version)
   VALUES ($1, $2, now() + interval '${PAIRING_CODE_MINUTES} minutes', $3, $4) RETURNING code_expires_at`,
);

export type OwnRunnerRow = { id: string; owner_id: string | null };

/** With the owner once it is paired. No row for one that was ended, or whose owner is deactivated. */
export const findRunner = statement<OwnRunnerRow, [secretHash: Buffer]>(
  `SELECT r.id, r.owner_id FROM runners r LEFT JOIN users u ON u.id = r.owner_id
   WHERE r.secret_hash = $1 AND r.ended_at IS NULL AND coalesce(u.is_active, true)
     AND (r.owner_id IS NOT NULL OR r.code_expires_at > now())`,
);

export const listPagesOfRunner = sql<RunnerPage, [runnerId: string]>(
  `SELECT guid, creator_id, name, username, health FROM pages
   WHERE runner_id = $1 AND unlinked_at IS NULL AND EXISTS (SELECT FROM devices WHERE page_guid = guid AND voided_at IS NULL)
   ORDER BY linked_at, guid`,
);

export const listRunnersOf = statementWithIsoTimes<WireRunner, [ownerId: string]>(
  `SELECT r.id, r.host_name, r.version, r.paired_at, r.last_contact_at,
     coalesce(r.last_contact_at > now() - interval '${RUNNER_SILENT_MINUTES} minutes', false) AS is_connected,
     count(p.guid)::int AS pages, (count(p.guid) FILTER (WHERE p.is_awake))::int AS awake,
     (count(p.guid) FILTER (WHERE needs_login(p)))::int AS logged_out
   FROM runners r LEFT JOIN pages p ON p.runner_id = r.id AND p.unlinked_at IS NULL
   WHERE r.owner_id = $1 AND r.ended_at IS NULL
   GROUP BY r.id ORDER BY r.paired_at DESC, r.id`,
);

export const countRunners = sql<{ runners: number }, [ownerId: string]>(
  'SELECT count(*)::int AS runners FROM runners WHERE owner_id = $1 AND ended_at IS NULL',
);

export const giveRunnerTo = sql<never, [ownerId: string, runnerId: string]>(
  'UPDATE runners SET owner_id = $1, code_hash = NULL, paired_at = now() WHERE id = $2',
);

export const endRunnerRow = sql<{ id: string }, [ownerId: string, runnerId: string]>(
  'UPDATE runners SET ended_at = now() WHERE owner_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id',
);

export const lockWaitingRunner = sql<{ id: string; host_name: string; created_at: Date }, [codeHash: Buffer]>(
  `SELECT id, host_name, created_at FROM runners
   WHERE code_hash = $1 AND code_expires_at > now() AND ended_at IS NULL FOR UPDATE`,
);

export const markAwakePages = sql<never, [runnerId: string, guids: readonly string[]]>(
  `WITH changed AS MATERIALIZED (
     SELECT guid FROM pages WHERE runner_id = $1 AND is_awake <> (guid = ANY ($2::uuid[])) ORDER BY guid FOR NO KEY UPDATE
   )
   UPDATE pages p SET is_awake = NOT is_awake FROM changed WHERE p.guid = changed.guid`,
);

export const lockPagesOfRunner = sql<{ guid: string }, [runnerId: string]>(
  'SELECT guid FROM pages WHERE runner_id = $1 ORDER BY guid FOR NO KEY UPDATE',
);

/** Until the transaction ends. */
export const keepRunner = sql<{ kept: true }, [runnerId: string]>(
  'SELECT true AS kept FROM runners WHERE id = $1 AND ended_at IS NULL FOR SHARE',
);

export const deleteUnpairedRunners = sql(
  "DELETE FROM runners WHERE owner_id IS NULL AND code_expires_at < now() - interval '1 day'",
);
