import { deviceOf } from '../../../test/deviceCalls.ts';
import { eventually } from '../../../test/eventually.ts';
import { jpeg } from '../../files/images.fixture.ts';
import { sendAlerts } from '../alerts/alerts.ts';
import { useBot } from '../bot.testing.ts';
import { type BotScenario, buildBotScenario } from '../botScenario.testing.ts';
import { en, type Messages } from '../messages/en.ts';
import { ru } from '../messages/ru.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { storeUpdates } from './updates.query.ts';

describe('commands', () => {
  const bot = useBot({ publicUrl: 'https://flyers.example' });

  beforeEach(async () => {
    await bot.startWorking();
    bot.startReceiving();
  });

  const ledgerOf = (telegramId: number) =>
    bot.rows<{ transaction_type: string; amount: number }>(
      `SELECT transaction_type, amount FROM credit_transactions t JOIN users u ON u.id = t.user_id WHERE u.telegram_id = $1`,
      [String(telegramId)],
    );

  test('/start sends a greeting with a mini app button and credits the welcome bonus once', async () => {
    const anna = bot.person();
    bot.fake.telegram.sendText(anna, '/start');
    const [greeting] = await bot.messagesTo(anna, 1);
    expect(greeting).toMatchObject({
      kind: 'text',
      button: { text: 'Open Flyerdeck', url: 'https://flyers.example/', opensMiniApp: true },
    });
    expect(greeting?.text).toMatch(/^Welcome! 150 credits are yours to start with\.\nHello, Anna!/);
    bot.fake.telegram.sendText(anna, '/start again');
    const [, again] = await bot.messagesTo(anna, 2);
    expect(again?.text).toMatch(/^Hello, Anna!.*Your balance: 150 credits\.$/s);
    expect(await ledgerOf(anna.id)).toEqual([{ transaction_type: 'bonus', amount: 150 }]);
    expect(
      await bot.rows('SELECT username, first_name, language FROM users WHERE telegram_id = $1', [String(anna.id)]),
    ).toEqual([{ username: 'anna_o', first_name: 'Anna', language: 'en' }]);
  });

  test('/new creates an assistant with the given name or the date, links to it, and refuses a name above 120 characters', async () => {
    const anna = bot.person();
    for (const text of ['/new  Summer & Sun ', '/new', `/new ${'x'.repeat(121)}`])
      bot.fake.telegram.sendText(anna, text);
    const [named, dated, refused] = await bot.messagesTo(anna, 3);
    const assistants = await bot.rows<{ id: string; name: string }>(
      'SELECT a.id, name FROM assistants a JOIN users u ON u.id = a.owner_id WHERE u.telegram_id = $1 ORDER BY a.created_at',
      [String(anna.id)],
    );
    expect(assistants.map(({ name }) => name)).toEqual([
      'Summer & Sun',
      expect.stringMatching(/^Flyers \d{4}-\d\d-\d\d$/),
    ]);
    expect(named).toMatchObject({
      text: '"Summer & Sun" is ready: send me its flyers.',
      button: {
        url: `https://flyers.example/?view=assistants&expandAssistant=${assistants[0]?.id}`,
        opensMiniApp: true,
      },
    });
    expect(dated?.text).toMatch(/^"Flyers \d{4}-\d\d-\d\d" is ready/);
    expect(refused?.text).toBe('This name is too long: at most 120 characters, please.');
  });

  test('/privacy says what is stored, in the language of the person, and links to the dialog of the app', async () => {
    const [anna, russian] = [bot.person(), bot.person({ language_code: 'ru' })];
    bot.fake.telegram.sendText(anna, '/privacy');
    bot.fake.telegram.sendText(russian, '/privacy');
    const [answer] = await bot.messagesTo(anna, 1);
    expect(answer?.text).toMatch(/^I store your Telegram name.*after 90 days.*deletes your account\.$/s);
    expect(answer?.button).toEqual({
      text: 'Open Flyerdeck',
      url: 'https://flyers.example/?dialog=privacy',
      opensMiniApp: true,
    });
    const [translated] = await bot.messagesTo(russian, 1);
    expect(translated?.text).toMatch(/^Я храню ваше имя.*через 90 дней.*удалить аккаунт\.$/s);
  });

  test('/balance, /queue and /help are answered, and any other text gets a short hint', async () => {
    const anna = bot.person();
    for (const text of ['/balance', '/queue', '/help', 'hello?', '/dance']) bot.fake.telegram.sendText(anna, text);
    const [balance, queue, help, ...hints] = await bot.messagesTo(anna, 5);
    expect(balance).toMatchObject({
      text: 'Your balance: 150 credits. 10 credits buy 24 hours of posting to one page.',
      button: { url: 'https://flyers.example/?view=credits' },
    });
    expect(queue?.text).toBe('Posting is paused.\nNothing has been queued yet.');
    expect(help?.text).toContain('/new NAME');
    const hint = 'I understand pictures and commands only. /help lists them.';
    expect(hints.map(({ text }) => text)).toEqual([hint, hint]);
  });

  test('without prices in Stars the bot does not know the commands for payments, and offers no package', async () => {
    const anna = bot.person();
    for (const text of ['/buy', '/terms', '/paysupport', '/help']) bot.fake.telegram.sendText(anna, text);
    const [buy, terms, support, help] = await bot.messagesTo(anna, 4);
    for (const answer of [buy, terms, support]) expect(answer?.text).toMatch(/^I understand pictures/);
    expect(help?.text).not.toContain('Stars');
    bot.fake.telegram.press(anna, 'buy:basic');
    expect((await bot.messagesTo(anna, 5))[4]?.text).toBe('Nothing was changed: this is over already.');
  });

  test('a deactivated user gets one sentence for a command or an album, and nothing is created', async () => {
    const anna = bot.person();
    bot.fake.telegram.sendText(anna, '/start');
    await bot.messagesTo(anna, 1);
    await bot.rows('UPDATE users SET is_active = false WHERE telegram_id = $1', [String(anna.id)]);
    await bot.fake.telegram.sendAlbum(anna, [
      { bytes: await jpeg() },
      { bytes: await jpeg() },
      { bytes: await jpeg() },
    ]);
    bot.fake.telegram.sendText(anna, '/new Secret');
    const replies = await bot.messagesTo(anna, 3);
    expect(replies.slice(1).map(({ text }) => text)).toEqual([
      'Your account is deactivated. Please contact support.',
      'Your account is deactivated. Please contact support.',
    ]);
    expect(await bot.rows(`SELECT 1 FROM assistants WHERE name = 'Secret'`)).toEqual([]);
    expect(await bot.rows('SELECT 1 FROM bot_flyer_parts WHERE chat_id = $1', [String(anna.id)])).toEqual([]);
  });

  test('a person who allows messages in the mini app gets no answer, and the bot may write again', async () => {
    const anna = bot.person();
    await bot.server.signIn(String(anna.id));
    await bot.rows('UPDATE users SET messages_refused_at = now() WHERE telegram_id = $1', [String(anna.id)]);
    bot.fake.telegram.sendMessage(anna, { write_access_allowed: { from_request: true } });
    bot.fake.telegram.sendText(anna, '/balance');
    expect((await bot.messagesTo(anna, 1)).map(({ text }) => text)).toEqual([expect.stringMatching(/^Your balance/)]);
    expect(await bot.rows('SELECT messages_refused_at FROM users WHERE telegram_id = $1', [String(anna.id)])).toEqual([
      { messages_refused_at: null },
    ]);
  });
});

