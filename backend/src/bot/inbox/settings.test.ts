import { useBot } from '../bot.testing.ts';
import { buildBotScenario } from '../botScenario.testing.ts';

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
