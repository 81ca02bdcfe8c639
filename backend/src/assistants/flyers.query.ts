import { MAX_FLYERS_PER_ASSISTANT } from '@flyerdeck/contracts';
import { sql, statement } from '../database/statement.ts';

/** No row at MAX_FLYERS_PER_ASSISTANT. The caller has locked the assistant, because concurrent calls would use the same position. */
export const insertFlyer = sql<
  { id: string },
  [ownerId: string, assistantId: string, fileId: string, description: string]
>(
  `INSERT INTO tasks (owner_id, assistant_id, file_id, description, sequence_order)
   SELECT $1, $2, $3, $4, coalesce(max(sequence_order) + 1, 0)
   FROM tasks WHERE assistant_id = $2 AND archived_at IS NULL HAVING count(*) < ${MAX_FLYERS_PER_ASSISTANT}
   RETURNING id`,
);

/** Positions start at 0. The caller has checked that the tasks are all flyers of one assistant. */
export const orderFlyers = sql<never, [taskIds: readonly string[]]>(
  `UPDATE tasks t SET sequence_order = o.position - 1, updated_at = now()
   FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, position)
   WHERE t.id = o.id AND t.sequence_order <> o.position - 1`,
);

/** Also archived flyers. The copies share the files. */
export const copyFlyers = statement<never, [assistantId: string, copyId: string]>(
  `INSERT INTO tasks (owner_id, assistant_id, file_id, description, sequence_order)
   SELECT owner_id, $2, file_id, description, row_number() OVER (ORDER BY sequence_order, id) - 1
   FROM tasks WHERE assistant_id = $1`,
);
