import { createHmac, createPublicKey, verify } from 'node:crypto';
import { signIn } from '@flyerdeck/contracts';
import { isValid, isValid3rd, signData } from '@tma.js/init-data-node';
import fc from 'fast-check';
import { type SignInAttempt, signInBy } from '../../../test/asRoutes.ts';
import { readLedger } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { endSession, type SignInSettings } from './auth.service.ts';
import { createAuthenticate } from './authenticate.ts';
import { BOT_TOKEN, initDataOf, widgetOf } from './proofs.fixture.ts';
import { signedText, verifyInitData, verifyWidget } from './telegramProof.ts';

describe('the limits of sign-ins', () => {
  const server = useTestServer({ RATE_LIMIT_FACTOR: '1' });
  const statusesOf = async (count: number, telegramId: string) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i++)
      statuses.push((await server.call(signIn, { body: { telegram_id: telegramId } })).status);
    return statuses;
  };

  it('allow one user 30 sign-ins a minute, and do not affect other users at the same address', async () => {
    expect(await statusesOf(31, '1')).toEqual([...Array(30).fill(200), 429]);
    expect(await statusesOf(1, '2')).toEqual([200]);
  });
});

const database = useTestDatabase();

const TELEGRAM: SignInSettings = {
  authMode: 'telegram',
  botToken: BOT_TOKEN,
  adminTelegramIds: [],
  demo: false,
  erasureKey: 'key',
};
const MOCK: SignInSettings = { authMode: 'mock', botToken: null, adminTelegramIds: [], demo: false, erasureKey: 'key' };
const refusedAs = (code: string) => expect.objectContaining({ status: 401, code });

let lastId = 1_000;
const newPerson = () => ({ id: ++lastId, first_name: 'Anna', last_name: 'Berg', username: `anna${lastId}` });
const startByName = (telegramId: string, settings = MOCK, names: Partial<SignInAttempt> = {}) =>
  signInBy(database.db, settings, { telegramId, ...names });
const userOf = async (telegramId: string) => {
  const [user] = await database.db.query(
    'SELECT id, username, first_name, last_name, is_admin, credits_balance, last_login_at FROM users WHERE telegram_id = $1',
    [telegramId],
  );
  return user;
};
type Session = Awaited<ReturnType<typeof startByName>>;
const authenticate = ({ sessionToken, telegramId }: { sessionToken: string; telegramId: string }) =>
  createAuthenticate(database.db)(sessionToken, telegramId);

test('simultaneous calls are authenticated each by its own session, and a wrong one fails no other', async () => {
  const sessions = await Promise.all(['2001', '2002', '2003', '2004'].map((telegramId) => startByName(telegramId)));
  const [first, second, third, fourth] = sessions as [Session, Session, Session, Session];
  await endSession(database.db, hashSecret(third.sessionToken));
  const together = createAuthenticate(database.db);
  const asked = [first, { ...second, telegramId: '2001' }, third, { ...first, sessionToken: 'wrong' }, fourth, first];
  const outcomes = await Promise.allSettled(
    asked.map(({ sessionToken, telegramId }) => together(sessionToken, telegramId)),
  );
  const signedIn = (telegramId: string) => ({ status: 'fulfilled', value: expect.objectContaining({ telegramId }) });
  const refused = { status: 'rejected', reason: refusedAs('auth.invalid') };
  expect(outcomes).toEqual([signedIn('2001'), refused, refused, refused, signedIn('2004'), signedIn('2001')]);
});

describe('a sign-in through Telegram', () => {
  it('accepts init data repeatedly, because the app sends it after each reload', async () => {
    const person = newPerson();
    const attempt = { telegramId: String(person.id), initData: initDataOf(person, new Date()) };
    for (let time = 0; time < 2; time++) await signInBy(database.db, TELEGRAM, attempt);
  });
});

