import { isDeepStrictEqual } from 'node:util';
import { type AssistantUpdate, MAX_ASSISTANTS_PER_USER, NO_RULES, type PostingRules } from '@flyerdeck/contracts';
import { type FindOneOptions, IsNull } from 'typeorm';
import { lockUser } from '../credits/credits.query.ts';
import { type Db, statement } from '../database/statement.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { refuseBadTargets } from '../pages/targets.ts';
import { conflict, HttpError, unprocessable } from '../server/http/errors.ts';
import { Assistant } from './assistant.entity.ts';
import { assistantNotFound } from './assistants.query.ts';
import { Preset } from './presets/preset.entity.ts';
import { removeQueueing } from './queueing/queueing.query.ts';
import { lockOldestFinishedRun, removeRepeat } from './repeats/repeats.query.ts';
import { archiveTasksOfAssistant } from './tasks/tasks.query.ts';

export async function findAssistant(
  db: Db,
  ownerId: string,
  id: string,
  options: Pick<FindOneOptions<Assistant>, 'lock'> = {},
): Promise<Assistant> {
  const assistant = await db.findOne(Assistant, { where: { id, ownerId, deletedAt: IsNull() }, ...options });
  if (!assistant) throw assistantNotFound();
  return assistant;
}

/** Calls that change the assistant or its flyers run one after another. */
export const lockAssistant = (db: Db, ownerId: string, id: string) =>
  findAssistant(db, ownerId, id, { lock: { mode: 'for_no_key_update' } });

const TOO_MANY = 'assistant.too_many';
export const isTooManyAssistants = (error: unknown) => error instanceof HttpError && error.code === TOO_MANY;

/** Must run in a transaction. Locks the user's row. */
export async function createAssistant(db: Db, ownerId: string, name: string, fields: Partial<Assistant> = {}) {
  await lockUser(db, [ownerId]);
  return addAssistant(db, ownerId, name, fields);
}

/** The caller has locked the user's row. At the limit the oldest finished run of a repeat is deleted (decision 0068). */
async function addAssistant(
  db: Db,
  ownerId: string,
  name: string,
  fields: Partial<Assistant> = {},
): Promise<Assistant> {
  if ((await db.countBy(Assistant, { ownerId, deletedAt: IsNull() })) >= MAX_ASSISTANTS_PER_USER) {
    const [run] = await lockOldestFinishedRun(db, [ownerId]);
    if (run) await deleteAssistant(db, ownerId, run.id);
    else {
      throw unprocessable(
        TOO_MANY,
        `There can be at most ${MAX_ASSISTANTS_PER_USER} assistants. Delete one that has finished first.`,
      );
    }
  }
  return db.save(Assistant, { ownerId, name: name.trim(), postingRules: NO_RULES, ...fields });
}

/** New rules do not change postings that are already queued. */
export async function updateAssistant(db: Db, ownerId: string, id: string, update: AssistantUpdate): Promise<void> {
  // A change of the preset waits until this assistant is saved (presets.service.ts).
  if (update.preset_id) await lockUser(db, [ownerId]);
  const assistant = await lockAssistant(db, ownerId, id);
  if (update.name !== undefined) assistant.name = update.name.trim();
  if (update.reset_after_posts_list !== undefined) assistant.resetAfterPostsList = update.reset_after_posts_list;
  if (update.screenshot_as_file !== undefined) assistant.screenshotAsFile = update.screenshot_as_file;
  if (update.starts_at !== undefined) {
    if (assistant.queuedAt !== null) throw conflict('assistant.not_waiting', 'Its postings are in the queue already.');
    assistant.startsAt = update.starts_at === null ? null : new Date(update.starts_at);
  }
  if (update.preset_id !== undefined) {
    assistant.presetId = update.preset_id;
    if (update.preset_id !== null) {
      const preset = await db.findOneBy(Preset, { id: update.preset_id, ownerId });
      if (!preset) throw unprocessable('preset.not_found', 'There is no such preset.');
      assistant.postingRules = preset.rules;
    }
  }
  if (update.posting_rules !== undefined) {
    await refuseBadTargets(db, ownerId, update.posting_rules);
    assistant.postingRules = { ...assistant.postingRules, ...update.posting_rules };
  }
  assistant.updatedAt = new Date();
  await db.save(assistant);
}

