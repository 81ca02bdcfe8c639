import { MAX_PENDING_POSTINGS_PER_USER } from '@flyerdeck/contracts';
import { type Db, oneRow, statement } from '../../database/statement.ts';

export const MOST_PENDING = MAX_PENDING_POSTINGS_PER_USER.toLocaleString('en-US');

/**
 * The largest number of one owner, with those still being added and `added` ones for each time that the owner is in the list.
 * An index by assistant has the unfinished ones, so 200,000 are counted in about 50 ms.
 */
export const countPending = statement<{ pending: number }, [ownerIds: readonly string[], added: number]>(
  `SELECT coalesce(max(coalesce(of_owner.postings, 0) + owner.added), 0)::int AS pending
   FROM (SELECT id, count(*) * $2::int AS added FROM unnest($1::uuid[]) listed (id) GROUP BY id) owner
   CROSS JOIN LATERAL (
     SELECT sum(p.unfinished + coalesce((cardinality(q.page_guids) - q.pages_done)::bigint * q.postings_per_page, 0)) AS postings
     FROM assistants a
     LEFT JOIN queueings q ON q.assistant_id = a.id
     CROSS JOIN LATERAL (
       SELECT count(*) AS unfinished FROM page_postings WHERE assistant_id = a.id AND left(status, 1) = 'p'
     ) p
     WHERE a.owner_id = owner.id AND a.deleted_at IS NULL
   ) of_owner`,
);

/** Error code and sentence, null if there is room. Lock the owner's row before. */
export async function pendingProblem(
  db: Db,
  ownerId: string,
  added: number,
): Promise<readonly [code: string, sentence: string] | null> {
  const { pending } = await oneRow(countPending(db, [[ownerId], added]));
  if (pending <= MAX_PENDING_POSTINGS_PER_USER) return null;
  const [now, more] = [pending - added, added].map((count) => count.toLocaleString('en-US'));
  return [
    'posting.too_many_pending',
    `At most ${MOST_PENDING} postings can be unfinished at the same time: ${now} are, and this would add ${more}. Wait until some are posted, or delete an assistant.`,
  ];
}