describe('actions', () => {
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
});

const bot = useBot();

const settingsOf = (ownerId: string) =>
  bot.rows('SELECT quiet_from, quiet_until, digest_at, bot_time_zone FROM users WHERE id = $1', [ownerId]);

test('/settings shows the settings in the time zone of the pages, and its buttons set them, however often they are pressed', async () => {
  bot.startReceiving();
  await bot.startWorking();
  const scenario = await buildBotScenario(bot);
  const { person, ownerId } = scenario;
  await bot.rows("UPDATE pages SET time_zone = 'Europe/Berlin' WHERE owner_id = $1", [ownerId]);
  bot.fake.telegram.sendText(person, '/settings');
  const [first] = await bot.messagesTo(person, 1);
  expect(first?.text).toMatch(/^I tell you at once when something has stopped\..*No quiet hours\..*Europe\/Berlin/s);
  expect(first?.actions.map(({ text }) => text)).toEqual([
    'Quiet 22:00-08:00',
    'Quiet 00:00-09:00',
    'Once a day at 09:00',
    'Once a day at 18:00',
    'No quiet hours',
    'At once',
  ]);
  let sent = 1;
  const press = async (data: string) => {
    bot.fake.telegram.press(person, data);
    return (await bot.messagesTo(person, ++sent)).at(-1)?.text;
  };
  await press('set:quiet:22:00-08:00');
  expect(await press('set:quiet:22:00-08:00')).toContain('Quiet from 22:00 until 08:00');
  expect(await press('set:digest:18:00')).toMatch(/^I tell you once a day at 18:00/);
  const both = {
    quiet_from: '22:00:00',
    quiet_until: '08:00:00',
    digest_at: '18:00:00',
    bot_time_zone: 'Europe/Berlin',
  };
  expect(await settingsOf(ownerId)).toEqual([both]);
  for (const unknown of ['set:quiet:01:00-02:00', 'set:digest:04:00', 'set:', 'set:quiet:22:00-08:00; off'])
    await press(unknown);
  expect(await settingsOf(ownerId)).toEqual([both]);
  await press('set:quiet:off');
  await press('set:digest:off');
  expect(await settingsOf(ownerId)).toEqual([{ ...both, quiet_from: null, quiet_until: null, digest_at: null }]);
});

