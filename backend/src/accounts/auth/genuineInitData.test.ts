import { createPublicKey, verify } from 'node:crypto';
import { isValid3rd, signData } from '@tma.js/init-data-node';
import { BOT_TOKEN } from './proofs.fixture.ts';
import { signedText, verifyInitData } from './telegramProof.ts';

/**
 * Init data created by Telegram with an Ed25519 signature, and the public key that Telegram publishes for third parties
 * (core.telegram.org/bots/webapps, "Validating data for Third-Party Use"). If the signature matches the text that this product
 * builds from the init data, the product reads init data as Telegram writes it.
 */
const GENUINE =
  'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ';
const BOT_ID = 7342037359;
const TELEGRAM_KEY_HEX = 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d';
const SIGNED_AT = new Date(1733584787_000);

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

test.each([
  ['a changed id', GENUINE.replace('279058397', '279058398')],
  ['a changed time', GENUINE.replace('1733584787', '1733584788')],
  ['an added field', `${GENUINE}&start_param=x`],
  ['a removed field', GENUINE.replace('chat_type=private&', '')],
])('with %s the signature does not match', async (_, changed) => {
  expect(hasValidSignature(changed)).toBe(false);
  expect(await isValid3rd(changed, BOT_ID, { expiresIn: 0 })).toBe(false);
});

test('the same data with the HMAC of another bot token is accepted, and its user is read', () => {
  const pairs = [...new URLSearchParams(GENUINE)].filter(([name]) => name !== 'hash');
  const hash = signData(signedText(pairs, []), BOT_TOKEN);
  const resigned = GENUINE.replace(/hash=[0-9a-f]{64}/, `hash=${hash}`);
  expect(verifyInitData(resigned, BOT_TOKEN, SIGNED_AT)).toEqual({
    telegramId: '279058397',
    username: 'vdkfrost',
    firstName: 'Vladislav + - ? /',
    lastName: 'Kibenko',
    languageCode: 'ru',
  });
  expect(() => verifyInitData(GENUINE, BOT_TOKEN, SIGNED_AT)).toThrow('Telegram did not confirm this sign-in.');
});