describe('a first sign-in', () => {
  it('creates one user with one welcome bonus of 150 credits when 20 sign-ins run simultaneously [9-03]', async () => {
    const telegramId = String(++lastId);
    const sessions = await Promise.all(Array.from({ length: 20 }, () => startByName(telegramId)));
    expect(new Set(sessions.map(({ sessionToken }) => sessionToken)).size).toBe(20);
    const user = await userOf(telegramId);
    expect(await readLedger(database.db, user.id)).toEqual({
      balance: 150,
      ledgerSum: 150,
      lastBalanceAfter: 150,
    });
    const bonuses = await database.db.query('SELECT 1 FROM credit_transactions WHERE user_id = $1', [user.id]);
    expect(bonuses).toHaveLength(1);
  });
});

describe('mock mode', () => {
  it('refuses an id with characters that an HTTP header cannot contain', async () => {
    for (const telegramId of ['Ünal', 'a b', '1\u0000']) {
      await expect(startByName(telegramId)).rejects.toEqual(refusedAs('auth.proof_invalid'));
    }
  });
});

describe('admins', () => {
  it('are promoted at sign-in when the settings list them, and the demo admin in the demo', async () => {
    const [listed, plain] = [String(++lastId), String(++lastId)];
    const settings = { ...MOCK, adminTelegramIds: [listed] };
    await startByName(listed);
    expect(await userOf(listed)).toMatchObject({ is_admin: false });
    await startByName(listed, settings);
    await startByName(plain, settings);
    await startByName('100000001', settings);
    expect(await userOf(listed)).toMatchObject({ is_admin: true });
    expect(await userOf(plain)).toMatchObject({ is_admin: false });
    expect(await userOf('100000001')).toMatchObject({ is_admin: false });
    await startByName('100000001', { ...settings, demo: true });
    expect(await userOf('100000001')).toMatchObject({ is_admin: true });
  });

  it('are promoted by the settings once: a demoted admin stays demoted after signing in', async () => {
    const telegramId = String(++lastId);
    const settings = { ...MOCK, adminTelegramIds: [telegramId] };
    await startByName(telegramId, settings);
    expect(await userOf(telegramId)).toMatchObject({ is_admin: true });
    await database.db.query('UPDATE users SET is_admin = false WHERE telegram_id = $1', [telegramId]);
    await startByName(telegramId, settings);
    await startByName(telegramId);
    await startByName(telegramId, settings);
    expect(await userOf(telegramId)).toMatchObject({ is_admin: false });
  });

  it('of the settings get one audit event without an admin, unless they were admins already', async () => {
    const [notYetAdmin, promoted] = [String(++lastId), String(++lastId)];
    await startByName(promoted);
    await database.db.query('UPDATE users SET is_admin = true WHERE telegram_id = $1', [promoted]);
    const settings = { ...MOCK, adminTelegramIds: [notYetAdmin, promoted] };
    await Promise.all(
      [notYetAdmin, notYetAdmin, notYetAdmin, promoted, promoted].map((telegramId) =>
        startByName(telegramId, settings),
      ),
    );
    const auditEvents = await database.db.query(
      `SELECT u.telegram_id, c.event, c.admin_id FROM audit_events c JOIN users u ON u.id = c.target_id
       WHERE u.telegram_id = ANY ($1)`,
      [[notYetAdmin, promoted]],
    );
    expect(auditEvents).toEqual([{ telegram_id: notYetAdmin, event: 'promoted', admin_id: null }]);
    await database.db.query('UPDATE users SET is_admin = false WHERE telegram_id = $1', [promoted]);
    await startByName(promoted, settings);
    expect(await userOf(promoted)).toMatchObject({ is_admin: false });
  });
});

