import { type Static, Type } from '@sinclair/typebox';
import { ASSISTANT_STATUSES, MAX_RULES_BODY_BYTES, MAX_RUN_LENGTH } from './assistants.values.ts';
import { WORK_TAGS } from './cacheTags.values.ts';
import { DownloadTicket } from './downloads.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_NAME_LENGTH, MAX_SEARCH_LENGTH } from './endpoint.values.ts';
import { PostingRules, PostingRulesUpdate, RULES_ERRORS } from './presets.ts';
import { Repeat, RepeatBody } from './repeats.ts';
import { closed, count, dateTime, flag, list, nullable, object, text, uuid, whole, word } from './schema.ts';
import { Task } from './tasks.ts';

export const PAUSE_REASONS = ['user', 'insufficient_credits'] as const;

export const Assistant = object('A batch of flyers with rules', {
  _id: uuid('Id of the assistant'),
  name: text('Name, may be empty'),
  status: word(ASSISTANT_STATUSES, 'Derived from its tasks'),
  pause_reason: nullable(word(PAUSE_REASONS, ''), 'Why it is paused, if it is'),
  queueing: nullable(
    closed({ added: count('Postings added so far'), postings: count('Postings to add') }),
    'Its postings are still being added to the queue; none of them is posted before all are added',
  ),
  progress: object('What has become of its postings', {
    posted: count('Postings that are posted or completed'),
    to_go: count('Postings that wait or are being posted'),
    failed: count('Postings that failed, those in doubt not among them'),
    in_doubt: count('Failed postings whose post may be live'),
  }),
  posting_rules: PostingRules,
  selected_preset_id: nullable(uuid(''), 'Preset it stands on; null for Custom'),
  selected_preset_name: nullable(text(''), 'Name of that preset'),
  reset_after_posts_list: list(
    count('Flyers in a run'),
    'Lengths of the runs after each of which the timer starts anew',
  ),
  screenshot_as_file: flag('Screenshots come back as files'),
  starts_at: nullable(dateTime(''), 'The chosen start, from which the delays count; null: from its first post'),
  active_task_count: count('Tasks not archived'),
  archived_task_count: count('Tasks archived'),
  repeat: nullable(Repeat, 'Makes copies of it by itself; null without a repeat'),
  createdAt: dateTime('When it was made'),
  updatedAt: dateTime('When it last changed'),
});
export type Assistant = Static<typeof Assistant>;

const name = Type.String({ maxLength: MAX_NAME_LENGTH, description: 'Name, may be empty' });

export const AssistantUpdate = closed({
  name: Type.Optional(name),
  posting_rules: Type.Optional(PostingRulesUpdate),
  reset_after_posts_list: Type.Optional(
    Type.Array(whole(0, MAX_RUN_LENGTH, 'Flyers in a run'), {
      maxItems: 1_000,
      description: 'Lengths of the runs',
    }),
  ),
  screenshot_as_file: Type.Optional(flag('Screenshots come back as files')),
  starts_at: Type.Optional(nullable(dateTime(''), 'The start, while it waits; null: at once')),
  preset_id: Type.Optional(nullable(uuid(''), 'Preset to stand on; null for Custom')),
  preset_name: Type.Optional(nullable(text(''), "The preset's name as the caller knows it; the stored name wins")),
});
export type AssistantUpdate = Static<typeof AssistantUpdate>;

const AssistantParams = closed({ id: uuid('Id of the assistant') });
const notFound = { 404: ['assistant.not_found'] };

export const listAssistants = defineEndpoint({
  path: '/assistants',
  doc: "The user's assistants, newest first.",
  query: closed({ searchQuery: Type.Optional(text('Part of a name or id', MAX_SEARCH_LENGTH)) }),
  response: list(Assistant, 'Assistants'),
});

export const createAssistant = defineEndpoint({
  method: 'POST',
  path: '/assistants',
  doc: 'Creates a waiting assistant, or copies one with its name, rules and all flyers.',
  body: Type.Optional(
    closed({
      name: Type.Optional(name),
      copy_of: Type.Optional(uuid('The assistant to copy')),
      copy_key: Type.Optional(text('A repeated call with the same key answers the same copy', 100)),
    }),
  ),
  changesElsewhere: ['Assistant', 'Task'],
  status: 201,
  response: Assistant,
  errors: { ...notFound, 422: ['assistant.too_many'] },
});

export const updateAssistant = defineEndpoint({
  method: 'PUT',
  path: '/assistants/:id',
  doc: 'Changes the given settings and rules. New rules do not change postings that are already queued.',
  params: AssistantParams,
  body: AssistantUpdate,
  maxBodyBytes: MAX_RULES_BODY_BYTES,
  changes: ['Task/ASSISTANT-:id'],
  changesElsewhere: ['Assistant'],
  response: Assistant,
  errors: { ...notFound, 409: ['assistant.not_waiting'], 422: ['preset.not_found', ...RULES_ERRORS] },
});

