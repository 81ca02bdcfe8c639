import { isValid } from '@tma.js/init-data-node';
import fc from 'fast-check';
import { BOT_TOKEN, initDataOf, widgetOf } from './proofs.fixture.ts';
import { verifyInitData, verifyWidget } from './telegramProof.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ANNA = { id: 279058397, first_name: 'Anna', last_name: 'Öberg & Söhne', username: 'anna_o' };
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

const invalid = expect.objectContaining({ status: 401, code: 'auth.proof_invalid' });
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
    });
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

  it('is refused when the id of its user is invalid', () => {
    for (const id of [0, -5, 2 ** 53, 1.5]) {
      const initData = initDataOf({ ...ANNA, id }, NOW);
      expect(refusal(() => verifyInitData(initData, BOT_TOKEN, NOW))).toEqual(invalid);
    }
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

  it('are accepted with numbers as numbers or text, and without missing names', () => {
    const widget = widgetOf({ id: 7, first_name: 'Bo' }, NOW);
    const asText = { ...widget, id: '7', auth_date: String(widget.auth_date) };
    const bo = { telegramId: '7', username: null, firstName: 'Bo', lastName: '' };
    expect(verifyWidget(widget, BOT_TOKEN, NOW).person).toEqual(bo);
    expect(verifyWidget(asText, BOT_TOKEN, NOW).person).toEqual(bo);
  });

  it('are accepted up to five minutes old and up to a minute in the future', () => {
    const at = (seconds: number) => refusal(() => verifyWidget(widgetOf(ANNA, secondsAgo(seconds)), BOT_TOKEN, NOW));
    expect(at(300)).toMatchObject({ person: { telegramId: '279058397' } });
    expect(at(301)).toEqual(stale);
    expect(at(-60)).toMatchObject({ person: { telegramId: '279058397' } });
    expect(at(-61)).toEqual(stale);
  });
});
