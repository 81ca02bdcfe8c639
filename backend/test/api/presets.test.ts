import {
  createPreset,
  deletePreset,
  listAssistants,
  listPresets,
  MAX_PRESETS_PER_USER,
  NO_RULES,
  updatePreset,
} from '@flyerdeck/contracts';
import { buildAssistant } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { badTargetsOn } from './badTargets.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const refusesBadTargets = badTargetsOn(server);
const rules = { ...NO_RULES, target_tags: ['vip'], start_delay_hours: 2, delay_between_tasks_hours: 1 };

const addPreset = async ({ as }: Person, name = 'Evening') =>
  (await server.call(createPreset, { as, body: { name, rules } })).json;
const presetsOf = async ({ as }: Person) => (await server.call(listPresets, { as })).json;

describeCall(server, listPresets, ({ succeeds }) => {
  succeeds("lists only the user's own presets, by name", async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    await addPreset(stranger, 'Other user');
    for (const name of ['night', 'Evening', 'morning']) await addPreset(owner, name);
    const answer = await server.call(listPresets, { as: owner.as });
    expect(answer.json.map((preset) => preset.name)).toEqual(['Evening', 'morning', 'night']);
  });
});

describeCall(server, createPreset, ({ succeeds, refuses }) => {
  refusesBadTargets(
    refuses,
    async ({ as }) =>
      (bad) =>
        server.call(createPreset, { as, body: { name: 'Bad', rules: bad } }),
  );

  refuses(
    'for a name that Postgres takes for white space',
    { code: 'invalid_request', sentence: "'name' must not be blank." },
    async () => {
      const { as } = await signUp(server);
      return () => server.call(createPreset, { as, body: { name: ' \u0085', rules } });
    },
  );

  refuses('when the user has the maximum number of presets', 'preset.too_many', async () => {
    const owner = await signUp(server);
    await fillOn(server).presets(owner.id, MAX_PRESETS_PER_USER);
    return () => server.call(createPreset, { as: owner.as, body: { name: 'One more', rules } });
  });

  succeeds('creates a preset with a trimmed name', async () => {
    const owner = await signUp(server);
    const answer = await server.call(createPreset, { as: owner.as, body: { name: ' Evening ', rules } });
    expect(answer.json).toMatchObject({ name: 'Evening', rules });
    expect(await presetsOf(owner)).toEqual([answer.json]);
  });
});

describeCall(server, updatePreset, ({ succeeds, refuses }) => {
  refusesBadTargets(refuses, async (owner) => {
    const { id } = await addPreset(owner);
    return (bad) => server.call(updatePreset, { as: owner.as, params: { id }, body: { name: 'Bad', rules: bad } });
  });

  succeeds('replaces name and rules, also in the waiting assistants with this preset', async () => {
    const owner = await signUp(server);
    const preset = await addPreset(owner);
    const assistant = await buildAssistant(server.context.db, owner.id);
    await server.context.pool.query('UPDATE assistants SET preset_id = $2 WHERE id = $1', [assistant.id, preset.id]);
    const changed = { ...rules, start_delay_hours: 7 };
    const answer = await server.call(updatePreset, {
      as: owner.as,
      params: { id: preset.id },
      body: { name: 'Night', rules: changed },
    });
    expect(answer.json).toEqual({ ...preset, name: 'Night', rules: changed });
    const [assistantWithPreset] = (await server.call(listAssistants, { as: owner.as })).json;
    expect(assistantWithPreset).toMatchObject({ selected_preset_name: 'Night', posting_rules: changed });
  });
});

describeCall(server, deletePreset, ({ succeeds, refuses }) => {
  succeeds('deletes the preset', async () => {
    const owner = await signUp(server);
    const { id } = await addPreset(owner);
    await server.call(deletePreset, { as: owner.as, params: { id } });
    expect(await presetsOf(owner)).toEqual([]);
  });

  refuses(
    'when the preset is deleted already',
    { code: 'preset.not_found', sentence: 'This preset does not exist.' },
    async () => {
      const owner = await signUp(server);
      const { id } = await addPreset(owner);
      await server.call(deletePreset, { as: owner.as, params: { id } });
      return () => server.call(deletePreset, { as: owner.as, params: { id } });
    },
  );
});
