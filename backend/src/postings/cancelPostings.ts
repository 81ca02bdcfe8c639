import type { EntityManager } from 'typeorm';
import { refundSql } from '../credits/chargeSql.ts';
import { lockPagesSql } from './sweeps.ts';
import { TRANSITION_SOURCE_COLUMNS, transitionSql } from './transition.ts';

/** Fails the waiting postings that `which` selects, and those in flight whose button can't have been pressed yet. */
const failUnpostedSql = (which: string, message: string, code: string) => `WITH doomed AS MATERIALIZED (
    SELECT ${TRANSITION_SOURCE_COLUMNS}, 'failed' AS to_status, p.page_guid
    FROM page_postings p
    WHERE ${which} AND (p.status = 'pending' OR (p.status = 'posting' AND p.submitting_at IS NULL))
    ORDER BY p.id FOR NO KEY UPDATE
  ),
  ${lockPagesSql('doomed')},
  ${transitionSql({
    name: 'failed',
    source: 'doomed',
    set: [
      `error_message = '${message}'`,
      `error_code = '${code}'`,
      // Its device gets a 409 at its next word and must not press the button.
      'claim_token_hash = NULL',
      'lease_expires_at = NULL',
    ],
  })},
  ${refundSql('failed', 'doomed_pages')}
  SELECT count(*)::int AS failed FROM failed`;

const ofPages = failUnpostedSql('p.page_guid = ANY ($1::uuid[])', 'The page was unlinked.', 'page_unlinked');
const ofAssistant = failUnpostedSql(
  `p.assistant_id = $1 AND left(p.status, 1) = 'p'`,
  'The assistant was deleted.',
  'assistant_deleted',
);

/** Within the transaction that unlinks the pages. What is past `submitting` may still be reported until its lease ends. */
export async function failPostingsOfUnlinkedPages(manager: EntityManager, pageGuids: readonly string[]): Promise<void> {
  await manager.query(ofPages, [pageGuids]);
}

/** Within the transaction that deletes the assistant. */
export async function failPostingsOfDeletedAssistant(manager: EntityManager, assistantId: string): Promise<void> {
  await manager.query(ofAssistant, [assistantId]);
}
