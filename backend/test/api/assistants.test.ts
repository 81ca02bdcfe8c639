import {
  addToQueue,
  createAssistant,
  createPreset,
  deleteAssistant,
  forecastAssistant,
  listAssistants,
  listTasks,
  MAX_ASSISTANTS_PER_USER,
  NO_RULES,
  pauseAssistant,
  processScreenshots,
  resumeAssistant,
  startQueue,
  updateAssistant,
} from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { buildPage, buildPendingLoad } from '../factories.ts';
import { whileUncommitted } from '../locks.ts';
import { useTestServer } from '../testServer.ts';
import { assistantsOn } from './assistants.testing.ts';
import { badTargetsOn } from './badTargets.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistant, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
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
});

describeCall(server, updateAssistant, ({ succeeds, refuses }) => {
  const rules = { ...NO_RULES, target_tags: ['vip'], start_delay_hours: 2 };

  refusesBadTargets(refuses, async (owner) => {
    const { _id: id } = await makeAssistant(server, owner);
    return (posting_rules) => server.call(updateAssistant, { as: owner.as, params: { id }, body: { posting_rules } });
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

describeCall(server, deleteAssistant, ({ succeeds }) => {
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
});

const fill = fillOn(server);

describeCall(server, forecastAssistant, ({ succeeds }) => {
  succeeds('shows the numbers of pages and postings, the credits and the times, and changes nothing', async () => {
    const owner = await signUp(server);
    await buildPage(database(), owner.id, { tags: ['VIP'] });
    await buildPage(database(), owner.id, { tags: ['vip'], paidHours: 5 });
    const { id } = await makeAssistantWithFlyers(server, owner, ['One', 'Two', 'Three']);
    await server.call(updateAssistant, {
      as: owner.as,
      params: { id },
      body: {
        posting_rules: {
          ...NO_RULES,
          target_tags: ['vip'],
          start_delay_hours: 1,
          delay_between_tasks_hours: 2,
          duplication_time_hours: 12,
        },
      },
    });
    const answer = await server.call(forecastAssistant, { as: owner.as, params: { id } });
    expect(answer.json).toMatchObject({
      pages: 2,
      offline_pages: 2,
      flyers: 3,
      postings: 12,
      credits_needed: 10,
      credits_balance: 150,
      shortfall: 0,
      problem: null,
    });
    const hoursAhead = (at: string | null) => Math.round((Date.parse(at ?? '') - Date.now()) / 3_600_000);
    expect([hoursAhead(answer.json.first_at), hoursAhead(answer.json.last_at)]).toEqual([1, 17]);
    expect((await assistantsOf(owner))[0]?.status).toBe('waiting');
  });
});

describeCall(server, addToQueue, ({ succeeds, refuses }) => {
  const setRules = (owner: Person, id: string, rules: object) =>
    server.call(updateAssistant, {
      as: owner.as,
      params: { id },
      body: { posting_rules: { ...NO_RULES, ...rules } },
    });

  succeeds('creates one posting for each flyer and page, and queues the tasks [4.8-11]', async () => {
    const owner = await signUp(server);
    const pages = [await buildPage(database(), owner.id), await buildPage(database(), owner.id, { tags: ['VIP'] })];
    const { id } = await makeAssistantWithFlyers(server, owner, ['One', 'Two', 'Three']);
    await setRules(owner, id, { target_pages: [pages[0]?.guid], target_tags: ['vip'] });
    const answer = await server.call(addToQueue, { as: owner.as, params: { id } });
    expect(answer.json).toMatchObject({
      message: '6 postings added to the queue.',
      postings: 6,
      assistant: { _id: id, status: 'in_queue' },
    });
    const tasks = (await server.call(listTasks, { as: owner.as, query: { status: 'in_queue' } })).json;
    expect(tasks.map(({ description, page_counts }) => [description, page_counts.pending])).toEqual([
      ['One', 2],
      ['Two', 2],
      ['Three', 2],
    ]);
  });

  succeeds('starts at the chosen time, whatever the time of the first claim is', async () => {
    const owner = await signUp(server);
    const page = await buildPage(database(), owner.id);
    const { id } = await makeAssistantWithFlyers(server, owner, ['One', 'Two']);
    const starts_at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 5 * 3_600_000).toISOString();
    const call = { as: owner.as, params: { id } };
    const posting_rules = { target_pages: [page.guid], delay_between_tasks_hours: 1 };
    await server.call(updateAssistant, { ...call, body: { posting_rules, starts_at } });
    expect((await server.call(forecastAssistant, call)).json).toMatchObject({ first_at: starts_at, problem: null });
    const answer = await server.call(addToQueue, call);
    expect(answer.json.assistant.starts_at).toBe(starts_at);
    await server.call(startQueue, { as: owner.as });
    const device = deviceOf(database(), page);
    const first = await device.claim();
    await device.posted(first);
    // As if the clock had been set back after the first claim.
    await database().query(`UPDATE assistants SET started_at = now() + interval '9 days' WHERE id = $1`, [id]);
    const second = await device.claim();
    const hoursLater = [first, second].map(
      ({ scheduled_for }) => (Number(scheduled_for) - Date.parse(starts_at)) / 3_600_000,
    );
    expect(hoursLater).toEqual([0, 1]);
    return answer;
  });

  refuses(
    'when the chosen start has passed, of which the forecast warns',
    { code: 'assistant.start_passed', sentence: 'The chosen start has passed. Choose a later one.' },
    async () => {
      const owner = await signUp(server);
      const page = await buildPage(database(), owner.id);
      const { id } = await makeAssistantWithFlyers(server, owner);
      const call = { as: owner.as, params: { id } };
      const body = {
        posting_rules: { target_pages: [page.guid] },
        starts_at: new Date(Date.now() - 1_000).toISOString(),
      };
      await server.call(updateAssistant, { ...call, body });
      expect((await server.call(forecastAssistant, call)).json.problem).toMatch(/^The chosen start has passed/);
      return () => server.call(addToQueue, call);
    },
  );

  refuses(
    'when the assistant is queued already [5-14]',
    { code: 'assistant.not_waiting', sentence: 'Only assistants in waiting state can be added to queue.' },
    async () => {
      const call = await queued();
      return () => server.call(addToQueue, call);
    },
  );

  refuses('without a target', 'assistant.no_targets', async () => {
    const owner = await signUp(server);
    const { id } = await makeAssistantWithFlyers(server, owner);
    return () => server.call(addToQueue, { as: owner.as, params: { id } });
  });

  refuses('without a flyer', 'assistant.no_flyers', async () => {
    const owner = await signUp(server);
    const page = await buildPage(database(), owner.id);
    const { _id: id } = await makeAssistant(server, owner);
    await setRules(owner, id, { target_pages: [page.guid] });
    return () => server.call(addToQueue, { as: owner.as, params: { id } });
  });

  refuses("when its target pages are unlinked or another user's", 'assistant.no_pages', async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)];
    await buildPage(database(), stranger.id, { tags: ['vip'] });
    const page = await buildPage(database(), owner.id);
    await database().query('UPDATE pages SET unlinked_at = now() WHERE guid = $1', [page.guid]);
    const { id } = await makeAssistantWithFlyers(server, owner);
    await setRules(owner, id, { target_pages: [page.guid], target_tags: ['vip'] });
    return () => server.call(addToQueue, { as: owner.as, params: { id } });
  });

  refuses('when it would create more postings than can be added at once', 'assistant.too_many_postings', async () => {
    const owner = await signUp(server);
    await fill.pages(owner.id, 300, { tags: ['many'] });
    const { _id: id } = await makeAssistant(server, owner);
    await fill.flyers(owner.id, id, 340);
    await setRules(owner, id, { target_tags: ['many'], duplication_time_hours: 12 });
    return () => server.call(addToQueue, { as: owner.as, params: { id } });
  });

  refuses(
    'when too many postings are unfinished, of which the forecast warns',
    {
      code: 'posting.too_many_pending',
      sentence:
        'At most 200,000 postings can be unfinished at the same time: 199,999 are, and this would add 2. Wait until some are posted, or delete an assistant.',
    },
    async () => {
      const owner = await signUp(server);
      const page = await buildPage(database(), owner.id);
      await buildPendingLoad(database(), owner.id, 1);
      const { id } = await makeAssistantWithFlyers(server, owner, ['One', 'Two']);
      await setRules(owner, id, { target_pages: [page.guid] });
      const call = { as: owner.as, params: { id } };
      expect((await server.call(forecastAssistant, call)).json.problem).toMatch(
        /^At most 200,000 postings can be unfinished/,
      );
      return () => server.call(addToQueue, call);
    },
  );
});

