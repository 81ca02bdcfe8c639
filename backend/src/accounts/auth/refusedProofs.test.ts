import { createHmac } from 'node:crypto';
import { signData } from '@tma.js/init-data-node';
import { type SignInAttempt, signInBy } from '../../../test/asRoutes.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import type { SignInSettings } from './auth.service.ts';
import { BOT_TOKEN, initDataOf, widgetOf } from './proofs.fixture.ts';

/** Forged and invalid proofs. Each is refused and stores nothing. */

const database = useTestDatabase();
const SETTINGS: SignInSettings = {
  authMode: 'telegram',
  botToken: BOT_TOKEN,
  adminTelegramIds: ['1'],
  demo: false,
  erasureKey: 'key',
};
const NOW = new Date();
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const OTHER_BOT = '654321:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';
const EVE = { id: 666, first_name: 'Eve', last_name: 'L', username: 'eve' };
const VICTIM = { id: 1, first_name: 'Admin' };

const initData = initDataOf(EVE, NOW);
const widget = widgetOf(EVE, NOW);
const hashOf = (raw: string) => new URLSearchParams(raw).get('hash') ?? '';
const change = (raw: string, name: string, value: string) => {
  const fields = new URLSearchParams(raw);
  fields.set(name, value);
  return fields.toString();
};
const without = (raw: string, name: string) => {
  const fields = new URLSearchParams(raw);
  fields.delete(name);
  return fields.toString();
};
/** Init data of any pairs, signed with `key` or else with the bot token. */
const signedPairs = (pairs: readonly [string, string][], key?: Buffer) => {
  const text = pairs
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');
  const hash = key ? createHmac('sha256', key).update(text).digest('hex') : signData(text, BOT_TOKEN);
  return new URLSearchParams([...pairs, ['hash', hash]]).toString();
};
const authDate = String(Math.floor(NOW.getTime() / 1000));
const eveJson = JSON.stringify(EVE);
const victimJson = JSON.stringify(VICTIM);
const TIME: [string, string] = ['auth_date', authDate];
const USER: [string, string] = ['user', eveJson];

type Attempt = Omit<SignInAttempt, 'telegramId'> & { readonly telegramId?: string };
const INVALID = 'auth.proof_invalid';
const STALE = 'auth.proof_stale';
const { hash: _, ...unhashedWidget } = widget;
const { last_name: __, ...widgetWithoutLastName } = widget;