/** Times of the day around the present one, so that the test does not depend on it. */
const around = (minutes: number) => `(now() AT TIME ZONE 'UTC' + interval '${minutes} minutes')::time`;
const ago = (minutes: number) => `now() - interval '${minutes} minutes'`;
test.each([
  ['without settings', null, ago(0), true],
  ['in the quiet hours', { quiet_from: around(-60), quiet_until: around(60) }, ago(0), false],
  ['before the quiet hours', { quiet_from: around(30), quiet_until: around(60) }, ago(0), true],
  ['after the quiet hours', { quiet_from: around(-60), quiet_until: around(-30) }, ago(0), true],
  ['recorded before the digest', { digest_at: around(-10) }, ago(20), true],
  ['recorded after the digest of today', { digest_at: around(-10) }, ago(5), false],
  ['recorded before the digest of yesterday', { digest_at: around(10) }, ago(24 * 60), true],
  ['recorded after the digest of yesterday', { digest_at: around(10) }, ago(60), false],
  [
    'with a digest in the quiet hours',
    { digest_at: around(-10), quiet_from: around(-60), quiet_until: around(60) },
    ago(20),
    false,
  ],
])('whether an alert may be told: %s', async (_, settings, recordedAt, expected) => {
  const value = (name: string) => (settings as Record<string, string> | null)?.[name] ?? 'NULL';
  const [told] = await bot.rows<{ told: boolean }>(
    `WITH person AS (
       INSERT INTO users (telegram_id, username, quiet_from, quiet_until, digest_at)
       VALUES (gen_random_uuid(), 'p', ${['quiet_from', 'quiet_until', 'digest_at'].map(value)}) RETURNING users
     )
     SELECT may_tell(users, ${recordedAt}) AS told FROM person`,
  );
  expect(told?.told).toBe(expected);
});

const pathsOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' ? pathsOf(text, `${path}${name}.`) : `${path}${name}: ${typeof text}`,
  );

test('the compiler refuses a text that only one language has, and no text is missing or empty', () => {
  const { help: _, ...withoutHelp } = ru;
  // @ts-expect-error Russian lacks a text.
  const lacking: Messages = withoutHelp;
  // @ts-expect-error Russian has a text that English lacks.
  const surplus: Messages = { ...ru, onlyInRussian: '' };
  expect(pathsOf(lacking)).not.toEqual(pathsOf(en));
  expect(pathsOf(surplus)).not.toEqual(pathsOf(en));
  expect(pathsOf(ru).sort()).toEqual(pathsOf(en).sort());
  for (const language of [en, ru]) expect(JSON.stringify(language)).not.toContain('""');
});

test.each([
  [1, '1 flyer', '1 флаер'],
  [2, '2 flyers', '2 флаера'],
  [5, '5 flyers', '5 флаеров'],
  [11, '11 flyers', '11 флаеров'],
  [21, '21 flyers', '21 флаер'],
  [22, '22 flyers', '22 флаера'],
  [112, '112 flyers', '112 флаеров'],
])('%i uses the English and the Russian plural form', (added, english, russian) => {
  const facts = { assistant: 'Promo', added, total: added, refused: [] };
  expect(en.added(facts)).toBe(`Added ${english} to "Promo".`);
  expect(ru.added(facts)).toBe(`Добавлено в «Promo»: ${russian}.`);
});

test('a list of more than 5 pages is cut and names how many more there are', () => {
  const pages = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
  const facts = { names: pages, credits: 0, feeCredits: 10, reason: null };
  expect(en.alerts.page_offline(facts)).toContain('A, B, C, D, E and 2 more.');
  expect(ru.alerts.page_offline({ ...facts, names: pages.slice(0, 5) })).toContain('A, B, C, D, E.');
});
