import { createPublicKey, verify } from 'node:crypto';
import { isValid, isValid3rd } from '@tma.js/init-data-node';
import fc from 'fast-check';
import { BOT_TOKEN, initDataOf, widgetOf } from './proofs.fixture.ts';
import { signedText, verifyInitData, verifyWidget } from './telegramProof.ts';

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
