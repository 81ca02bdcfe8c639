import { join } from 'node:path';
import { reversePurchase } from '@flyerdeck/contracts';
import { signUpAdmin } from '../../../test/api/people.testing.ts';
import { until } from '../../../test/eventually.ts';
import { killAtLock } from '../../../test/killAtLock.ts';
import { startSeparateProcess } from '../../../test/separateProcess.ts';
import { authHeaders } from '../../../test/testServer.ts';
import { crashPoints } from '../../../test/tryStories.ts';
import { BOT_TOKEN } from '../../accounts/auth/proofs.fixture.ts';
import { bookPayment } from '../../credits/starPayments.ts';
import { urlOf } from '../../database/pool.ts';
import { useBot } from '../bot.testing.ts';
import { handleUpdate } from '../inbox/handleUpdate.ts';
import { storeUpdates } from '../inbox/updates.query.ts';
import { appLinkTo } from '../outbox/outbox.ts';
import { BASIC, invoiceFor, newBuyer, STARS_PRICES } from './payments.testing.ts';

const bot = useBot({ settings: { STARS_PRICES } });
const src = (file: string) => JSON.stringify(join(import.meta.dirname, '../..', file));

/** `work` has `db` and `config`. */
const processThat = (work: string) =>
  `const { openDatabase } = await import(${src('dataSource.ts')});
   const { readConfig } = await import(${src('config.ts')});
   const { TOKEN, API_ROOT, PRICES } = process.env;
   const config = readConfig({ AUTH_MODE: 'mock', BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: API_ROOT, STARS_PRICES: PRICES });
   const db = await openDatabase(process.env.DATABASE, { applicationName: 'killed' });
   ${work}
   await new Promise(() => setInterval(() => {}, 1000));`;
const settings = () => ({ TOKEN: BOT_TOKEN, API_ROOT: bot.fake.url, PRICES: STARS_PRICES });
const kill = (table: string, work: string, env: Record<string, string>) =>
  killAtLock(bot.server.context.pool, table, processThat(work), { ...settings(), ...env });

/** Telegram has done it and does not answer before the process is killed. */
async function killBeforeAnswer(isDone: () => boolean, work: string, env: Record<string, string>): Promise<void> {
  bot.fake.faults.plan({ fault: { kind: 'slow', ms: 10_000 }, method: 'refundStarPayment', times: 1 });
  const database = { DATABASE: urlOf(bot.context.db) };
  const running = await startSeparateProcess(processThat(work), { ...database, ...settings(), ...env });
  await until(isDone);
  await running.kill();
}

test.each(crashPoints(2, ['star_payments', 'bot_messages', 'credit_transactions', 'users', 'bot_updates']))(
  'a payment is booked once after a process was killed while it changed %s',
  async (table) => {
    const anna = await newBuyer(bot);
    const update = bot.fake.telegram.tellPayment(anna, invoiceFor(anna), `killed at ${table}`);
    await storeUpdates(bot.context.db, [update] as never);
    await kill(
      table,
      `const { handleUpdate } = await import(${src('bot/inbox/handleUpdate.ts')});
       const appLink = (text) => ({ text });
       const parts = { db, config, appLink, hints: { send() {} }, logger: { warn() {}, error() {} } };
       console.log('started');
       await handleUpdate(parts)({ update_id: process.env.UPDATE }, { abortSignal: new AbortController().signal });`,
      { UPDATE: String(update.update_id) },
    );
    expect(await anna.purchases()).toEqual([]);
    const handle = handleUpdate({ ...bot.context, appLink: appLinkTo('https://flyers.example') });
    for (let time = 0; time < 2; time++)
      await handle({ update_id: String(update.update_id) }, { abortSignal: new AbortController().signal });
    expect(await anna.purchases()).toHaveLength(1);
    expect(await anna.ledger()).toEqual({ balance: 3_150, ledgerSum: 3_150, lastBalanceAfter: 3_150 });
    expect(await bot.rows('SELECT 1 FROM bot_messages WHERE chat_id = $1', [String(anna.id)])).toHaveLength(1);
  },
);

test.each(
  crashPoints(2, [
    ['nothing yet', 1, 'the admin'],
    ['credit_transactions', 1, 'Telegram'],
    ['audit_events', 0, 'the admin'],
    ['star_payments', 0, 'the admin'],
    ['nothing yet', 1, 'Telegram'],
    ['credit_transactions', 1, 'the admin'],
  ] as const),
)(
  'a refund that was killed when it changed %s, after %d refunds by Telegram, is finished by %s, and booked once',
  async (table, refunds, finishedBy) => {
    const [anna, admin] = [await newBuyer(bot), await signUpAdmin(bot.server)];
    const chargeId = `${anna.id} killed at ${table}`;
    bot.fake.telegram.payments.charges.set(chargeId, anna.id);
    const purchase = await bookPayment(bot.context.db, anna.userId, chargeId, BASIC);
    const body = { user_id: String(anna.id), transaction_id: purchase?.id ?? '' };
    const countRefunds = () => bot.fake.telegram.payments.refunds.filter((id) => id === chargeId).length;
    const killed =
      table === 'nothing yet' ? killBeforeAnswer.bind(null, () => countRefunds() === 1) : kill.bind(null, table);
    await killed(
      `const { createApp } = await import(${src('app.ts')});
       const { createContext } = await import(${src('context.ts')});
       const { pino } = await import('pino');
       const { koa } = createApp(createContext({ config, logger: pino({ level: 'silent' }), db, deviceDb: db }));
       const server = koa.listen(0, '127.0.0.1', () => {
         console.log('started');
         const { port } = server.address();
         const headers = { 'Content-Type': 'application/json', ...JSON.parse(process.env.HEADERS) };
         fetch('http://127.0.0.1:' + port + '/api/credits/admin/purchases/reverse', { method: 'POST', headers, body: process.env.BODY });
       });`,
      { HEADERS: JSON.stringify(authHeaders(admin.as)), BODY: JSON.stringify(body) },
    );
    expect(countRefunds()).toBe(refunds);
    expect(await anna.purchases()).toHaveLength(1);
    if (finishedBy === 'Telegram') {
      const update = bot.fake.telegram.tellPayment(anna, invoiceFor(anna), chargeId, 'refunded_payment');
      await storeUpdates(bot.context.db, [update] as never);
      const handle = handleUpdate({ ...bot.context, appLink: appLinkTo('https://flyers.example') });
      await handle({ update_id: String(update.update_id) }, { abortSignal: new AbortController().signal });
      expect(await anna.purchases()).toHaveLength(2);
    }
    const answers = await Promise.all([1, 2].map(() => bot.server.call(reversePurchase, { as: admin.as, body })));
    for (const { status } of answers) expect(status).toBe(200);
    expect(countRefunds()).toBe(1);
    expect((await anna.purchases()).map(({ amount }) => amount)).toEqual([3_000, -3_000]);
    expect(await anna.ledger()).toEqual({ balance: 150, ledgerSum: 150, lastBalanceAfter: 150 });
  },
);
