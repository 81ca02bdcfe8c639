import {
  type BodyOf,
  bookCreditBatch,
  type CreditBatchBody,
  previewCreditBatch,
  updateUser,
} from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();
let admin: Person;
let anna: Person;
let bo: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});
beforeEach(async () => {
  anna = await signUp(server);
  bo = await signUp(server);
});

const file = (...lines: string[]) => ({
  csv: ['telegram_id,amount,description', ...lines].join('\n'),
  transaction_type: 'bonus' as const,
});
const preview = (body: CreditBatchBody) => server.call(previewCreditBatch, { as: admin.as, body });
const book = (body: BodyOf<typeof bookCreditBatch>, as = admin.as) => server.call(bookCreditBatch, { as, body });
const rowsOf = async ({ id }: Person) => {
  const { rows } = await server.context.pool.query(
    `SELECT u.credits_balance, t.amount, t.balance_after, t.description, t.transaction_type, t.admin_id FROM users u
     LEFT JOIN credit_transactions t ON t.user_id = u.id AND t.idempotency_key LIKE 'batch:%' WHERE u.id = $1 ORDER BY t.seq`,
    [id],
  );
  return rows;
};
const events = async () => {
  const { rows } = await server.context.pool.query(
    `SELECT admin_id, details FROM audit_events WHERE event = 'credits_batch' ORDER BY seq`,
  );
  return rows;
};

describeCall(server, previewCreditBatch, ({ succeeds, refuses }) => {
  succeeds('names every row that would be refused, and changes nothing', async () => {
    const answer = await preview(
      file(
        `${anna.telegramId},25,"Sorry, our mistake"`,
        'nobody,5,',
        `${bo.telegramId},-1000000,`,
        `${bo.telegramId},1.5,`,
        `${anna.telegramId},7,`,
        ',7,',
        `${bo.telegramId},1000001,`,
      ),
    );
    expect(answer.json).toEqual({
      fingerprint: expect.any(String),
      rows_count: 7,
      credits: 25 + 5 - 1_000_000,
      refused_count: 6,
      refused: [
        { line: 3, reason: 'There is no such user.' },
        { line: 4, reason: 'The balance would fall below zero.' },
        { line: 5, reason: 'The amount must be a whole number of at most 1,000,000, and not zero.' },
        { line: 6, reason: 'The same user is in line 2.' },
        { line: 7, reason: 'The telegram_id is missing.' },
        { line: 8, reason: 'The amount must be a whole number of at most 1,000,000, and not zero.' },
      ],
      booked_before: null,
    });
    expect(await rowsOf(anna)).toMatchObject([{ amount: null }]);
    return answer;
  });
  for (const [what, csv, sentence] of [
    ['no rows', 'telegram_id,amount', /^The file has no rows\./],
    [
      'other columns',
      'user,credits\n1,2',
      /^The first line must name the columns; telegram_id and amount is missing\./,
    ],
    ['an open quote', 'telegram_id,amount\n"1,2', /^The file is not a CSV file: /],
    ['more than 10,000 rows', `telegram_id,amount\n${'1,2\n'.repeat(10_001)}`, /^The file has more than 10,000 rows\./],
  ] as const)
    refuses(
      `with ${what}`,
      { code: 'credits.batch_unreadable', sentence },
      async () => () => preview({ csv, transaction_type: 'bonus' }),
    );
});

describeCall(server, bookCreditBatch, ({ succeeds, refuses }) => {
  succeeds('books all rows as one audit event; the same rows in another file change nothing', async () => {
    const before = (await events()).length;
    const lines = [`${anna.telegramId},25,"Sorry, our mistake"`, `${bo.telegramId},-5,`];
    const answer = await book(file(...lines));
    expect(answer.json).toEqual({ message: '2 users adjusted.', rows_count: 2, credits: 20 });
    const entry = { transaction_type: 'bonus', admin_id: admin.id };
    expect(await rowsOf(anna)).toEqual([
      { ...entry, credits_balance: 175, amount: 25, balance_after: 175, description: 'Sorry, our mistake' },
    ]);
    expect(await rowsOf(bo)).toEqual([
      { ...entry, credits_balance: 145, amount: -5, balance_after: 145, description: 'Admin adjustment: -5 credits' },
    ]);
    const other = await signUpAdmin(server);
    const again = {
      csv: `\ufeffTelegram ID;Amount;Description\r\n${lines.join('\r\n').replaceAll(',-5', ';-5').replaceAll(',25,', ';25;').replaceAll(',"', ';"').replace(/,$/, ';')}\r\n`,
      transaction_type: 'bonus',
    } as const;
    expect((await book(again, other.as)).json).toMatchObject({
      message: 'These rows were booked before.',
      rows_count: 2,
    });
    expect((await book(file(...lines.toReversed()))).json.message).toBe('These rows were booked before.');
    expect((await preview(again)).json).toMatchObject({ refused_count: 0, booked_before: { at: expect.any(String) } });
    expect(await rowsOf(anna)).toHaveLength(1);
    const recorded = (await events()).slice(before);
    expect(recorded).toEqual([
      {
        admin_id: admin.id,
        details: { file: expect.stringMatching(/^[0-9a-f]{64}$/), transaction_type: 'bonus', amount: 20, owners: 2 },
      },
    ]);
    return answer;
  });
  succeeds('keeps a character that is in two pieces of the file', async () => {
    const [header, row] = ['telegram_id,amount,description', `${anna.telegramId},1,`];
    const csv = `${header}${'\n'.repeat(16_383 - header.length - row.length)}${row}🎉`;
    const answer = await book({ csv, transaction_type: 'bonus' });
    expect(await rowsOf(anna)).toMatchObject([{ description: '🎉' }]);
    return answer;
  });
  refuses(
    'if one row is refused',
    {
      code: 'credits.batch_refused',
      sentence: /^Line 3: There is no such user\. 1 more row is refused\. Nothing was booked\./,
    },
    async () => () => book(file(`${anna.telegramId},25,`, 'nobody,5,', `${bo.telegramId},-999999,`)),
  );
  refuses(
    'if other users match than in the dry run',
    { code: 'credits.batch_changed', sentence: /^Other users match now/ },
    async () => () =>
      book({
        users: { telegram_ids: [anna.telegramId] },
        ...{ amount: 5, description: 'Gift', transaction_type: 'bonus', fingerprint: 'another' },
      }),
  );
  refuses(
    'if a selected user has too few credits',
    { code: 'credits.batch_refused', sentence: /^\d+: The balance would fall below zero\. Nothing was booked\./ },
    async () => {
      const body = {
        users: { telegram_ids: [anna.telegramId] },
        ...{ amount: -999, description: 'Mistake', transaction_type: 'admin_adjustment' as const },
      };
      const { json } = await preview(body);
      return () => book({ ...body, fingerprint: json.fingerprint });
    },
  );
  refuses(
    'that is no CSV file',
    { code: 'credits.batch_unreadable', sentence: /^The file is not a CSV file/ },
    async () => () => book({ csv: 'telegram_id,amount\n"1', transaction_type: 'bonus' }),
  );
});

