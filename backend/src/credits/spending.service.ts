import {
  type listSpending,
  type QueryOf,
  type ResponseOf,
  SPENDING_SHOWN,
  type SpendingBy,
} from '@flyerdeck/contracts';
import { type Db, statement } from '../database/statement.ts';
import { unprocessable } from '../server/http/errors.ts';
import { isTimeZone } from '../server/http/timeZone.ts';
import { RECENT_FEES } from './ledger.query.ts';

type SpendingRow = {
  key: string;
  name: string;
  fees: number;
  credits: number;
  all_credits: number;
  all_rows: number;
};

type Values = [ownerId: string, timeZone: string, day: string | null];

/** Since midnight some days ago in the time zone $2, with what was given back. On the day $3, if it is not null. */
const FEES = `fee AS MATERIALIZED (
  SELECT created_at, -amount AS credits, -sign(amount)::int AS fees, page_guid, posting_id FROM credit_transactions e
  WHERE user_id = $1 AND ${RECENT_FEES}
)`;
const sumBy = (key: string, name: string, joins: string, group: string, order: string) =>
  statement<SpendingRow, Values>(
    `WITH ${FEES}
     SELECT ${key} AS key, ${name} AS name, sum(fees)::int AS fees, sum(credits)::int AS credits,
       (sum(sum(credits)) OVER ())::int AS all_credits, (count(*) OVER ())::int AS all_rows
     FROM fee ${joins} GROUP BY ${group} ORDER BY ${order} LIMIT ${SPENDING_SHOWN}`,
  );

const SPENDING_SUMS: Readonly<Record<SpendingBy, ReturnType<typeof sumBy>>> = {
  day: sumBy(`to_char(created_at AT TIME ZONE $2, 'YYYY-MM-DD')`, `''`, '', '1', '1 DESC'),
  page: sumBy(
    `coalesce(g.guid::text, '')`,
    `coalesce(page_name(g), '')`,
    'LEFT JOIN pages g ON g.guid = fee.page_guid',
    'g.guid',
    'credits DESC, 2, 1',
  ),
  assistant: sumBy(
    'a.id::text',
    'a.name',
    'JOIN page_postings p ON p.id = fee.posting_id JOIN assistants a ON a.id = p.assistant_id',
    'a.id',
    'credits DESC, a.name, 1',
  ),
};

/** invalid_parameter_value */
const UNKNOWN_TO_POSTGRES = '22023';

export async function inTimeZone<T>(timeZone: string, work: () => Promise<T>): Promise<T> {
  const unknown = () => unprocessable('credits.unknown_time_zone', `'${timeZone}' is not the name of a time zone.`);
  // Some versions of Node also accept offsets such as +01:00, which Postgres reads the other way round.
  if (!/^[A-Za-z]/.test(timeZone) || !isTimeZone(timeZone)) throw unknown();
  try {
    return await work();
  } catch (error) {
    // Node knows more names than Postgres.
    throw (error as { code?: unknown }).code === UNKNOWN_TO_POSTGRES ? unknown() : error;
  }
}

export async function sumSpending(
  db: Db,
  ownerId: string,
  { by, time_zone, day }: QueryOf<typeof listSpending>,
): Promise<ResponseOf<typeof listSpending>> {
  const rows = await inTimeZone(time_zone, () => SPENDING_SUMS[by](db, [ownerId, time_zone, day ?? null]));
  const { all_credits = 0, all_rows = 0 } = rows[0] ?? {};
  return {
    sums: rows.map(({ key, name, fees, credits }) => ({ key, name, fees, credits })),
    credits: all_credits,
    left_out: all_rows - rows.length,
  };
}
