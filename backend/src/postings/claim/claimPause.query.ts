import { type Db, sql, statement, statementWithIsoTimes } from '../../database/statement.ts';

const findSentence = statement<{ sentence: string }, []>('SELECT sentence FROM claim_pause WHERE sentence IS NOT NULL');

export const pauseSentence = async (db: Db): Promise<string | null> =>
  (await findSentence(db, []))[0]?.sentence ?? null;

export const findPause = statementWithIsoTimes<{ sentence: string; since: string; admin_name: string }, []>(
  `SELECT p.sentence, p.changed_at AS since, person_label(u) AS admin_name
   FROM claim_pause p JOIN users u ON u.id = p.admin_id WHERE p.sentence IS NOT NULL`,
);

/** Claims that have begun are committed, and no further one begins until the transaction ends (claims_paused.sql). */
export const lockClaims = sql('SELECT pg_advisory_xact_lock(7203120)');

/** A row if this changes something. The sentence null ends the pause. */
export const setPause = sql<{ sentence: string | null }, [adminId: string, sentence: string | null]>(
  `INSERT INTO claim_pause (admin_id, sentence) SELECT $1::uuid, $2::text WHERE $2::text IS NOT NULL OR EXISTS (SELECT FROM claim_pause)
   ON CONFLICT (is_only_row) DO UPDATE SET admin_id = excluded.admin_id, sentence = excluded.sentence, changed_at = now()
     WHERE claim_pause.sentence IS DISTINCT FROM excluded.sentence
   RETURNING sentence`,
);