const REFUSED: [string, string, Attempt][] = [
  ['no proof', 'auth.proof_missing', {}],
  ['an empty proof', 'auth.proof_missing', { initData: '' }],
  ['two proofs, both genuine', INVALID, { initData, widget }],
  // Init data.
  ["another user's id with the sender's own init data", INVALID, { telegramId: '1', initData }],
  ["the sender's own id with a leading zero", INVALID, { telegramId: '0666', initData }],
  ['init data of another bot', INVALID, { initData: initDataOf(EVE, NOW, OTHER_BOT) }],
  ['init data an hour and a second old', STALE, { initData: initDataOf(EVE, secondsAgo(3601)) }],
  ['init data of last year', STALE, { initData: initDataOf(EVE, secondsAgo(365 * 86_400)) }],
  ['init data from the future', STALE, { initData: initDataOf(EVE, secondsAgo(-120)) }],
  ['init data with a replaced user', INVALID, { telegramId: '1', initData: change(initData, 'user', victimJson) }],
  [
    'init data with a later time',
    INVALID,
    { initData: change(initDataOf(EVE, secondsAgo(9_999)), 'auth_date', authDate) },
  ],
  ['init data with a field added', INVALID, { initData: `${initData}&start_param=x` }],
  ['init data with a field removed', INVALID, { initData: without(initData, 'query_id') }],
  ['init data without its signature field', INVALID, { initData: without(initData, 'signature') }],
  ['init data without a hash', INVALID, { initData: without(initData, 'hash') }],
  ['init data with an empty hash', INVALID, { initData: change(initData, 'hash', '') }],
  ['init data with a hash of zeros', INVALID, { initData: change(initData, 'hash', '0'.repeat(64)) }],
  ['init data with half of its hash', INVALID, { initData: change(initData, 'hash', hashOf(initData).slice(0, 32)) }],
  ['init data with a doubled hash', INVALID, { initData: change(initData, 'hash', hashOf(initData).repeat(2)) }],
  ['init data with two hashes', INVALID, { initData: `${initData}&hash=${hashOf(initData)}` }],
  ['a second user after the signed one', INVALID, { initData: `${initData}&user=${encodeURIComponent(victimJson)}` }],
  ['a second user before the signed one', INVALID, { initData: `user=${encodeURIComponent(victimJson)}&${initData}` }],
  ['two users under one genuine hash', INVALID, { initData: signedPairs([TIME, USER, ['user', victimJson]]) }],
  [
    'init data signed with the token itself as the key',
    INVALID,
    { initData: signedPairs([TIME, USER], Buffer.from(BOT_TOKEN)) },
  ],
  ['init data signed with an empty key', INVALID, { initData: signedPairs([TIME, USER], Buffer.alloc(0)) }],
  ['signed data without a user', INVALID, { initData: signedPairs([TIME]) }],
  ['signed data without a time', INVALID, { initData: signedPairs([USER]) }],
  ['signed data whose time is not a number', INVALID, { initData: signedPairs([['auth_date', `${authDate}x`], USER]) }],
  [
    'a signed user whose id is a list',
    INVALID,
    {
      telegramId: '666',
      initData: signedPairs([TIME, ['user', '{"id":[[666,1]]}']]),
    },
  ],
  // The Login Widget.
  ['a widget proof of another bot', INVALID, { widget: widgetOf(EVE, NOW, OTHER_BOT) }],
  ['a widget proof five minutes and a second old', STALE, { widget: widgetOf(EVE, secondsAgo(301)) }],
  ['a widget proof from the future', STALE, { widget: widgetOf(EVE, secondsAgo(-120)) }],
  ['a widget proof with another id', INVALID, { telegramId: '1', widget: { ...widget, id: 1 } }],
  ["another user's id with the sender's own widget proof", INVALID, { telegramId: '1', widget }],
  ['a widget proof with an empty field added', INVALID, { widget: { ...widget, photo_url: '' } }],
  ['a widget proof with a field removed', INVALID, { widget: widgetWithoutLastName }],
  ['a widget proof without a hash', INVALID, { widget: unhashedWidget }],
  [
    'a widget proof with a field hidden in a name',
    INVALID,
    { widget: widgetOf({ id: 666, first_name: 'E\nid=1' }, NOW) },
  ],
  ['init data sent as a widget proof', INVALID, { widget: Object.fromEntries(new URLSearchParams(initData)) }],
  [
    'a widget proof sent as init data',
    INVALID,
    {
      initData: new URLSearchParams(
        Object.entries(widget).map(([name, value]): [string, string] => [name, String(value)]),
      ).toString(),
    },
  ],
];

const signIn = (attempt: Attempt) => signInBy(database.db, SETTINGS, { telegramId: '666', ...attempt }, { now: NOW });
const countRows = async () => {
  const [counts] = await database.db.query(
    `SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM sessions)::int AS sessions,
       (SELECT count(*) FROM used_proofs)::int AS proofs`,
  );
  return counts;
};

test.each(REFUSED)('%s is refused with %s and stores nothing [S6.3-2]', async (_what, code, attempt) => {
  const before = await countRows();
  await expect(signIn(attempt)).rejects.toMatchObject({ status: 401, code });
  expect(await countRows()).toEqual(before);
});

test('the unchanged proofs are accepted, the widget proof only once in any notation', async () => {
  await expect(signIn({ initData })).resolves.toMatchObject({ telegramId: '666' });
  await expect(signIn({ widget })).resolves.toMatchObject({ telegramId: '666' });
  const before = await countRows();
  const used = { status: 401, code: 'auth.proof_used' };
  await expect(signIn({ widget })).rejects.toMatchObject(used);
  await expect(signIn({ widget: { ...widget, hash: widget.hash.toUpperCase() } })).rejects.toMatchObject(used);
  await expect(signIn({ widget: { ...widget, id: '666', auth_date: String(widget.auth_date) } })).rejects.toMatchObject(
    used,
  );
  expect(await countRows()).toEqual(before);
});

test('one of ten simultaneous sign-ins with one widget proof succeeds [S6.3-2]', async () => {
  const widgetProof = widgetOf({ ...EVE, id: 667 }, NOW);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => signIn({ telegramId: '667', widget: widgetProof })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
