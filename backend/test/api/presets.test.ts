import { createPreset, deletePreset, listAssistants, listPresets, updatePreset } from '@flyerdeck/contracts';
import { NO_RULES } from '../../src/assistants/assistants.service.ts';
import { buildAssistant } from '../factories.ts';
import { waitForLockWait, whileUncommitted } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { badTargetsOn } from './badTargets.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';

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
    return answer;
  });
});

describeCall(server, createPreset, ({ succeeds }) => {
  refusesBadTargets(
    const answer = await server.call(updatePreset, {
      as: owner.as,
      params: { id: preset.id },
      body: { name: 'Night', rules: changed },
    });
    expect(answer.json).toEqual({ ...preset, name: 'Night', rules: changed });
    const [assistantWithPreset] = (await server.call(listAssistants, { as: owner.as })).json;
    expect(assistantWithPreset).toMatchObject({ selected_preset_name: 'Night', posting_rules: changed });
    return answer;
  });

  succeeds('changes only the given fields, also when two tabs change different ones at the same time', async () => {
    const owner = await signUp(server);
    const { id, ...preset } = await addPreset(owner);
    const change = (body: object) => server.call(updatePreset, { as: owner.as, params: { id }, body });
    const answers = await whileUncommitted(
      server.context.db,
      (db) => db.query('SELECT FROM presets WHERE id = $1 FOR UPDATE', [id]),
      () => Promise.all([change({ rules: { start_delay_hours: 12 } }), change({ name: 'Night' })]),
      2,
    );
    expect(answers).toEqual([expect.objectContaining({ status: 200 }), expect.objectContaining({ status: 200 })]);
    expect(await presetsOf(owner)).toEqual([
      { ...preset, id, name: 'Night', rules: { ...rules, start_delay_hours: 12 } },
    ]);
    return change({ rules: {} });
  });
});

describeCall(server, deletePreset, ({ succeeds }) => {
  succeeds('deletes the preset', async () => {
    const owner = await signUp(server);
    const { id } = await addPreset(owner);
    const answer = await server.call(deletePreset, { as: owner.as, params: { id } });
    expect(await presetsOf(owner)).toEqual([]);
    return answer;
  });

  succeeds('deletes a preset that an assistant is about to choose again', async () => {
    const owner = await signUp(server);
    const { id } = await addPreset(owner);
    const assistant = await buildAssistant(server.context.db, owner.id);
    await server.context.pool.query('UPDATE assistants SET preset_id = $1 WHERE id = $2', [id, assistant.id]);
    // As updateAssistant: the assistant is locked before the preset, and the deletion locks them in the reverse order.
    const updating = await server.context.pool.connect();
    await updating.query('BEGIN');
    await updating.query('SELECT FROM assistants WHERE id = $1 FOR NO KEY UPDATE', [assistant.id]);
    const answer = server.call(deletePreset, { as: owner.as, params: { id } });
    await waitForLockWait(server.context.db);
    const choosing = updating.query('SELECT FROM presets WHERE id = $1 FOR SHARE', [id]);
    // Postgres ends one of the two: usually the deletion, which tries again, but on a busy machine this transaction.
    await updating.query(
      await choosing.then(
        () => 'COMMIT',
        () => 'ROLLBACK',
      ),
    );
    updating.release();
    return answer;
  });
});
