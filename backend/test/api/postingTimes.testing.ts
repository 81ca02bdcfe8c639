import type { TestServer } from '../testServer.ts';

type TimesColumn = `${'pending' | 'posting' | 'posted' | 'failed'}_${'ms' | 'visits'}` | 'retry_count';

/** Sets columns of a posting that record how long it had each status. */
export const setTimes = ({ context }: TestServer, id: string, times: Partial<Record<TimesColumn, number>>) =>
  context.pool.query(
    `UPDATE page_postings SET ${Object.keys(times).map((column, index) => `${column} = $${index + 2}`)} WHERE id = $1`,
    [id, ...Object.values(times)],
  );

/** Sets how long ago the posting was created, counted from the change to its current status. */
export const setTotalTime = ({ context }: TestServer, id: string, milliseconds: number) =>
  context.pool.query(
    `UPDATE page_postings SET created_at = status_since - $2 * interval '1 millisecond', total_ms = $2 WHERE id = $1`,
    [id, milliseconds],
  );
