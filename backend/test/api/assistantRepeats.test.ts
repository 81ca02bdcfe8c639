import {
  addToQueue,
  createAssistant,
  deleteAssistant,
  deleteRepeat,
  deleteTask,
  getImage,
  listAssistantTasks,
  NO_RULES,
  pauseRepeat,
  type Repeat,
  saveRepeat,
  updateAssistant,
} from '@flyerdeck/contracts';
import { buildPage } from '../factories.ts';
import { runJobs } from '../runJobs.ts';
import { useTestServer } from '../testServer.ts';
import { assistantsOn, DAILY } from './assistants.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistant, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';

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