test('a page of selected users gets one amount, once: double, at the same time and after others match', async () => {
  const word = `gift${anna.telegramId}`;
  await server.context.pool.query('UPDATE users SET first_name = $1 WHERE id = ANY ($2)', [word, [anna.id, bo.id]]);
  const gift = {
    users: { search: word },
    amount: 20,
    description: 'The site was down',
    transaction_type: 'bonus' as const,
  };
  const { json: dryRun } = await preview(gift);
  expect(dryRun).toMatchObject({ rows_count: 2, credits: 40, refused_count: 0 });
  const before = (await events()).length;
  const booking = { ...gift, fingerprint: dryRun.fingerprint };
  const answers = await Promise.all([book(booking), book(booking, (await signUpAdmin(server)).as)]);
  expect(answers.map(({ json }) => json.message).sort()).toEqual([
    '2 users adjusted.',
    'These rows were booked before.',
  ]);
  const late = await signUp(server);
  await server.context.pool.query('UPDATE users SET first_name = $1 WHERE id = $2', [word, late.id]);
  expect((await book(booking)).json).toEqual({ message: 'These rows were booked before.', rows_count: 2, credits: 40 });
  for (const person of [anna, bo])
    expect(await rowsOf(person)).toMatchObject([
      { credits_balance: 170, amount: 20, description: 'The site was down' },
    ]);
  expect(await rowsOf(late)).toMatchObject([{ amount: null }]);
  expect((await events()).slice(before)).toMatchObject([
    { details: { amount: 40, owners: 2, description: 'The site was down' } },
  ]);
});

test('a file with booked rows and a wrong one is another file: the wrong row is named', async () => {
  const booked = `${anna.telegramId},25,`;
  await book(file(booked));
  const wrong = file(booked, `${bo.telegramId},0,`);
  const { json } = await preview(wrong);
  expect(json).toMatchObject({ refused_count: 1, refused: [{ line: 3 }], booked_before: null });
  expect((await book(wrong)).error).toMatchObject({ code: 'credits.batch_refused' });
  expect(await rowsOf(anna)).toHaveLength(1);
});

test('of the same file booked by ten admins at the same time, one booking counts', async () => {
  const admins = await Promise.all(Array.from({ length: 10 }, () => signUpAdmin(server)));
  const body = file(
    `${anna.telegramId},30,`,
    `${bo.telegramId},40,`,
    ...admins.map(({ telegramId }) => `${telegramId},1,`),
  );
  const answers = await Promise.all(admins.map(({ as }) => book(body, as)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(answers.filter(({ json }) => json.message === '12 users adjusted.')).toHaveLength(1);
  expect(await rowsOf(anna)).toMatchObject([{ credits_balance: 180 }]);
});

test('an admin who is demoted while the file is read books nothing', async () => {
  const other = await signUpAdmin(server);
  const body = file(`${anna.telegramId},30,`);
  const client = await server.context.pool.connect();
  await client.query('BEGIN');
  await client.query('UPDATE users SET is_admin = false WHERE id = $1', [other.id]);
  const booking = book(body, other.as);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await client.query('COMMIT');
  client.release();
  expect((await booking).status).toBe(403);
  expect(await rowsOf(anna)).toMatchObject([{ amount: null }]);
  expect(
    (await server.call(updateUser, { as: admin.as, params: { telegramId: bo.telegramId }, body: { is_admin: true } }))
      .status,
  ).toBe(200);
});

test('10,000 rows are booked in one call, and each balance is the sum of its ledger', async () => {
  await server.context.pool.query(
    `INSERT INTO users (telegram_id, username) SELECT 'many' || n, 'many' || n FROM generate_series(1, 10000) n`,
  );
  const body = file(...Array.from({ length: 10_000 }, (_, n) => `many${n + 1},${1 + (n % 50)},`));
  expect((await preview(body)).json).toMatchObject({ rows_count: 10_000, refused_count: 0 });
  expect((await book(body)).json).toMatchObject({ message: '10000 users adjusted.' });
  expect((await book(body)).json).toMatchObject({ message: 'These rows were booked before.' });
  const { rows } = await server.context.pool.query(
    `SELECT count(*)::int AS users FROM users u
     WHERE u.username LIKE 'many%' AND u.credits_balance = (SELECT sum(amount) FROM credit_transactions WHERE user_id = u.id)`,
  );
  expect(rows).toEqual([{ users: 10_000 }]);
});
