import type { listSpending, ResponseOf, SpendingBy } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import { isTimeZone } from '../http/timeZone.ts';
import { sumByAssistant, sumByDay, sumByPage } from './spending.query.ts';

const SUMS = { day: sumByDay, page: sumByPage, assistant: sumByAssistant };

/** invalid_parameter_value */
const UNKNOWN_TO_POSTGRES = '22023';

/** Throws 422 credits.unknown_time_zone. */
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

/** Throws 422 credits.unknown_time_zone. */
export async function sumSpending(
  db: Db,
  ownerId: string,
  { by, time_zone }: { readonly by: SpendingBy; readonly time_zone: string },
): Promise<ResponseOf<typeof listSpending>> {
  const rows = await inTimeZone(time_zone, () => SUMS[by](db, [ownerId, time_zone]));
  const { all_credits = 0, all_rows = 0 } = rows[0] ?? {};
  return {
    sums: rows.map(({ key, name, fees, credits }) => ({ key, name, fees, credits })),
    credits: all_credits,
    left_out: all_rows - rows.length,
  };
}
