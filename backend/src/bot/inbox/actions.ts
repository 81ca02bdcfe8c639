import { IsNull } from 'typeorm';
import { Assistant } from '../../assistants/assistant.entity.ts';
import { resumeAssistant } from '../../assistants/assistants.service.ts';
import { Repeat } from '../../assistants/repeats/repeat.entity.ts';
import { pauseRepeat } from '../../assistants/repeats/repeats.service.ts';
import { type Db, oneRow, statement } from '../../database/statement.ts';
import { resumePages } from '../../pages/pages.query.ts';
import { lockPagesOf } from '../../pages/pages.service.ts';
import { confirmLive, type Failure } from '../../postings/retry/retryPostings.query.ts';
import { requeue, retryPostings } from '../../postings/retry/retryPostings.ts';
import { HttpError } from '../../server/http/errors.ts';
import type { AlertRow } from '../alerts/alerts.query.ts';
import type { Messages } from '../messages/en.ts';

type Try = [ownerId: string, postingId: string, attempt: number];

const findDoubt = statement<{ task_id: string }, Try>(
  `SELECT task_id FROM page_postings
   WHERE owner_id = $1 AND id = $2 AND posting_visits = $3 AND status = 'failed' AND error_code = 'unconfirmed'`,
);

const findLimitedPage = statement<{ guid: string }, [ownerId: string, guid: string]>(
  `SELECT guid FROM pages
   WHERE owner_id = $1 AND guid = $2 AND unlinked_at IS NULL AND refusal_kind = 'rate_limited' AND paused_until > now()`,
);

/** No row if the assistant has changed since the finish with this sum of transitions (deliverScreenshots.ts). */
const listFailuresOfFinish = statement<Failure, [ownerId: string, assistantId: string, transitions: number]>(
  `WITH posting AS MATERIALIZED (
     SELECT p.* FROM tasks t JOIN page_postings p ON p.task_id = t.id WHERE t.owner_id = $1 AND t.assistant_id = $2
   )
   SELECT id, owner_id, transitions_count FROM posting
   WHERE status = 'failed' AND error_code IS DISTINCT FROM 'unconfirmed'
     AND (SELECT sum(transitions_count) FROM posting) = $3`,
);

type ActionName = keyof Messages['actions'];

/** False if the state of the alert is over. */
const ACTIONS: Readonly<
  Record<ActionName, (db: Db, ownerId: string, id: string, attempt: number) => Promise<boolean>>
> = {
  live: async (db, ownerId, id, attempt) => (await oneRow(confirmLive(db, [ownerId, id, attempt]))).confirmed,

  async not_there(db, ownerId, id, attempt) {
    const [doubt] = await findDoubt(db, [ownerId, id, attempt]);
    if (!doubt) return false;
    const retry = { ownerId, taskId: doubt.task_id, postingIds: [id], confirmUnconfirmed: true };
    return (await retryPostings(db, retry)).owners.length > 0;
  },

  async resume(db, ownerId, id) {
    if (!(await db.existsBy(Assistant, { id, ownerId, pauseReason: 'insufficient_credits' }))) return false;
    await resumeAssistant(db, ownerId, id);
    return true;
  },

  async resume_page(db, ownerId, guid) {
    if ((await findLimitedPage(db, [ownerId, guid])).length === 0) return false;
    await lockPagesOf(db, { ownerId, pageGuids: [guid] });
    await resumePages(db, [[guid]]);
    return true;
  },

  async retry(db, ownerId, id, transitions) {
    const failures = await listFailuresOfFinish(db, [ownerId, id, transitions]);
    return (await requeue(db, failures)).owners.length > 0;
  },

  async pause_repeat(db, ownerId, id) {
    if (!(await db.existsBy(Repeat, { assistantId: id, pausedAt: IsNull() }))) return false;
    await pauseRepeat(db, ownerId, id, true);
    return true;
  },
};

const ACTIONS_OF: Readonly<Partial<Record<AlertRow['kind'], readonly ActionName[]>>> = {
  out_of_credits: ['resume'],
  page_rate_limited: ['resume_page'],
  posting_in_doubt: ['live', 'not_there'],
  repeat_skipped: ['pause_repeat'],
};

/** An alert about several subjects has no buttons: the app shows them all. */
export function buttonsOf({ kind, subject_ids: [id, ...others], attempt }: AlertRow, messages: Messages) {
  if (others.length > 0) return [];
  return (ACTIONS_OF[kind] ?? []).map((name) => button(name, id ?? '', attempt ?? 0, messages));
}

/** `attempt` tells apart what happens to the same subject several times. */
export const button = (name: ActionName, id: string, attempt: number, { actions }: Messages) => ({
  text: actions[name],
  data: `${name}:${id}:${attempt}`,
});

const DATA = /^([a-z_]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,9})$/;

/** Returns the text to answer with: the action's, `over` if the state has moved on, or `refused` by a limit. */
export async function press(db: Db, ownerId: string, data: string): Promise<keyof Messages['pressed']> {
  const [, name = '', id = '', attempt] = DATA.exec(data) ?? [];
  const action = Object.hasOwn(ACTIONS, name) ? (name as ActionName) : null;
  try {
    // A transaction within the transaction is a savepoint.
    const isDone = action && (await db.transaction((db) => ACTIONS[action](db, ownerId, id, Number(attempt))));
    return isDone ? action : 'over';
  } catch (error) {
    // A limit, such as that of unfinished postings, may permit it later.
    if (error instanceof HttpError) return error.status === 422 ? 'refused' : 'over';
    throw error;
  }
}
