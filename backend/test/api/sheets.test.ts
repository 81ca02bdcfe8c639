import { type BodyOf, listAssistantTasks, MAX_ASSISTANTS_PER_USER, queueSheet } from '@flyerdeck/contracts';
import { buildPage, buildPendingLoad } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { assistantsOn } from './assistants.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { makeAssistantWithFlyers } from './flyers.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

const server = useTestServer();
const fill = fillOn(server);
const { database, assistantsOf } = assistantsOn(server);

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

type Rows = (readonly [targets: string, starts_at?: string])[];
type Sheet = BodyOf<typeof queueSheet>;
/** Without flyers it only checks. */
const send = ({ as }: Person, rows: Rows, more: Partial<Sheet> = {}) => {
  const sent = rows.map(([targets, starts_at = null]) => ({ targets, starts_at }));
  const body = { key: 'key', name: 'november', rows: sent, assistant_id: null, task_ids: [], ...more };
  return server.call(queueSheet, { as, body });
};
/** A waiting assistant with a flyer for each row. They were uploaded in another order. */
async function uploaded(person: Person, rows: Rows) {
  const texts = rows.map((_, row) => `Row ${row}`).reverse();
  const { id, tasks } = await makeAssistantWithFlyers(server, person, texts);
  return { assistant_id: id, task_ids: tasks.map(({ _id }) => _id).reverse() };
}
const queue = async (person: Person, rows: Rows) => send(person, rows, await uploaded(person, rows));

const textsOf = async ({ as }: Person, id: string) =>
  (await server.call(listAssistantTasks, { as, params: { id }, query: {} })).json.map(({ description }) => description);

async function personWithPages() {
  const person = await signUp(server);
  const luna = await buildPage(database(), person.id, { name: 'Luna', tags: ['VIP', 'EU'] });
  const bella = await buildPage(database(), person.id, { name: 'Bella', tags: ['vip'] });
  return { person, luna, bella };
}

