import {
  type BodyOf,
  checkSheet,
  listAssistantTasks,
  MAX_ASSISTANTS_PER_USER,
  queueSheet,
  type ResponseOf,
  uploadTasks,
} from '@flyerdeck/contracts';
import { png } from '../../src/files/images.fixture.ts';
import { buildPage, buildPendingLoad } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { assistantsOn } from './assistants.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { flyerForm, makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const fill = fillOn(server);
const { database, assistantsOf } = assistantsOn(server);

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

type Rows = (readonly [targets: string, starts_at?: string])[];
const bodyOf = (rows: Rows, more: Partial<BodyOf<typeof checkSheet>> = {}): BodyOf<typeof checkSheet> => ({
  key: 'key',
  name: 'november',
  rows: rows.map(([targets, starts_at = null]) => ({ targets, starts_at })),
  create: false,
  ...more,
});
const check = ({ as }: Person, rows: Rows, more: Partial<BodyOf<typeof checkSheet>> = {}) =>
  server.call(checkSheet, { as, body: bodyOf(rows, more) });
const queue = ({ as }: Person, assistant_ids: string[]) => server.call(queueSheet, { as, body: { assistant_ids } });

const idsOf = ({ groups }: ResponseOf<typeof checkSheet>) => groups.map(({ assistant_id }) => assistant_id ?? '');

async function personWithPages() {
  const person = await signUp(server);
  const luna = await buildPage(database(), person.id, { name: 'Luna', tags: ['VIP', 'EU'] });
  const bella = await buildPage(database(), person.id, { name: 'Bella', tags: ['vip'] });
  return { person, luna, bella };
}

/** Waiting assistants of a sheet with their flyers. */
async function uploadedSheet(person: Person, rows: Rows) {
  const { json } = await check(person, rows, { create: true });
  for (const { rows, assistant_id: id } of json.groups) {
    const body = flyerForm(
      await Promise.all(rows.map(() => png())),
      rows.map((row) => `Row ${row}`),
    );
    const { status } = await server.call(uploadTasks, { as: person.as, params: { id: id ?? '' }, body });
    expect(status).toBe(201);
  }
  return idsOf(json);
}

