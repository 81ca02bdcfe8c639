import { jpeg } from '../../files/images.fixture.ts';
import { useBot } from '../bot.testing.ts';

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
  for (const text of ['/new  Summer & Sun ', '/new', `/new ${'x'.repeat(121)}`]) bot.fake.telegram.sendText(anna, text);
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
    button: { url: `https://flyers.example/?view=assistants&expandAssistant=${assistants[0]?.id}`, opensMiniApp: true },
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
  await bot.fake.telegram.sendAlbum(anna, [{ bytes: await jpeg() }, { bytes: await jpeg() }, { bytes: await jpeg() }]);
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
