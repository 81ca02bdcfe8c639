import { deviceOf } from '../../../test/deviceCalls.ts';
import { eventually } from '../../../test/eventually.ts';
import { sendAlerts } from '../alerts/alerts.ts';
import { useBot } from '../bot.testing.ts';
import { type BotScenario, buildBotScenario } from '../botScenario.testing.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { storeUpdates } from './updates.query.ts';

const bot = useBot({ publicUrl: 'https://flyers.example' });
beforeEach(async () => {
  bot.startReceiving();
  await bot.startWorking();
});

/** Without those about assistants that have finished. */
const messagesTo = async ({ person }: BotScenario, count: number) => {
  const read = () => bot.fake.telegram.messagesTo(person.id).filter(({ text }) => !text.includes('has finished'));
  return eventually(read, (messages) => messages.length >= count);
};
/** The alert of the scenario's user. */
async function alertOf(scenario: BotScenario) {
  await bot.context.db.transaction((db) => sendAlerts(db, appLinkTo('https://flyers.example')));
  const [alert] = await messagesTo(scenario, 1);
  return alert as NonNullable<typeof alert>;
}
const answersTo = async (scenario: BotScenario, count: number) =>
  (await messagesTo(scenario, count + 1)).slice(1).map(({ text }) => text);

async function doubt(scenario: BotScenario) {
  const device = deviceOf(bot.context.db, scenario.pages[0] as never);
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.failed(claimed, 'Nothing happened.', 'no_effect');
  return claimed.id;
}
const skipRepeat = (assistantId: string, ownerId: string) =>
  bot.rows(
    `WITH repeat AS (
       INSERT INTO repeats (assistant_id, every_days, local_time, time_zone, starts_on, next_at)
       VALUES ($1, 1, '18:00', 'UTC', '2026-01-01', now() + interval '1 day')
     ), run AS (INSERT INTO repeat_runs (repeat_id, planned_at, problem) VALUES ($1, now(), 'No flyers.'))
     INSERT INTO bot_alerts (kind, subject_id, user_id, reason) VALUES ('repeat_skipped', $1, $2, 'assistant.no_flyers')`,
    [assistantId, ownerId],
  );
const pageState = 'SELECT paused_until IS NOT NULL AS state FROM pages WHERE owner_id = $1';
const OVER = 'Nothing was changed: this is over already.';

/** What causes the alert, its buttons, what each button does, and a statement that shows it. */
const CASES: [
  button: string,
  buttons: string[],
  arrange: (scenario: BotScenario) => Promise<unknown>,
  answer: string,
  state: string,
  states: [before: unknown, after: unknown],
][] = [
  [
    'It is live',
    ['It is live', 'It is not there'],
    doubt,
    'The post counts as posted.',
    'SELECT status AS state FROM page_postings WHERE owner_id = $1',
    ['failed', 'posted'],
  ],
  [
    'It is not there',
    ['It is live', 'It is not there'],
    doubt,
    'The post is in the queue again.',
    'SELECT status AS state FROM page_postings WHERE owner_id = $1',
    ['failed', 'pending'],
  ],
  [
    'Resume',
    ['Resume'],
    ({ ownerId }) =>
      bot.rows(`UPDATE assistants SET pause_reason = 'insufficient_credits' WHERE owner_id = $1`, [ownerId]),
    'The assistant is resumed.',
    'SELECT pause_reason AS state FROM assistants WHERE owner_id = $1',
    ['insufficient_credits', null],
  ],
  [
    'Resume',
    ['Resume'],
    ({ ownerId }) =>
      bot.rows(
        `UPDATE pages SET refusal_kind = 'rate_limited', refused_at = now(), paused_until = now() + interval '1 hour' WHERE owner_id = $1`,
        [ownerId],
      ),
    'Posting on the page is resumed.',
    pageState,
    [true, false],
  ],
  [
    'Pause',
    ['Pause'],
    ({ assistantId, ownerId }) => skipRepeat(assistantId, ownerId),
    'The repeat is paused. Resume it in the app.',
    'SELECT r.paused_at IS NOT NULL AS state FROM repeats r JOIN assistants a ON a.id = r.assistant_id WHERE a.owner_id = $1',
    [false, true],
  ],
];

