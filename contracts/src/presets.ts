import { type Static, Type } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { MAX_NAME_LENGTH, MAX_RULES_BODY_BYTES } from './limits.ts';
import { closed, dateTime, hours, list, text, uuid } from './schema.ts';

export const PostingRules = closed(
  {
    target_pages: Type.Array(uuid('Guid of a page'), { maxItems: 20_000, description: 'Pages chosen one by one' }),
    target_tags: Type.Array(Type.String({ minLength: 1, maxLength: 100, description: 'A tag' }), {
      maxItems: 1_000,
      description: 'Tags whose pages are chosen; case does not matter',
    }),
    start_delay_hours: hours('Delay of the first flyer of a run'),
    delay_between_tasks_hours: hours('Further delay of each next flyer of a run'),
    duplication_time_hours: hours('Republish every flyer once, this much later; 0 for never'),
  },
  { description: 'Where and when flyers are posted' },
);
export type PostingRules = Static<typeof PostingRules>;

export const Preset = closed(
  {
    id: uuid('Id of the preset'),
    name: text('Name'),
    rules: PostingRules,
    createdAt: dateTime('When it was made'),
  },
  { description: 'Posting rules under a name' },
);
export type Preset = Static<typeof Preset>;

export const PresetBody = closed({
  name: Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: '\\S', description: 'Name, not blank' }),
  rules: PostingRules,
});
export type PresetBody = Static<typeof PresetBody>;

const PresetParams = closed({ id: uuid('Id of the preset') });

export const listPresets = defineEndpoint({
  method: 'GET',
  path: '/presets',
  access: 'user',
  doc: "The user's presets.",
  status: 200,
  response: list(Preset, 'Presets by name'),
});

export const createPreset = defineEndpoint({
  method: 'POST',
  path: '/presets',
  access: 'user',
  doc: 'Makes a preset.',
  body: PresetBody,
  maxBodyBytes: MAX_RULES_BODY_BYTES,
  status: 201,
  response: Preset,
});

export const updatePreset = defineEndpoint({
  method: 'PUT',
  path: '/presets/:id',
  access: 'user',
  doc: 'Replaces name and rules of a preset; assistants that stand on it and still wait follow.',
  params: PresetParams,
  body: PresetBody,
  maxBodyBytes: MAX_RULES_BODY_BYTES,
  status: 200,
  response: Preset,
  errors: { 404: ['preset.not_found'] },
});

export const deletePreset = defineEndpoint({
  method: 'DELETE',
  path: '/presets/:id',
  access: 'user',
  doc: 'Deletes a preset; assistants that stood on it keep the rules as Custom.',
  params: PresetParams,
  status: 204,
  errors: { 404: ['preset.not_found'] },
});
