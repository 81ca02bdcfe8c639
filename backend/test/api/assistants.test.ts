import {
  createAssistant,
  createPreset,
  deleteAssistant,
  listAssistants,
  listTasks,
  MAX_ASSISTANTS_PER_USER,
  NO_RULES,
  updateAssistant,
} from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { whileUncommitted } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { assistantNotFound, assistantsOn } from './assistants.testing.ts';
import { badTargetsOn } from './badTargets.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistant } from './flyers.testing.ts';
import { signUp } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';
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
  });

  succeeds(
    'counts what has become of the postings of an assistant, those in doubt apart from the failed ones',
    async () => {
      const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three', 'Four', 'Five'] });
      const [page] = owner.pages;
      await owner.post(page, 'completed');
      await owner.post(page, 'posted');
      await owner.post(page, 'failed');
      const doubtful = await owner.post(page, 'failed');
      await database().query(`UPDATE page_postings SET error_code = 'unconfirmed' WHERE id = $1`, [doubtful]);
      const answer = await server.call(listAssistants, { as: owner.as });
      expect(answer.json.map(({ progress }) => progress)).toEqual([{ posted: 2, to_go: 1, failed: 1, in_doubt: 1 }]);
    },
  );

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
  });
});

describeCall(server, createAssistant, ({ succeeds, refuses }) => {
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
  });

  refuses('when the user has the maximum number of assistants', 'assistant.too_many', async () => {
    const owner = await signUp(server);
    await fillOn(server).assistants(owner.id, MAX_ASSISTANTS_PER_USER);
    return () => server.call(createAssistant, { as: owner.as });
  });

  refuses("when the assistant to copy is another user's", 'assistant.not_found', async () => {
    const [{ as }, other] = [await signUp(server), await signUp(server)];
    const { _id: copy_of } = await makeAssistant(server, other);
    return () => server.call(createAssistant, { as, body: { copy_of } });
  });

  succeeds('creates another assistant after one of the maximum number was deleted', async () => {
    const owner = await signUp(server);
    const [id = ''] = await fillOn(server).assistants(owner.id, MAX_ASSISTANTS_PER_USER);
    await server.call(deleteAssistant, { as: owner.as, params: { id } });
    return server.call(createAssistant, { as: owner.as });
  });
});

describeCall(server, updateAssistant, ({ succeeds, refuses }) => {
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
  });

  succeeds('changes only the given rules, also when two tabs change different ones at the same time', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const change = (changed: object) =>
      server.call(updateAssistant, { as: owner.as, params: { id }, body: { posting_rules: changed } });
    await change(rules);
    const answers = await whileUncommitted(
      server.context.db,
      (db) => db.query('SELECT FROM assistants WHERE id = $1 FOR UPDATE', [id]),
      () => Promise.all([change({ start_delay_hours: 12 }), change({ target_tags: ['night'] })]),
      2,
    );
    expect(answers).toEqual([expect.objectContaining({ status: 200 }), expect.objectContaining({ status: 200 })]);
    const answer = await change({});
    expect(answer.json.posting_rules).toEqual({ ...rules, start_delay_hours: 12, target_tags: ['night'] });
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
  });

  refuses(
    'when another start is chosen for what is in the queue',
    { code: 'assistant.not_waiting', sentence: 'Its postings are in the queue already.' },
    async () => {
      const { as, params } = await queued();
      return () => server.call(updateAssistant, { as, params, body: { starts_at: null } });
    },
  );

  refuses(
    "when the preset is another user's",
    { code: 'preset.not_found', sentence: 'There is no such preset.' },
    async () => {
      const [owner, stranger] = [await signUp(server), await signUp(server)];
      const { _id: id } = await makeAssistant(server, owner);
      const preset = (await server.call(createPreset, { as: stranger.as, body: { name: 'Evening', rules } })).json;
      return () => server.call(updateAssistant, { as: owner.as, params: { id }, body: { preset_id: preset.id } });
    },
  );
});

describeCall(server, deleteAssistant, ({ succeeds, refuses }) => {
  succeeds(
    'removes the assistant from the list, archives its tasks and removes its postings from the queue [4.8-13]',
    async () => {
      const { owner, page, as, params } = await queued();
      await server.call(deleteAssistant, { as, params });
      expect(await assistantsOf(owner)).toEqual([]);
      const archived = (await server.call(listTasks, { as, query: { status: 'archived' } })).json;
      expect(archived).toEqual([expect.objectContaining({ description: 'One', status: 'archived' })]);
      expect((await deviceOf(database(), page).poll()).claimed).toBeNull();
    },
  );

  refuses('when the assistant is deleted already', assistantNotFound, async () => {
    const { as, params } = await queued();
    await server.call(deleteAssistant, { as, params });
    return () => server.call(deleteAssistant, { as, params });
  });
});