export async function applyPresetRules(db: Db, presetId: string, rules: PostingRules): Promise<void> {
  await db.update(
    Assistant,
    { presetId, queuedAt: IsNull(), deletedAt: IsNull() },
    { postingRules: rules, updatedAt: () => 'now()' },
  );
}

/** Nothing of it can then be claimed, submitted or retried. A job cancels the unfinished postings and archives all of them. */
export async function deleteAssistant(db: Db, ownerId: string, id: string): Promise<void> {
  // A stronger lock than lockAssistant's: it waits for each `submitting` of the assistant (postings/report/keep_owners_of.sql).
  const assistant = await findAssistant(db, ownerId, id, { lock: { mode: 'pessimistic_write' } });
  assistant.deletedAt = new Date();
  await db.save(assistant);
  await removeRepeat(db, [id]);
  await removeQueueing(db, [id]);
  const tasks = await archiveTasksOfAssistant(db, [id]);
  await enqueueJob(db, 'cancel_postings_of_assistant', {
    owner_id: ownerId,
    assistant_id: id,
    task_ids: tasks.map((task) => task.id),
  });
}

/** `unfinished`: it has pending or claimed postings. Without them it cannot be paused. */
export async function pauseAssistant(db: Db, ownerId: string, id: string, unfinished: boolean): Promise<void> {
  const assistant = await lockAssistant(db, ownerId, id);
  if (assistant.pauseReason === 'queueing') {
    throw conflict('assistant.being_queued', 'Its postings are still being added to the queue. Pause it after that.');
  }
  if (assistant.pauseReason !== null) return;
  if (assistant.queuedAt === null || !unfinished) {
    throw conflict('assistant.not_running', 'Only assistants with something left to post can be paused.');
  }
  await db.update(Assistant, id, { pauseReason: 'user', updatedAt: () => 'now()' });
}

export async function resumeAssistant(db: Db, ownerId: string, id: string): Promise<void> {
  const assistant = await lockAssistant(db, ownerId, id);
  if (assistant.pauseReason === null || assistant.pauseReason === 'queueing') {
    throw conflict('assistant.not_paused', 'Can only resume assistants that are paused.');
  }
  await db.update(Assistant, id, { pauseReason: null, updatedAt: () => 'now()' });
}

/** Also archived flyers. The copies share the files. */
const copyFlyers = statement<never, [assistantId: string, copyId: string]>(
  `INSERT INTO tasks (owner_id, assistant_id, file_id, description, sequence_order)
   SELECT owner_id, $2, file_id, description, row_number() OVER (ORDER BY sequence_order, id) - 1
   FROM tasks WHERE assistant_id = $1`,
);

/**
 * The flyers share the files of the original, so a copy needs no space of the quota. A repeated `key` returns the first copy; null is a run of a repeat, which has locked owner and assistant.
 * Must run in a transaction.
 */
export async function copyAssistant(db: Db, ownerId: string, id: string, key: string | null): Promise<Assistant> {
  if (key !== null) await lockUser(db, [ownerId]);
  const copied = key && (await db.findOneBy(Assistant, { copyOf: id, copyKey: key, ownerId }));
  if (copied) return copied;
  const original = await lockAssistant(db, ownerId, id);
  const { name, postingRules, resetAfterPostsList, screenshotAsFile } = original;
  const copy = await addAssistant(db, ownerId, name, {
    postingRules,
    resetAfterPostsList,
    screenshotAsFile,
    presetId: await presetWithTheseRules(db, original),
    copyOf: id,
    copyKey: key,
    ofRepeat: key === null,
  });
  await copyFlyers(db, [id, copy.id]);
  return copy;
}

/** Null if the preset has other rules by now: a waiting assistant has the rules of its preset. The owner's lock keeps the preset unchanged until the copy is visible. */
async function presetWithTheseRules(db: Db, { presetId, postingRules }: Assistant): Promise<string | null> {
  if (presetId === null) return null;
  const preset = await db.findOneBy(Preset, { id: presetId });
  return isDeepStrictEqual(preset?.rules, postingRules) ? presetId : null;
}
