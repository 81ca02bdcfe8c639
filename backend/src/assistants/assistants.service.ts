import { type AssistantUpdate, MAX_ASSISTANTS_PER_USER, type PostingRules } from '@flyerdeck/contracts';
import { type EntityManager, IsNull } from 'typeorm';
import { lockUser } from '../auth/lockUser.ts';
import { conflict, HttpError, notFound, unprocessable } from '../http/errors.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { refuseBadTargets } from '../postings/targets.ts';
import { Preset } from '../presets/preset.entity.ts';
import { archiveTasksOfAssistant } from '../tasks/tasks.service.ts';
import { Assistant } from './assistant.entity.ts';

export const NO_RULES: PostingRules = {
  target_pages: [],
  target_tags: [],
  start_delay_hours: 0,
  delay_between_tasks_hours: 0,
  duplication_time_hours: 0,
};

async function find(manager: EntityManager, ownerId: string, id: string, lock: boolean): Promise<Assistant> {
  const query = manager
    .createQueryBuilder(Assistant, 'assistant')
    .where('assistant.id = :id AND assistant.ownerId = :ownerId AND assistant.deletedAt IS NULL', { id, ownerId });
  const assistant = await (lock ? query.setLock('for_no_key_update') : query).getOne();
  if (!assistant) throw notFound('assistant.not_found', 'There is no such assistant.');
  return assistant;
}

/** The owner's assistant. Throws 404. */
export const findAssistant = (manager: EntityManager, ownerId: string, id: string) => find(manager, ownerId, id, false);

/** The same with its row locked: whoever changes it or its flyers takes turns. */
export const lockAssistant = (manager: EntityManager, ownerId: string, id: string) => find(manager, ownerId, id, true);

const TOO_MANY = 'assistant.too_many';
export const isTooManyAssistants = (error: unknown) => error instanceof HttpError && error.code === TOO_MANY;

/** Inside a transaction, which then holds the user's row. Throws 422 assistant.too_many. */
export async function createAssistant(manager: EntityManager, ownerId: string, name: string): Promise<Assistant> {
  await lockUser(manager, ownerId);
  if ((await manager.countBy(Assistant, { ownerId, deletedAt: IsNull() })) >= MAX_ASSISTANTS_PER_USER) {
    throw unprocessable(
      TOO_MANY,
      `There can be at most ${MAX_ASSISTANTS_PER_USER} assistants. Delete one that has finished first.`,
    );
  }
  return manager.save(Assistant, { ownerId, name: name.trim(), postingRules: NO_RULES });
}

/** Changes what is given. A preset without rules brings its own; what is already queued keeps the rules it was queued by. */
export async function updateAssistant(
  manager: EntityManager,
  ownerId: string,
  id: string,
  update: AssistantUpdate,
): Promise<void> {
  const assistant = await lockAssistant(manager, ownerId, id);
  if (update.name !== undefined) assistant.name = update.name.trim();
  if (update.reset_after_posts_list !== undefined) assistant.resetAfterPostsList = update.reset_after_posts_list;
  if (update.screenshot_as_file !== undefined) assistant.screenshotAsFile = update.screenshot_as_file;
  if (update.posting_rules !== undefined) {
    await refuseBadTargets(manager, ownerId, update.posting_rules);
    assistant.postingRules = update.posting_rules;
  }
  if (update.preset_id !== undefined) {
    assistant.presetId = update.preset_id;
    if (update.preset_id !== null) {
      // Shared with other assistants, but not with a change of the preset: its rules must reach this assistant too.
      const preset = await manager.findOne(Preset, {
        where: { id: update.preset_id, ownerId },
        lock: { mode: 'pessimistic_read' },
      });
      if (!preset) throw unprocessable('preset.not_found', 'There is no such preset.');
      if (update.posting_rules === undefined) assistant.postingRules = preset.rules;
    }
  }
  assistant.updatedAt = new Date();
  await manager.save(assistant);
}

/** Waiting assistants that stand on a preset follow its rules. */
export async function applyPresetRules(manager: EntityManager, presetId: string, rules: PostingRules): Promise<void> {
  await manager.query(
    'UPDATE assistants SET posting_rules = $2, updated_at = now() WHERE preset_id = $1 AND queued_at IS NULL AND deleted_at IS NULL',
    [presetId, JSON.stringify(rules)],
  );
}

/**
 * Hides the assistant and archives its tasks: from now on nothing of it is handed out, submitted or retried. A job cancels what
 * has not been posted and archives the rest.
 */
export async function deleteAssistant(manager: EntityManager, ownerId: string, id: string): Promise<void> {
  const assistant = await lockAssistant(manager, ownerId, id);
  assistant.deletedAt = new Date();
  await manager.save(assistant);
  const taskIds = await archiveTasksOfAssistant(manager, id);
  await enqueueJob(manager, 'cancel_postings_of_assistant', { assistant_id: id, task_ids: taskIds });
}

/** `unfinished`: something of it is still to be posted; only then is there anything to pause. */
export async function pauseAssistant(
  manager: EntityManager,
  ownerId: string,
  id: string,
  unfinished: boolean,
): Promise<void> {
  const assistant = await lockAssistant(manager, ownerId, id);
  if (assistant.pauseReason !== null) return;
  if (assistant.queuedAt === null || !unfinished) {
    throw conflict('assistant.not_running', 'Only assistants with something left to post can be paused.');
  }
  await setPause(manager, assistant, 'user');
}

export async function resumeAssistant(manager: EntityManager, ownerId: string, id: string): Promise<void> {
  const assistant = await lockAssistant(manager, ownerId, id);
  if (assistant.pauseReason === null) {
    throw conflict('assistant.not_paused', 'Can only resume assistants that are paused.');
  }
  await setPause(manager, assistant, null);
}

async function setPause(manager: EntityManager, assistant: Assistant, reason: 'user' | null): Promise<void> {
  assistant.pauseReason = reason;
  assistant.updatedAt = new Date();
  await manager.save(assistant);
}
