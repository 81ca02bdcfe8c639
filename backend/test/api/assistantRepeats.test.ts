import {
  addToQueue,
  createAssistant,
  createPreset,
  deleteAssistant,
  deleteRepeat,
  deleteTask,
  getImage,
  listAssistantTasks,
  MAX_ASSISTANTS_PER_USER,
  NO_RULES,
  pauseRepeat,
  type Repeat,
  saveRepeat,
  updateAssistant,
  updatePreset,
} from '@flyerdeck/contracts';
import { deleteDeletedFlyers } from '../../src/assistants/tasks/deletedFlyers.query.ts';
import { buildPage } from '../factories.ts';
import { runJobs } from '../runJobs.ts';
import { useTestServer } from '../testServer.ts';
import { assistantsOn, DAILY } from './assistants.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistant, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const { database, assistantsOf, queued } = assistantsOn(server);

const tasksOf = async ({ as }: Pick<Person, 'as'>, id: string) =>
  (await server.call(listAssistantTasks, { as, params: { id } })).json;
const textsOf = async (owner: Pick<Person, 'as'>, id: string) =>
  (await tasksOf(owner, id)).map(({ description }) => description);

describe('a copy of an assistant', () => {
  const copyOf = async (as: Person['as'], id: string, copy_key?: string) => {
    const answer = await server.call(createAssistant, { as, body: { copy_of: id, copy_key } });
    return { ...answer, copy: answer.json };
  };

  it('copies rules, settings and flyers into a new waiting assistant', async () => {
    const owner = await signUp(server);
    const { as } = owner;
    const page = await buildPage(database(), owner.id);
    const { id, tasks } = await makeAssistantWithFlyers(server, owner, ['One', 'Two', 'Three']);
    const posting_rules = { ...NO_RULES, target_pages: [page.guid], delay_between_tasks_hours: 2 };
    const settings = { name: 'Evening', posting_rules, reset_after_posts_list: [2, 1], screenshot_as_file: true };
    await server.call(updateAssistant, { as, params: { id }, body: settings });
    await server.call(addToQueue, { as, params: { id } });
    const { copy } = await copyOf(as, id);
    expect(copy).toMatchObject({ ...settings, status: 'waiting', active_task_count: 3, repeat: null });
    expect((await assistantsOf(owner)).map(({ _id }) => _id)).toEqual([copy._id, id]);
    expect(await textsOf(owner, copy._id)).toEqual(['One', 'Two', 'Three']);
    expect((await tasksOf(owner, copy._id)).map(({ file_id }) => file_id)).toEqual(tasks.map(({ file_id }) => file_id));
  });

  it('makes one copy of a doubled click, and another one of a later click', async () => {
    const { owner, as, params } = await queued();
    const call = (key: string) => copyOf(as, params.id, key);
    const copies = await Promise.all(['same', 'same', 'same'].map(call));
    expect(new Set(copies.map(({ copy }) => copy._id)).size).toBe(1);
    await call('other');
    expect(await assistantsOf(owner)).toHaveLength(3);
  });

  it('copies archived flyers too', async () => {
    const { owner, as, params } = await queued({ flyers: ['One', 'Two'] });
    await server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE assistant_id = $1', [params.id]);
    const { copy } = await copyOf(as, params.id);
    expect(await textsOf(owner, copy._id)).toEqual(['One', 'Two']);
  });

  it('keeps the preset unless its rules have changed meanwhile', async () => {
    const { as, page, params } = await queued();
    const rules = { ...NO_RULES, target_pages: [page.guid] };
    const preset = (await server.call(createPreset, { as, body: { name: 'Evening', rules } })).json;
    await server.call(updateAssistant, { as, params, body: { preset_id: preset.id } });
    const copy = async () => (await copyOf(as, params.id)).copy;
    expect(await copy()).toMatchObject({ selected_preset_id: preset.id, posting_rules: rules });
    const changed = { ...rules, start_delay_hours: 5 };
    await server.call(updatePreset, { as, params: { id: preset.id }, body: { name: 'Evening', rules: changed } });
    expect(await copy()).toMatchObject({ selected_preset_id: null, posting_rules: rules });
  });

  it('shares the files: they need no space, and are deleted with the last flyer', async () => {
    const owner = await signUp(server);
    const { as } = owner;
    const { id, tasks } = await makeAssistantWithFlyers(server, owner, ['One', 'Two']);
    const files = async () => (await database().query('SELECT id FROM files WHERE owner_id = $1', [owner.id])).length;
    const isShown = async (file_id: string | null | undefined) =>
      (await server.call(getImage, { params: { file_id: file_id ?? '' } })).status === 200;
    const [first, second] = tasks;
    const copy = { id: (await copyOf(as, id)).copy._id };
    expect(await files()).toBe(2);
    const [firstCopy] = await tasksOf(owner, copy.id);
    await server.call(deleteTask, { as, params: { id: first?._id ?? '' } });
    expect(await isShown(first?.file_id)).toBe(true);
    await server.call(deleteTask, { as, params: { id: firstCopy?._id ?? '' } });
    expect(await isShown(first?.file_id)).toBe(false);
    await server.call(deleteAssistant, { as, params: { id } });
    await runJobs(server);
    expect(await isShown(second?.file_id)).toBe(true);
    await server.call(deleteAssistant, { as, params: copy });
    await runJobs(server);
    expect(await files()).toBe(0);
  });

  it('leaves no file when the original and its copies are deleted at the same moment', async () => {
    const owner = await signUp(server);
    const { as } = owner;
    const { id, tasks } = await makeAssistantWithFlyers(server, owner, ['One', 'Two']);
    const copy = (await copyOf(as, id)).copy._id;
    const [copied] = await tasksOf(owner, copy);
    await Promise.all(
      [tasks[0], copied].map((task) => server.call(deleteTask, { as, params: { id: task?._id ?? '' } })),
    );
    await Promise.all([id, copy].map((id) => server.call(deleteAssistant, { as, params: { id } })));
    await Promise.all([1, 2, 3].map(() => deleteDeletedFlyers(database())));
    expect(await database().query('SELECT id FROM files WHERE owner_id = $1', [owner.id])).toEqual([]);
  });

  it('is refused when the user has the maximum number of assistants', async () => {
    const owner = await signUp(server);
    const [id = ''] = await fillOn(server).assistants(owner.id, MAX_ASSISTANTS_PER_USER);
    expect((await copyOf(owner.as, id)).error?.code).toBe('assistant.too_many');
  });
});

