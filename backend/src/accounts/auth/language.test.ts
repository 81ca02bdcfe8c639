import { signInBy } from '../../../test/asRoutes.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { BOT_TOKEN, initDataOf } from './proofs.fixture.ts';

const database = useTestDatabase();
const SETTINGS = {
  authMode: 'telegram',
  botToken: BOT_TOKEN,
  adminTelegramIds: [],
  demo: false,
  erasureKey: 'key',
} as const;
const NOW = new Date();

const languageOf = async (id: number) => {
  const [user] = await database.db.query('SELECT language FROM users WHERE telegram_id = $1', [String(id)]);
  return user?.language;
};
const openMiniApp = (id: number, language_code?: string) => {
  const person = { id, first_name: 'Anna', ...(language_code ? { language_code } : {}) };
  return signInBy(database.db, SETTINGS, { telegramId: String(id), initData: initDataOf(person, NOW) }, { now: NOW });
};

test.each([
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['en', 'en'],
  ['run', 'en'],
  ['de', 'en'],
  [undefined, 'en'],
])('a sign-in with Telegram in the language %s sets the language %s', async (code, language) => {
  const id = 7_000 + Math.floor(Math.random() * 1e9);
  await openMiniApp(id, code);
  expect(await languageOf(id)).toBe(language);
});
