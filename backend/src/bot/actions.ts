import { IsNull } from 'typeorm';
import { Assistant } from '../assistants/assistant.entity.ts';
import { resumeAssistant } from '../assistants/assistants.service.ts';
import { Repeat } from '../assistants/repeats/repeat.entity.ts';
import { pauseRepeat } from '../assistants/repeats/repeats.service.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { HttpError } from '../http/errors.ts';
import { resumePages } from '../pages/pages.query.ts';
import { lockPagesOf } from '../pages/pages.service.ts';
import { confirmLive } from '../postings/retryPostings.query.ts';
import { requeue, retryPostings } from '../postings/retryPostings.ts';
import { findDoubt, findLimitedPage, listFailuresOfFinish } from './actions.query.ts';
import type { AlertRow } from './alerts.query.ts';
import type { Messages } from './messages/botMessages.ts';

export type ActionName = keyof Messages['actions'];

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