describeCall(server, queueSheet, ({ succeeds, refuses }) => {
  succeeds('makes one assistant of rows with equal targets and start, in order, and nothing in a dry run', async () => {
    const { person, luna } = await personWithPages();
    const rows: Rows = [['luna; #eu', TOMORROW], ['VIP'], ['#EU;Luna', TOMORROW], [' vip ; '], ['Luna']];
    expect((await send(person, rows)).json).toEqual({ problems: [], assistants: 3, used_at: null, message: null });
    expect(await assistantsOf(person)).toEqual([]);
    const flyers = await uploaded(person, rows);
    const made = await send(person, rows, flyers);
    expect(made.json).toEqual({
      problems: [],
      assistants: 3,
      used_at: null,
      message: '7 postings added to the queue.',
    });
    const queued: { id: string }[] = await database().query(
      'SELECT id FROM assistants WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY queued_at',
      [person.id],
    );
    const ids = queued.map(({ id }) => id);
    const assistants = new Map((await assistantsOf(person)).map((assistant) => [assistant._id, assistant]));
    expect([...assistants.keys()].sort()).toEqual([...ids].sort());
    expect(ids.map((id) => assistants.get(id))).toMatchObject([
      { name: 'november 1', starts_at: TOMORROW, posting_rules: { target_pages: [luna.guid], target_tags: ['EU'] } },
      { name: 'november 2', starts_at: null, posting_rules: { target_pages: [], target_tags: ['VIP'] } },
      { name: 'november 3', posting_rules: { target_pages: [luna.guid], target_tags: [] } },
    ]);
    expect(await Promise.all(ids.map((id) => textsOf(person, id)))).toEqual([
      ['Row 0', 'Row 2'],
      ['Row 1', 'Row 3'],
      ['Row 4'],
    ]);
    return made;
  });

  succeeds('names every row that would be refused, and why, and then queues nothing', async () => {
    const { person } = await personWithPages();
    await buildPage(database(), person.id, { name: 'Luna', username: 'luna2', tags: ['Bella'] });
    const answer = await queue(person, [
      ['Luna'],
      ['nobody; #Luna'],
      ['Bella'],
      ['#bella; @luna2'],
      [' ; '],
      ['VIP', YESTERDAY],
    ]);
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
    expect(answer.json.message).toBeNull();
    expect((await assistantsOf(person)).map(({ status }) => status)).toEqual(['waiting']);
    return answer;
  });

  succeeds('says when rows of the same file were queued, and only to the user who did so', async () => {
    const { person } = await personWithPages();
    await uploaded(person, [['VIP']]);
    expect((await send(person, [['VIP']])).json.used_at).toBeNull();
    const before = Date.now();
    await queue(person, [['VIP']]);
    const answer = await send(person, [['VIP']]);
    expect(Date.parse(answer.json.used_at ?? '')).toBeGreaterThanOrEqual(before - 1);
    expect((await send(person, [['VIP']], { key: 'another' })).json.used_at).toBeNull();
    const { person: stranger } = await personWithPages();
    expect((await send(stranger, [['VIP']])).json.used_at).toBeNull();
    return answer;
  });

  refuses(
    'where there would be too many assistants',
    { code: 'assistant.too_many', sentence: /^This would make 2 assistants beside your \d+, .* at most 200\./ },
    async () => {
      const { person } = await personWithPages();
      await fill.assistants(person.id, MAX_ASSISTANTS_PER_USER - 1);
      return () => send(person, [['VIP'], ['EU', TOMORROW]]);
    },
  );

  refuses(
    'where there would be too many unfinished postings',
    { code: 'posting.too_many_pending', sentence: /^At most .* postings can be unfinished .* this would add 3\./ },
    async () => {
      const { person } = await personWithPages();
      await buildPendingLoad(database(), person.id, 2);
      return () => send(person, [['VIP'], ['EU', TOMORROW]]);
    },
  );

  refuses(
    'where unfinished runs of repeats leave no room',
    { code: 'assistant.too_many', sentence: /^There can be at most 200 assistants\./ },
    async () => {
      const { person } = await personWithPages();
      const rows: Rows = [['VIP'], ['EU']];
      const flyers = await uploaded(person, rows);
      await fill.assistants(person.id, MAX_ASSISTANTS_PER_USER);
      await database().query('UPDATE assistants SET of_repeat = true WHERE owner_id = $1 AND id <> $2', [
        person.id,
        flyers.assistant_id,
      ]);
      return () => send(person, rows, flyers);
    },
  );

  refuses(
    'when a row has no flyer, or a flyer no row',
    { code: 'task.order_mismatch', sentence: /exactly once\.$/ },
    async () => {
      const { person } = await personWithPages();
      const rows: Rows = [['VIP'], ['EU']];
      const { assistant_id, task_ids } = await uploaded(person, rows);
      expect((await send(person, [['VIP']], { assistant_id, task_ids })).status).toBe(422);
      return () => send(person, rows, { assistant_id, task_ids: task_ids.slice(1) });
    },
  );

  refuses(
    'when the assistant is in the queue already',
    { code: 'assistant.not_waiting', sentence: 'Only assistants in waiting state can be added to queue.' },
    async () => {
      const { person } = await personWithPages();
      const flyers = await uploaded(person, [['VIP']]);
      await database().query('UPDATE assistants SET queued_at = now() WHERE id = $1', [flyers.assistant_id]);
      return () => send(person, [['VIP']], flyers);
    },
  );

  refuses(
    'when the call is repeated',
    { code: 'assistant.not_found', sentence: 'There is no such assistant.' },
    async () => {
      const { person } = await personWithPages();
      const rows: Rows = [['VIP'], ['EU']];
      const flyers = await uploaded(person, rows);
      await send(person, rows, flyers);
      return () => send(person, rows, flyers);
    },
  );

  refuses(
    "when the flyers are another user's",
    { code: 'assistant.not_found', sentence: 'There is no such assistant.' },
    async () => {
      const { person } = await personWithPages();
      const { person: stranger } = await personWithPages();
      const flyers = await uploaded(stranger, [['VIP']]);
      return () => send(person, [['VIP']], flyers);
    },
  );
});