export const deleteAssistant = defineEndpoint({
  method: 'DELETE',
  path: '/assistants/:id',
  doc: 'Deletes an assistant: archives its tasks and cancels its pending postings.',
  params: AssistantParams,
  changes: ['Task/LIST', 'Queue'],
  changesElsewhere: ['Assistant'],
  errors: notFound,
});

export const addToQueue = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/add-to-queue',
  doc: "Creates one pending posting for each flyer and page, and one more where it is republished. Of many postings the rest is added after the answer: see the assistant's queueing.",
  params: AssistantParams,
  rateLimit: 'heavy',
  changes: WORK_TAGS,
  wakesPages: true,
  response: closed({
    message: text('What happened, for people'),
    postings: count('Postings made, with those that are still being added'),
    assistant: Assistant,
  }),
  errors: {
    ...notFound,
    409: ['assistant.not_waiting'],
    422: [
      'assistant.no_targets',
      'assistant.no_flyers',
      'assistant.start_passed',
      'assistant.no_pages',
      'assistant.too_many_postings',
      'posting.too_many_pending',
    ],
  },
});

const assistantAction = { response: closed({ message: text('What happened, for people'), assistant: Assistant }) };

export const pauseAssistant = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/pause',
  doc: 'Pauses an assistant: none of its postings can be claimed until it is resumed.',
  params: AssistantParams,
  changes: WORK_TAGS,
  ...assistantAction,
  errors: { ...notFound, 409: ['assistant.not_running', 'assistant.being_queued'] },
});

export const resumeAssistant = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/resume',
  doc: 'Resumes a paused assistant.',
  params: AssistantParams,
  changes: WORK_TAGS,
  wakesPages: true,
  ...assistantAction,
  errors: { ...notFound, 409: ['assistant.not_paused'] },
});

export const openScreenshots = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/screenshots/ticket',
  doc: "The address of a ZIP with the screenshots of the assistant's posts, a folder for each flyer, for one download.",
  params: AssistantParams,
  rateLimit: 'export',
  response: closed({
    ...DownloadTicket.properties,
    screenshots: count('Screenshots in the ZIP'),
    left_out: count('Screenshots of the last flyers that do not fit into one ZIP'),
  }),
  errors: { ...notFound, 409: ['assistant.no_screenshots'] },
});

export const processScreenshots = defineEndpoint({
  method: 'POST',
  path: '/assistants/:id/process-screenshots',
  doc: 'Takes the missing screenshots and sends all of them through the bot.',
  params: AssistantParams,
  rateLimit: 'heavy',
  changes: WORK_TAGS,
  response: closed({ message: text('What happened, for people'), pictures: count('Screenshots to be made again') }),
  errors: { ...notFound, 409: ['assistant.nothing_posted'] },
});

export const listAssistantTasks = defineEndpoint({
  path: '/assistants/:id/tasks',
  doc: "An assistant's tasks in their order.",
  params: AssistantParams,
  query: closed({
    status: Type.Optional(word(['active', 'archived'], 'Which tasks; active unless said otherwise')),
  }),
  response: list(Task, 'Tasks'),
  errors: notFound,
});

export const reorderTasks = defineEndpoint({
  method: 'PUT',
  path: '/assistants/:id/task-order',
  doc: 'Changes the order of the flyers of a waiting assistant.',
  params: AssistantParams,
  body: closed({
    task_ids: Type.Array(uuid('Id of a task'), {
      maxItems: 10_000,
      description: 'Every active task once, in the new order',
    }),
  }),
  maxBodyBytes: 500_000,
  changesElsewhere: ['Task'],
  // An order is refused when the flyers have changed meanwhile.
  refetchOnFailure: ['Task/ASSISTANT-:id'],
  response: list(Task, 'Tasks in the new order'),
  errors: { ...notFound, 409: ['assistant.not_waiting'], 422: ['task.order_mismatch'] },
});

const repeatNotFound = { 404: [...notFound[404], 'repeat.not_found'] };

export const saveRepeat = defineEndpoint({
  method: 'PUT',
  path: '/assistants/:id/repeat',
  doc: 'Repeats an assistant at fixed times, or changes its repeat. Missed runs are not made up for.',
  params: AssistantParams,
  body: RepeatBody,
  changesElsewhere: ['Assistant'],
  ...assistantAction,
  errors: { ...notFound, 422: ['repeat.no_days', 'repeat.unknown_time_zone', 'repeat.never_runs'] },
});

export const pauseRepeat = defineEndpoint({
  method: 'PATCH',
  path: '/assistants/:id/repeat',
  doc: 'Pauses a repeat, or resumes it with its next time. Runs of the time before are skipped.',
  params: AssistantParams,
  body: closed({ is_paused: flag('It makes no copies') }),
  changesElsewhere: ['Assistant'],
  ...assistantAction,
  errors: repeatNotFound,
});

export const deleteRepeat = defineEndpoint({
  method: 'DELETE',
  path: '/assistants/:id/repeat',
  doc: 'Deletes a repeat. The copies that it has made stay.',
  params: AssistantParams,
  changesElsewhere: ['Assistant'],
  ...assistantAction,
  errors: repeatNotFound,
});