const withoutRepeat = async () => {
  const { as, params } = await queued();
  return { as, params };
};

/** An assistant with a repeat. */
async function repeated() {
  const owner = await signUp(server);
  const { _id: id } = await makeAssistant(server, owner);
  const call = { as: owner.as, params: { id } };
  await server.call(saveRepeat, { ...call, body: DAILY });
  return { owner, call, read: async () => (await assistantsOf(owner))[0]?.repeat as Repeat };
}

describeCall(server, saveRepeat, ({ succeeds, refuses }) => {
  succeeds('stores the repeat and shows it with its next time', async () => {
    const owner = await signUp(server);
    const { _id: id } = await makeAssistant(server, owner);
    const body = {
      ...DAILY,
      every_days: null,
      weekdays: [5, 1],
      starts_on: '2030-01-01',
      ends_on: '2030-12-31',
      max_runs: 3,
    };
    const answer = await server.call(saveRepeat, { as: owner.as, params: { id }, body });
    expect(answer.json.assistant.repeat).toEqual({
      ...body,
      weekdays: [1, 5],
      runs: 0,
      is_paused: false,
      next_at: '2030-01-04T17:00:00.000Z',
      last_run: null,
    });
    expect(await assistantsOf(owner)).toEqual([answer.json.assistant]);
  });

  succeeds('changes a repeat, whose runs still count; a repeated call changes nothing', async () => {
    const { call, read } = await repeated();
    await database().query('UPDATE repeats SET runs = 2 WHERE assistant_id = $1', [call.params.id]);
    await server.call(pauseRepeat, { ...call, body: { is_paused: true } });
    const body = { ...DAILY, every_days: 3, starts_on: '2031-01-01', max_runs: 3 };
    await server.call(saveRepeat, { ...call, body });
    const changed = await read();
    expect(changed).toMatchObject({ ...body, runs: 2, is_paused: true, next_at: '2031-01-01T17:00:00.000Z' });
    await server.call(saveRepeat, { ...call, body });
    expect(await read()).toEqual(changed);
  });

  const badDays: [string, Pick<Repeat, 'every_days' | 'weekdays'>][] = [
    ['without days', { every_days: null, weekdays: [] }],
    ['with days and weekdays', { every_days: 1, weekdays: [1] }],
  ];
  for (const [when, changes] of badDays) {
    refuses(when, 'repeat.no_days', async () => {
      const { call } = await repeated();
      return () => server.call(saveRepeat, { ...call, body: { ...DAILY, ...changes } });
    });
  }

  for (const time_zone of ['Europe/Atlantis', '+01:00']) {
    refuses(
      `for the time zone ${time_zone}`,
      { code: 'repeat.unknown_time_zone', sentence: `'${time_zone}' is not the name of a time zone.` },
      async () => {
        const { call } = await repeated();
        return () => server.call(saveRepeat, { ...call, body: { ...DAILY, time_zone } });
      },
    );
  }

  for (const [when, changes] of [
    ['when its last day is over', { ends_on: '2026-02-01' }],
    ['when as many runs are done', { max_runs: 2 }],
  ] as const) {
    refuses(when, 'repeat.never_runs', async () => {
      const { call } = await repeated();
      await database().query('UPDATE repeats SET runs = 2 WHERE assistant_id = $1', [call.params.id]);
      return () => server.call(saveRepeat, { ...call, body: { ...DAILY, ...changes } });
    });
  }
});

describeCall(server, pauseRepeat, ({ succeeds, refuses }) => {
  const paused = { body: { is_paused: true } };
  const resumed = { body: { is_paused: false } };

  succeeds('pauses the repeat, also a second time', async () => {
    const { call, read } = await repeated();
    await server.call(pauseRepeat, { ...call, ...paused });
    expect((await read()).is_paused).toBe(true);
    return server.call(pauseRepeat, { ...call, ...paused });
  });
  succeeds('resumes it with the next time from now on', async () => {
    const { call, read } = await repeated();
    const { next_at } = await read();
    await server.call(pauseRepeat, { ...call, ...paused });
    await database().query("UPDATE repeats SET next_at = now() - interval '1 hour' WHERE assistant_id = $1", [
      call.params.id,
    ]);
    const answer = await server.call(pauseRepeat, { ...call, ...resumed });
    expect(answer.json.assistant.repeat).toMatchObject({ is_paused: false, next_at });
  });
  refuses('without a repeat', 'repeat.not_found', async () => {
    const call = await withoutRepeat();
    return () => server.call(pauseRepeat, { ...call, ...paused });
  });
});

describeCall(server, deleteRepeat, ({ succeeds, refuses }) => {
  succeeds('deletes the repeat', async () => {
    const { call, read } = await repeated();
    await server.call(deleteRepeat, call);
    expect(await read()).toBeNull();
  });
  refuses('without a repeat', 'repeat.not_found', async () => {
    const call = await withoutRepeat();
    return () => server.call(deleteRepeat, call);
  });
});