test('an alert about one subject opens its row', async () => {
  const page = await buildBotScenario(bot);
  await bot.rows(`UPDATE pages SET health = 'logged_out' WHERE owner_id = $1`, [page.ownerId]);
  expect((await alertOf(page)).button?.url).toBe(`https://flyers.example/?view=pages&page=${page.pages[0]?.guid}`);
  const post = await buildBotScenario(bot);
  const posting = await doubt(post);
  const [row] = await bot.rows<{ task_id: string }>('SELECT task_id FROM page_postings WHERE id = $1', [posting]);
  expect((await alertOf(post)).button?.url).toBe(`https://flyers.example/tasks/${row?.task_id}`);
  const assistant = await buildBotScenario(bot);
  await skipRepeat(assistant.assistantId, assistant.ownerId);
  expect((await alertOf(assistant)).button?.url).toContain(`expandAssistant=${assistant.assistantId}`);
});

test.each(CASES)(
  'the button %s of %j acts once, however often it is pressed and its updates arrive',
  async (text, buttons, arrange, answer, statement, [before, after]) => {
    const scenario = await buildBotScenario(bot);
    const state = async () => (await bot.rows<{ state: unknown }>(statement, [scenario.ownerId]))[0]?.state;
    await arrange(scenario);
    const alert = await alertOf(scenario);
    expect([alert.actions.map((action) => action.text), alert.button?.text]).toEqual([buttons, 'Open Flyerdeck']);
    expect(await state()).toBe(before);
    const data = alert.actions.find((action) => action.text === text)?.data ?? '';
    const presses = text === 'It is live' ? 20 : 2;
    const updates = Array.from({ length: presses }, () => bot.fake.telegram.press(scenario.person, data));
    await Promise.all(updates.map((update) => storeUpdates(bot.context.db, [update as never])));
    expect((await answersTo(scenario, presses)).sort()).toEqual(
      [answer, ...Array<string>(presses - 1).fill(OVER)].sort(),
    );
    expect(await state()).toBe(after);
    expect(bot.fake.calls.filter(({ method }) => method === 'answerCallbackQuery').length).toBeGreaterThanOrEqual(
      presses,
    );
  },
);

test('Retry under the message about a finished assistant puts its failed posts back, once for this finish', async () => {
  const scenario = await buildBotScenario(bot, { flyers: 2 });
  const statuses = async () =>
    (await bot.rows<{ status: string }>('SELECT status FROM page_postings WHERE owner_id = $1', [scenario.ownerId]))
      .map(({ status }) => status)
      .sort();
  await scenario.post(() => 'failed');
  const [finished] = await bot.messagesTo(scenario.person, 1);
  expect(finished?.actions.map(({ text }) => text)).toEqual(['Retry']);
  const press = () => bot.fake.telegram.press(scenario.person, finished?.actions[0]?.data ?? '');
  press();
  press();
  expect(await messagesTo(scenario, 2)).toMatchObject([
    { text: 'The failed posts are in the queue again.' },
    { text: OVER },
  ]);
  expect(await statuses()).toEqual(['pending', 'pending']);
  await scenario.post((_, index) => (index === 0 ? 'failed' : 'posted'));
  press();
  expect((await messagesTo(scenario, 3))[2]?.text).toBe(OVER);
  expect(await statuses()).toContain('failed');
});

test('another person, a group and unknown data change nothing', async () => {
  const [scenario, other] = [await buildBotScenario(bot), await buildBotScenario(bot)];
  await doubt(scenario);
  const { actions } = await alertOf(scenario);
  const data = actions[0]?.data ?? '';
  const { press } = bot.fake.telegram;
  press.call(bot.fake.telegram, other.person, data);
  press.call(bot.fake.telegram, scenario.person, data, { id: -100, type: 'group', title: 'Team' });
  const unknown = ['live', 'live:1:1', `constructor:${data.slice(5)}`, `live:${'-'.repeat(36)}:1`];
  for (const other of unknown) bot.fake.telegram.press(scenario.person, other);
  expect(await answersTo(scenario, unknown.length)).toEqual(unknown.map(() => OVER));
  const [answer] = await messagesTo(other, 1);
  expect(answer?.text).toBe(OVER);
  await eventually(
    () => bot.rows('SELECT 1 FROM bot_updates WHERE handled_at IS NULL'),
    (rows) => rows.length === 0,
  );
  expect(await bot.rows('SELECT status FROM page_postings WHERE owner_id = $1', [scenario.ownerId])).toEqual([
    { status: 'failed' },
  ]);
});