describe('a session', () => {
  const daysLeft = async (sessionToken: string) => {
    const [{ days }] = await database.db.query(
      'SELECT extract(epoch FROM expires_at - now()) / 86400 AS days FROM sessions WHERE token_hash = $1',
      [hashSecret(sessionToken)],
    );
    return Math.round(Number(days));
  };
  const setAge = (sessionToken: string, days: number, left: number) =>
    database.db.query(
      `UPDATE sessions SET created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day'
       WHERE token_hash = $1`,
      [hashSecret(sessionToken), days, left],
    );

  it('is stored as a hash only and is valid only with its Telegram id [S7.2-1]', async () => {
    const session = await startByName(String(++lastId));
    const stored = await database.db.query('SELECT 1 FROM sessions WHERE token_hash = $1', [
      Buffer.from(session.sessionToken),
    ]);
    expect(stored).toHaveLength(0);
    await expect(authenticate({ ...session, telegramId: '1' })).rejects.toEqual(refusedAs('auth.invalid'));
    await expect(authenticate({ ...session, sessionToken: 'x' })).rejects.toEqual(refusedAs('auth.invalid'));
    await expect(authenticate({ ...session, sessionToken: '' })).rejects.toEqual(refusedAs('auth.required'));
  });

  it('expires 30 days after its last use, and 90 days after the sign-in at the latest [S7.3-1]', async () => {
    const session = await startByName(String(++lastId));
    expect(await daysLeft(session.sessionToken)).toBe(30);
    await setAge(session.sessionToken, 20, 10);
    await authenticate(session);
    expect(await daysLeft(session.sessionToken)).toBe(30);
    await setAge(session.sessionToken, 85, 2);
    await authenticate(session);
    expect(await daysLeft(session.sessionToken)).toBe(5);
    await setAge(session.sessionToken, 91, -1);
    await expect(authenticate(session)).rejects.toEqual(refusedAs('auth.invalid'));
  });

  it('ends at once when its owner is deactivated, and the owner cannot sign in [S7.4-1]', async () => {
    const telegramId = String(++lastId);
    const session = await startByName(telegramId);
    await database.db.query('UPDATE users SET is_active = false WHERE telegram_id = $1', [telegramId]);
    await expect(authenticate(session)).rejects.toEqual(refusedAs('auth.deactivated'));
    await expect(startByName(telegramId)).rejects.toEqual(refusedAs('auth.deactivated'));
  });

  it('stays ended when its owner is activated again [S7.4-1]', async () => {
    const telegramId = String(++lastId);
    const session = await startByName(telegramId);
    const activate = (isActive: boolean) =>
      database.db.query('UPDATE users SET is_active = $2 WHERE telegram_id = $1', [telegramId, isActive]);
    await activate(false);
    await activate(true);
    await expect(authenticate(session)).rejects.toEqual(refusedAs('auth.invalid'));
    expect(await authenticate(await startByName(telegramId))).toMatchObject({ telegramId });
  });
});