describeCall(server, checkSheet, ({ succeeds, refuses }) => {
  succeeds('makes one assistant of rows with equal targets and start, in order, and nothing in a dry run', async () => {
    const { person, luna } = await personWithPages();
    const rows: Rows = [['luna; #eu', TOMORROW], ['VIP'], ['#EU;Luna', TOMORROW], [' vip ; '], ['Luna']];
    const dry = await check(person, rows);
    expect(dry.json).toEqual({
      problems: [],
      groups: [
        { rows: [0, 2], assistant_id: null },
        { rows: [1, 3], assistant_id: null },
        { rows: [4], assistant_id: null },
      ],
      used_at: null,
    });
    expect(await assistantsOf(person)).toEqual([]);
    const made = await check(person, rows, { create: true });
    const assistants = new Map((await assistantsOf(person)).map((assistant) => [assistant._id, assistant]));
    expect(idsOf(made.json).map((id) => assistants.get(id))).toMatchObject([
      {
        name: 'november 1',
        status: 'waiting',
        starts_at: TOMORROW,
        posting_rules: { target_pages: [luna.guid], target_tags: ['EU'] },
      },
      { name: 'november 2', starts_at: null, posting_rules: { target_pages: [], target_tags: ['VIP'] } },
      { name: 'november 3', posting_rules: { target_pages: [luna.guid], target_tags: [] } },
    ]);
    return made;
  });

  succeeds('names every row that would be refused, and why, and then makes nothing', async () => {
    const { person } = await personWithPages();
    await buildPage(database(), person.id, { name: 'Luna', username: 'luna2', tags: ['Bella'] });
    const answer = await check(
      person,
      [['Luna'], ['nobody; #Luna'], ['Bella'], ['#bella; @luna2'], [' ; '], ['VIP', YESTERDAY]],
      { create: true },
    );
    const reasons = Object.fromEntries(answer.json.problems.map(({ row, reason }) => [row, reason]));
    const ambiguous = (word: string) =>
      `More than one page or tag is named '${word}'. Write @ and the username of a page, or # and a tag.`;
    expect(reasons).toEqual({
      0: ambiguous('Luna'),
      1: "There is no page or tag named 'nobody'. There is no page or tag named '#Luna'.",
      2: ambiguous('Bella'),
      4: 'Choose at least one target page or tag first.',
      5: 'The chosen start has passed. Choose a later one.',
    });
    expect(await assistantsOf(person)).toEqual([]);
    return answer;
  });

  succeeds('says that there would be too many assistants, or too many unfinished postings', async () => {
    const { person } = await personWithPages();
    await fill.assistants(person.id, MAX_ASSISTANTS_PER_USER - 1);
    await buildPendingLoad(database(), person.id, 2);
    const answer = await check(person, [['VIP'], ['EU', TOMORROW]], { create: true });
    expect(answer.json.problems).toEqual([
      { row: null, reason: expect.stringMatching(/^This would make 2 assistants beside your \d+, .* at most 200\./) },
      { row: null, reason: expect.stringMatching(/^At most .* postings can be unfinished .* this would add 3\./) },
    ]);
    return answer;
  });

  succeeds('says when rows of the same file were queued, and only to the user who did so', async () => {
    const { person } = await personWithPages();
    const ids = await uploadedSheet(person, [['VIP']]);
    expect((await check(person, [['VIP']])).json.used_at).toBeNull();
    const before = Date.now();
    await queue(person, ids);
    const answer = await check(person, [['VIP']]);
    expect(Date.parse(answer.json.used_at ?? '')).toBeGreaterThanOrEqual(before - 1);
    expect((await check(person, [['VIP']], { key: 'another' })).json.used_at).toBeNull();
    const { person: stranger } = await personWithPages();
    expect((await check(stranger, [['VIP']])).json.used_at).toBeNull();
    return answer;
  });

  refuses(
    'where unfinished runs of repeats leave no room',
    { code: 'assistant.too_many', sentence: /^There can be at most 200 assistants\./ },
    async () => {
      const { person } = await personWithPages();
      await fill.assistants(person.id, MAX_ASSISTANTS_PER_USER);
      await database().query('UPDATE assistants SET of_repeat = true WHERE owner_id = $1', [person.id]);
      return () => check(person, [['VIP']], { create: true });
    },
  );
});

describeCall(server, queueSheet, ({ succeeds, refuses }) => {
  succeeds('queues all assistants in order with their flyers in order', async () => {
    const { person } = await personWithPages();
    const ids = await uploadedSheet(person, [['VIP'], ['EU', TOMORROW], ['VIP']]);
    const answer = await queue(person, ids);
    expect(answer.json).toEqual({ message: '5 postings added to the queue.', postings: 5 });
    const tasks = await server.call(listAssistantTasks, { as: person.as, params: { id: ids[0] ?? '' }, query: {} });
    expect(tasks.json.map(({ description }) => description)).toEqual(['Row 0', 'Row 2']);
    const queuedAt = await database().query<{ id: string }[]>(
      'SELECT id FROM assistants WHERE owner_id = $1 ORDER BY queued_at',
      [person.id],
    );
    expect(queuedAt.map(({ id }) => id)).toEqual(ids);
    return answer;
  });

  refuses(
    'when one of the assistants cannot be queued, which it names',
    { code: 'sheet.refused', sentence: 'november 2: Add at least one flyer first.' },
    async () => {
      const { person } = await personWithPages();
      const ids = idsOf((await check(person, [['VIP'], ['EU']], { create: true })).json);
      await server.call(uploadTasks, { as: person.as, params: { id: ids[0] ?? '' }, body: flyerForm([await png()]) });
      return () => queue(person, ids);
    },
  );

  refuses(
    'when the call is repeated',
    { code: 'assistant.not_waiting', sentence: 'Only assistants in waiting state can be added to queue.' },
    async () => {
      const { person } = await personWithPages();
      const ids = await uploadedSheet(person, [['VIP'], ['EU']]);
      await queue(person, ids);
      return () => queue(person, ids);
    },
  );

  refuses(
    "when one is another user's",
    { code: 'assistant.not_found', sentence: 'There is no such assistant.' },
    async () => {
      const { person } = await personWithPages();
      const ids = await uploadedSheet(person, [['VIP']]);
      const { id } = await makeAssistantWithFlyers(server, await signUp(server));
      return () => queue(person, [...ids, id]);
    },
  );
});