describeCall(server, pauseAssistant, ({ succeeds, refuses }) => {
  refuses('while its postings are still being added', 'assistant.being_queued', async () => {
    const call = await queued();
    await database().query("UPDATE assistants SET pause_reason = 'queueing' WHERE id = $1", [call.params.id]);
    return () => server.call(pauseAssistant, call);
  });

  succeeds('stops handing out postings of the assistant', async () => {
    const { page, as, params } = await queued();
    const answer = await server.call(pauseAssistant, { as, params });
    expect(answer.json).toMatchObject({ assistant: { status: 'paused', pause_reason: 'user' } });
    expect(await deviceOf(database(), page).poll()).toMatchObject({ claimed: null, waitReason: 'assistant_paused' });
  });

  succeeds('is paused only while it has something left to post [4.8-06]', async () => {
    const { owner, page, as, params } = await queued();
    const device = deviceOf(database(), page);
    const claimed = await device.claim();
    const answer = await server.call(pauseAssistant, { as, params });
    expect(answer.json).toMatchObject({ assistant: { status: 'paused' } });
    await device.posted(claimed);
    expect(await assistantsOf(owner)).toMatchObject([{ status: 'posted', pause_reason: 'user' }]);
  });

  refuses('when the assistant has nothing left to post', 'assistant.not_running', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    return () => server.call(pauseAssistant, { as: owner.as, params: { id } });
  });
});

describeCall(server, resumeAssistant, ({ succeeds, refuses }) => {
  succeeds('hands out the postings of the assistant again [4.8-11]', async () => {
    const { page, as, params } = await queued();
    await server.call(pauseAssistant, { as, params });
    const answer = await server.call(resumeAssistant, { as, params });
    // The owner's queue is started and holds nothing else: the resumed assistant is next.
    expect(answer.json).toMatchObject({ assistant: { status: 'pending', pause_reason: null } });
    expect((await deviceOf(database(), page).poll()).claimed).not.toBeNull();
  });

  refuses('when the assistant is not paused [5-15]', 'assistant.not_paused', async () => {
    const call = await queued();
    return () => server.call(resumeAssistant, call);
  });
});

describeCall(server, processScreenshots, ({ succeeds, refuses }) => {
  succeeds('schedules every missing screenshot again', async () => {
    const { page, as, params } = await queued({ flyers: ['One', 'Two'] });
    const device = deviceOf(database(), page);
    await device.posted(await device.claim());
    const answer = await server.call(processScreenshots, { as, params });
    expect(answer.json.pictures).toBe(1);
  });

  refuses('when the assistant has posted nothing yet', 'assistant.nothing_posted', async () => {
    const call = await queued();
    return () => server.call(processScreenshots, call);
  });
});