describe('refused proofs', () => {
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
    [
      'a second user before the signed one',
      INVALID,
      { initData: `user=${encodeURIComponent(victimJson)}&${initData}` },
    ],
    ['two users under one genuine hash', INVALID, { initData: signedPairs([TIME, USER, ['user', victimJson]]) }],
    [
      'init data signed with the token itself as the key',
      INVALID,
      { initData: signedPairs([TIME, USER], Buffer.from(BOT_TOKEN)) },
    ],
    ['init data signed with an empty key', INVALID, { initData: signedPairs([TIME, USER], Buffer.alloc(0)) }],
    ['signed data without a user', INVALID, { initData: signedPairs([TIME]) }],
    ['signed data without a time', INVALID, { initData: signedPairs([USER]) }],
    [
      'signed data whose time is not a number',
      INVALID,
      { initData: signedPairs([['auth_date', `${authDate}x`], USER]) },
    ],
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
    await expect(
      signIn({ widget: { ...widget, id: '666', auth_date: String(widget.auth_date) } }),
    ).rejects.toMatchObject(used);
    expect(await countRows()).toEqual(before);
  });

  test('one of ten simultaneous sign-ins with one widget proof succeeds [S6.3-2]', async () => {
    const widgetProof = widgetOf({ ...EVE, id: 667 }, NOW);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => signIn({ telegramId: '667', widget: widgetProof })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

const NOW = new Date('2026-03-01T12:00:00Z');
const ANNA = { id: 279058397, first_name: 'Anna', last_name: 'Öberg & Söhne', username: 'anna_o' };
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

const stale = expect.objectContaining({ status: 401, code: 'auth.proof_stale' });
const refusal = (verify: () => unknown): unknown => {
  try {
    return verify();
  } catch (error) {
    return error;
  }
};

describe('init data of a Mini App', () => {
  it('is accepted as another implementation signs it, with the signature among the signed fields', () => {
    const initData = initDataOf(ANNA, NOW);
    expect(initData).toContain('signature=');
    expect(verifyInitData(initData, BOT_TOKEN, NOW)).toEqual({
      telegramId: '279058397',
      username: 'anna_o',
      firstName: 'Anna',
      lastName: 'Öberg & Söhne',
      mayWrite: false,
    });
    const allowed = initDataOf({ ...ANNA, allows_write_to_pm: true }, NOW);
    expect(verifyInitData(allowed, BOT_TOKEN, NOW).mayWrite).toBe(true);
  });

  it('is accepted or refused as by the other implementation, for any names and any changed byte', () => {
    fc.assert(
      fc.property(
        fc.record({ id: fc.integer({ min: 1, max: 2 ** 52 }), first_name: fc.string(), last_name: fc.string() }),
        fc.nat(),
        fc.constantFrom('0', 'a', '%', '&', '=', 'Z'),
        (user, place, byte) => {
          const initData = initDataOf(user, NOW);
          expect(verifyInitData(initData, BOT_TOKEN, NOW).telegramId).toBe(String(user.id));
          const at = place % initData.length;
          const changed = initData.slice(0, at) + byte + initData.slice(at + 1);
          const ours = !(refusal(() => verifyInitData(changed, BOT_TOKEN, NOW)) instanceof Error);
          expect(ours).toBe(isValid(changed, BOT_TOKEN, { expiresIn: 0 }));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is accepted up to an hour old and up to a minute in the future', () => {
    const at = (seconds: number) =>
      refusal(() => verifyInitData(initDataOf(ANNA, secondsAgo(seconds)), BOT_TOKEN, NOW));
    expect(at(3600)).toMatchObject({ telegramId: '279058397' });
    expect(at(3601)).toEqual(stale);
    expect(at(-60)).toMatchObject({ telegramId: '279058397' });
    expect(at(-61)).toEqual(stale);
  });
});

describe('the fields of the Login Widget', () => {
  it('are accepted in the test vector of other libraries', () => {
    const { person } = verifyWidget(
      {
        id: '42',
        first_name: 'John',
        last_name: 'Smith',
        username: 'username',
        photo_url: 'https://t.me/i/userpic/320/picname.jpg',
        auth_date: '1565810688',
        hash: 'c303db2b5a06fe41d23a9b14f7c545cfc11dcc7473c07c9c5034ae60062461ce',
      },
      BOT_TOKEN,
      new Date(1565810688_000),
    );
    expect(person).toEqual({ telegramId: '42', username: 'username', firstName: 'John', lastName: 'Smith' });
  });

  it('are accepted up to five minutes old and up to a minute in the future', () => {
    const at = (seconds: number) => refusal(() => verifyWidget(widgetOf(ANNA, secondsAgo(seconds)), BOT_TOKEN, NOW));
    expect(at(300)).toMatchObject({ person: { telegramId: '279058397' } });
    expect(at(301)).toEqual(stale);
    expect(at(-60)).toMatchObject({ person: { telegramId: '279058397' } });
    expect(at(-61)).toEqual(stale);
  });
});

/**
 * Init data created by Telegram with an Ed25519 signature, and the public key that Telegram publishes for third parties
 * (core.telegram.org/bots/webapps, "Validating data for Third-Party Use"). If the signature matches the text that this product
 * builds from the init data, the product reads init data as Telegram writes it.
 */
const GENUINE =
  'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ';
const BOT_ID = 7342037359;
const TELEGRAM_KEY_HEX = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d';
const telegramKey = createPublicKey({
  format: 'jwk',
  key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(TELEGRAM_KEY_HEX, 'hex').toString('base64url') },
});

/** Whether Telegram's signature matches the signed text that `signedText` builds. */
function hasValidSignature(initData: string): boolean {
  const pairs = [...new URLSearchParams(initData)];
  const signature = Buffer.from(new Map(pairs).get('signature') ?? '', 'base64url');
  const text = `${BOT_ID}:WebAppData\n${signedText(pairs, ['hash', 'signature'])}`;
  return verify(null, Buffer.from(text), telegramKey, signature);
}

test("the signed text of genuine init data matches Telegram's signature, as in another implementation", async () => {
  expect(hasValidSignature(GENUINE)).toBe(true);
  expect(await isValid3rd(GENUINE, BOT_ID, { expiresIn: 0 })).toBe(true);
});

describe('the language of a user', () => {
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
});
