import { eraseAccount, getDownload, me, openAccountExport } from '@flyerdeck/contracts';
import { BOT_TOKEN, initDataOf, widgetOf } from '../../src/accounts/auth/proofs.fixture.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

/** What an erasure deletes: `backend/src/accounts/privacy`. In mock mode no proof is needed. */
const server = useTestServer({ AUTH_MODE: 'telegram', BOT_TOKEN, BOT_USERNAME: 'flyerdeck_bot' });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const accountOf = ({ telegramId }: Person) => ({ id: Number(telegramId), first_name: 'Test' });
const initDataFrom = (person: Person, minutes = 0) => ({
  init_data: initDataOf(accountOf(person), minutesAgo(minutes)),
});
const widgetFrom = (person: Person, minutes = 0, botToken = BOT_TOKEN) => ({
  widget: widgetOf(accountOf(person), minutesAgo(minutes), botToken),
});
const erase = ({ as }: Person, proof: object) =>
  server.call(eraseAccount, { as, body: { confirm: 'DELETE', ...proof } });

describeCall(server, eraseAccount, ({ succeeds, refuses }) => {
  const endsWith = (title: string, proofOf: (person: Person) => object) =>
    succeeds(`ends the account at once ${title}`, async () => {
      const person = await signUp(server);
      await erase(person, proofOf(person));
      expect((await server.call(me, { as: person.as })).error.code).toBe('auth.invalid');
    });
  endsWith('with init data of 14 minutes ago', (person) => initDataFrom(person, 14));
  endsWith('with a new proof of the Login Widget', (person) => widgetFrom(person));

  const refusesProof = (when: string, code: string, sentence: RegExp, proofOf: (person: Person) => object) =>
    refuses(when, { code: `account.proof_${code}`, sentence }, async () => {
      const person = await signUp(server);
      const proof = proofOf(person);
      return () => erase(person, proof);
    });
  refusesProof(
    'with a session only [S7.5-1]',
    'missing',
    /^Please confirm with Telegram that it is you\.$/,
    () => ({}),
  );
  refusesProof('with init data of 16 minutes ago [S7.5-1]', 'stale', /is too old\. .* open it again\.$/, (person) =>
    initDataFrom(person, 16),
  );
  refusesProof('with a widget proof of 6 minutes ago', 'stale', /is too old\./, (person) => widgetFrom(person, 6));
  const NOT_CONFIRMED = /^Telegram did not confirm that it is you\.$/;
  refusesProof('with two proofs', 'invalid', NOT_CONFIRMED, (person) => ({
    ...widgetFrom(person),
    ...initDataFrom(person),
  }));
  refusesProof("with another account's proof", 'invalid', NOT_CONFIRMED, () => ({
    init_data: initDataOf({ id: 4711, first_name: 'Eve' }, new Date()),
  }));
  refusesProof('with a proof that another bot signed', 'invalid', NOT_CONFIRMED, (person) =>
    widgetFrom(person, 0, '654321:other'),
  );
  refuses('with a widget proof that was used for a sign-in', 'account.proof_used', async () => {
    const person = await signUp(server);
    const proof = widgetFrom(person);
    const signIn = await fetch(`${server.baseUrl}/api/auth/telegram`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ telegram_id: person.telegramId, ...proof }),
    });
    expect(signIn.status).toBe(200);
    return () => erase(person, proof);
  });
  refuses('for an admin', 'account.is_admin', async () => {
    const admin = await signUpAdmin(server);
    return () => erase(admin, initDataFrom(admin));
  });
});

/** Contents of the export: `backend/src/accounts/privacy`. */

const newTicket = async ({ as }: Person) =>
  (await server.call(openAccountExport, { as })).json.download_url.split('/').at(-1) ?? '';

describeCall(server, openAccountExport, ({ succeeds }) => {
  succeeds('answers an address below this host', async () => {
    const { as } = await signUp(server);
    const answer = await server.call(openAccountExport, { as });
    expect(answer.json.download_url).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
  });
});

test('the ZIP is an attachment', async () => {
  const ticket = await newTicket(await signUp(server));
  const answer = await server.call(getDownload, { params: { ticket } });
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="flyerdeck-[\d-]{10}\.zip"$/);
  expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
});
