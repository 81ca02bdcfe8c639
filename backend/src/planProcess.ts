import { constants, setPriority } from 'node:os';
import { Client } from 'pg';
import { FORECAST, forecast } from './assistants/forecast.ts';
import { CALENDAR, NEXT_POSTS, readCalendar, readNextPosts } from './calendar/calendar.service.ts';
import { CREDIT_OUTLOOK, readCreditOutlook } from './calendar/creditOutlook.ts';
import { lowerPriority } from './database/lowPriority.ts';
import type { Db } from './database/statement.ts';
import type { PlanAnswer, PlanRequest } from './plans/plans.ts';
import { beginSnapshot, endSnapshot, limitStatements } from './plans/snapshot.query.ts';

/** The program of the process that computes plans. plans/plans.ts starts it. */

const WORK: Readonly<Record<string, (db: Db, ...values: never[]) => Promise<unknown>>> = {
  [FORECAST]: forecast,
  [CALENDAR]: readCalendar,
  [CREDIT_OUTLOOK]: readCreditOutlook,
  [NEXT_POSTS]: readNextPosts,
};

let connection: Client | null = null;

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'flyerdeck-plans' });
  client.on('error', () => {
    if (connection === client) connection = null;
  });
  await client.connect();
  lowerPriority(client);
  return client;
}

async function answerTo({ databaseUrl, timeoutMs, name, values }: PlanRequest): Promise<PlanAnswer> {
  try {
    connection ??= await connect(databaseUrl);
    const client = connection;
    const db = { queryRunner: { connect: async () => client } } as unknown as Db;
    await beginSnapshot(db, []);
    await limitStatements(db, [String(timeoutMs)]);
    const plan = await WORK[name]?.(db, ...(values as never[]));
    await endSnapshot(db, []);
    return { json: JSON.stringify(plan) };
  } catch (error) {
    // It may be in a failed transaction.
    connection?.end().catch(() => undefined);
    connection = null;
    const { message, stack, code } = error as Error & { code?: string };
    return { error: { message, stack, code } };
  }
}

// Requests have a higher priority. Threads that are created later inherit this one.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (request: PlanRequest) => {
  void answerTo(request).then((answer) => process.send?.(answer));
});
// Ends together with the server that started it. Signals are ignored, because Ctrl-C reaches both processes.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
