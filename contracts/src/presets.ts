import { type Static, Type } from '@sinclair/typebox';
import { MAX_PRESETS_PER_USER, MAX_RULES_BODY_BYTES, MAX_TARGET_PAGES, MAX_TARGET_TAGS } from './assistants.values.ts';
import { defineEndpoint } from './endpoint.ts';
import { MAX_NAME_LENGTH } from './endpoint.values.ts';
import { closed, dateTime, filled, hours, list, notBlank, object, text, uuid } from './schema.ts';

const rulesFields = (ofHours: { readonly default?: number }) => ({
  // The schema accepts lists above the limits, so that they get the 422 that says what to do.
  target_pages: Type.Array(uuid('Guid of a page'), {
    maxItems: 20_000,
    description: `Pages of the user chosen one by one, ${MAX_TARGET_PAGES} at most`,
  }),
  target_tags: Type.Array(filled('A tag', 100), {
    maxItems: 1_000,
    description: `Tags whose pages are chosen, ${MAX_TARGET_TAGS} at most; case does not matter`,
  }),
  start_delay_hours: hours('Delay of the first flyer of a run', ofHours),
  delay_between_tasks_hours: hours('Further delay of each next flyer of a run', ofHours),
  duplication_time_hours: hours('Republish every flyer once, this much later; 0 for never', ofHours),
});

export const PostingRules = object('Where and when flyers are posted', rulesFields({ default: 0 }));
export type PostingRules = Static<typeof PostingRules>;

/** Defaults would change what is not given. */
export const PostingRulesUpdate = Type.Partial(object('Changed rules; the others stay', rulesFields({})));
export type PostingRulesUpdate = Static<typeof PostingRulesUpdate>;

export const RULES_ERRORS = ['rules.too_many_pages', 'rules.too_many_tags', 'rules.unknown_page'] as const;

export const Preset = object('Posting rules under a name', {
  id: uuid('Id of the preset'),
  name: text('Name'),
  rules: PostingRules,
  createdAt: dateTime('When it was made'),
});
export type Preset = Static<typeof Preset>;

const name = notBlank('Name, not blank', MAX_NAME_LENGTH);
export const PresetBody = closed({ name, rules: PostingRules });
export type PresetBody = Static<typeof PresetBody>;

export const PresetUpdate = closed({ name: Type.Optional(name), rules: Type.Optional(PostingRulesUpdate) });
export type PresetUpdate = Static<typeof PresetUpdate>;

const PresetParams = closed({ id: uuid('Id of the preset') });

export const listPresets = defineEndpoint({
  path: '/presets',
  doc: "The user's presets.",
  response: list(Preset, `Presets by name, ${MAX_PRESETS_PER_USER} at most`),
});

export const createPreset = defineEndpoint({
  method: 'POST',
  path: '/presets',
  doc: 'Creates a preset.',
  body: PresetBody,
  maxBodyBytes: MAX_RULES_BODY_BYTES,
  changes: ['Preset'],
  status: 201,
  response: Preset,
  errors: { 422: [...RULES_ERRORS, 'preset.too_many'] },
});

export const updatePreset = defineEndpoint({
  method: 'PUT',
  path: '/presets/:id',
  doc: 'Changes the given name and rules of a preset. Waiting assistants that use it get the new rules.',
  params: PresetParams,
  body: PresetUpdate,
  maxBodyBytes: MAX_RULES_BODY_BYTES,
  changes: ['Preset', 'Assistant/LIST', 'Task'],
  response: Preset,
  errors: { 404: ['preset.not_found'], 422: RULES_ERRORS },
});

export const deletePreset = defineEndpoint({
  method: 'DELETE',
  path: '/presets/:id',
  doc: 'Deletes a preset. Assistants that use it keep its rules as Custom.',
  params: PresetParams,
  changes: ['Assistant/LIST', 'Task'],
  changesElsewhere: ['Preset'],
  errors: { 404: ['preset.not_found'] },
});
