import { type AdminStats, BOOK_DEVIATIONS_SHOWN } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { type Db, isoTimeSql, sql } from '../../database/statement.ts';
import { addJobSql, type JobHandler } from '../../jobs/enqueue.query.ts';

type Books = Omit<NonNullable<AdminStats['books']>, 'checked_at'>;
type Row = Books['deviations'][number] & { readonly total: number };

const columns = `rule, ids, expected, found, (count(*) OVER ())::int AS total`;
const listAll = sql<Row, [limit: number]>(`SELECT ${columns} FROM book_deviations() LIMIT $1`);
/** Older charges do not change any more: the complete check after each start has explained them. */
const listRecent = sql<Row, [limit: number]>(
  `SELECT ${columns} FROM book_deviations(now() - interval '30 days') LIMIT $1`,
);

/** The first `limit` deviations, and the number of all. */
export async function readBooks(db: Db, { isComplete = true, limit = BOOK_DEVIATIONS_SHOWN } = {}): Promise<Books> {
  const rows = await (isComplete ? listAll : listRecent)(db, [limit]);
  return { deviations_count: rows[0]?.total ?? 0, deviations: rows.map(({ total: _, ...deviation }) => deviation) };
}

const mayBeRecent = sql<{ found: number }, []>(
  `SELECT 1 AS found FROM scheduled_jobs WHERE name = 'check_books' AND result ->> 'deviations_count' = '0'`,
);
const saveResult = sql<never, [books: string]>(
  `INSERT INTO scheduled_jobs (name, result) VALUES ('check_books', $1::jsonb || jsonb_build_object('checked_at', ${isoTimeSql('now()')}))
   ON CONFLICT (name) DO UPDATE SET result = EXCLUDED.result`,
);

/** For `/admin`, `/metrics` and the log. As long as something is not explained, each check is complete. */
export const checkBooks =
  ({ db, logger }: Pick<AppContext, 'db' | 'logger'>): JobHandler<'check_books'> =>
  async ({ is_complete }) => {
    const isComplete = is_complete === true || (await mayBeRecent(db, [])).length === 0;
    const books = await readBooks(db, { isComplete });
    await saveResult(db, [JSON.stringify(books)]);
    if (books.deviations_count > 0) logger.error(books, 'the books do not explain everything');
  };

export const enqueueCompleteCheck = sql<never, []>(
  `SELECT ${addJobSql('check_books', `'{"is_complete": true}'::json`, `'check_books'`)}`,
);
