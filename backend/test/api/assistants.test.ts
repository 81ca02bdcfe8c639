import { createAssistant, createPreset, deleteAssistant, listAssistants, listTasks, updateAssistant } from '@flyerdeck/contracts';
import { NO_RULES } from '../../src/assistants/assistants.service.ts';
import { deviceOf } from '../deviceCalls.ts';
import { useTestServer } from '../testServer.ts';
import { assistantsOn } from './assistants.testing.ts';
import { badTargetsOn } from './badTargets.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistant } from './flyers.testing.ts';
import { signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const { database, assistantsOf, queued } = assistantsOn(server);
const refusesBadTargets = badTargetsOn(server);

describeCall(server, listAssistants, ({ succeeds }) => {
  succeeds("lists the user's own assistants, newest first", async () => {
    const owner = await signUp(server);
    await makeAssistant(server, await signUp(server), 'Other user');
    for (const name of ['First', 'Second']) await makeAssistant(server, owner, name);
    const answer = await server.call(listAssistants, { as: owner.as });
    expect(answer.json.map(({ name }) => name)).toEqual(['Second', 'First']);
    return answer;
  });

  succeeds('searches by part of a name, ignoring case, or by part of an id', async () => {
    const owner = await signUp(server);
    const spring = await makeAssistant(server, owner, 'Spring 100%');
    await makeAssistant(server, owner, 'Autumn');
    const find = async (searchQuery: string) =>
      (await server.call(listAssistants, { as: owner.as, query: { searchQuery } })).json.map(({ name }) => name);
    expect(await find('sPRING')).toEqual(['Spring 100%']);
    expect(await find(spring._id.slice(0, 13))).toEqual(['Spring 100%']);
    expect(await find('%')).toEqual(['Spring 100%']);
    expect(await find('winter')).toEqual([]);
    return server.call(listAssistants, { as: owner.as, query: { searchQuery: '' } });
  });
});

describeCall(server, createAssistant, ({ succeeds }) => {
  succeeds('creates a waiting assistant without rules; the name is optional', async () => {
    const owner = await signUp(server);
    const answer = await server.call(createAssistant, { as: owner.as });
    expect(answer.json).toMatchObject({
      name: '',
      status: 'waiting',
      posting_rules: NO_RULES,
      selected_preset_id: null,
      reset_after_posts_list: [],
      screenshot_as_file: false,
      active_task_count: 0,
    });
    expect(await assistantsOf(owner)).toEqual([answer.json]);
    return answer;
  });
});

describeCall(server, updateAssistant, ({ succeeds }) => {
  const rules = { ...NO_RULES, target_tags: ['vip'], start_delay_hours: 2 };

  refusesBadTargets(refuses, async (owner) => {
    const { _id: id } = await makeAssistant(server, owner);
    return (posting_rules) => server.call(updateAssistant, { as: owner.as, params: { id }, body: { posting_rules } });
  });

  succeeds('keeps a target page that was unlinked later, and can remove it', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const target_pages = await fillOn(server).pages(owner.id, 2);
    const save = (changed: object) =>
      server.call(updateAssistant, { as: owner.as, params: { id }, body: { posting_rules: { ...rules, ...changed } } });
    await save({ target_pages });
    await server.context.pool.query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [target_pages[0]]);
    expect((await save({ target_pages, start_delay_hours: 3 })).json.posting_rules).toMatchObject({
      target_pages,
      start_delay_hours: 3,
    });
    return save({ target_pages: target_pages.slice(1) });
  });

  succeeds('changes only the given fields', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const change = (body: object) => server.call(updateAssistant, { as: owner.as, params: { id }, body });
    await change({ posting_rules: rules, preset_id: null, preset_name: null });
    await change({ reset_after_posts_list: [10, 5, 20] });
    const answer = await change({ screenshot_as_file: true });
    expect(answer.json).toMatchObject({
      name: 'Spring',
      posting_rules: rules,
      reset_after_posts_list: [10, 5, 20],
      screenshot_as_file: true,
    });
    return answer;
  });

  succeeds('selects a preset with its rules and its stored name', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const preset = (await server.call(createPreset, { as: owner.as, body: { name: 'Evening', rules } })).json;
    const answer = await server.call(updateAssistant, {
      as: owner.as,
      params: { id },
      body: { preset_id: preset.id, preset_name: 'Outdated name', posting_rules: rules },
    });
    expect(answer.json).toMatchObject({
      posting_rules: rules,
      selected_preset_id: preset.id,
      selected_preset_name: 'Evening',
    });
    return answer;
  });
});

describeCall(server, deleteAssistant, ({ succeeds }) => {
  succeeds(
    'removes the assistant from the list, archives its tasks and removes its postings from the queue [4.8-13]',
    async () => {
      const { owner, page, as, params } = await queued();
      const answer = await server.call(deleteAssistant, { as, params });
      expect(await assistantsOf(owner)).toEqual([]);
      const archived = (await server.call(listTasks, { as, query: { status: 'archived' } })).json;
      expect(archived).toEqual([expect.objectContaining({ description: 'One', status: 'archived' })]);
      expect((await deviceOf(database(), page).poll()).claimed).toBeNull();
      return answer;
    },
  );
});
