import type { TestServer } from '../../test/testServer.ts';

type TimesColumn = `${'pending' | 'posting' | 'posted' | 'failed'}_${'ms' | 'visits'}` | 'retry_count';

/** Times as if a posting had gone through its life so slowly. */
export const setTimes = ({ context }: TestServer, id: string, times: Partial<Record<TimesColumn, number>>) =>
  context.pool.query(
    `UPDATE page_postings SET ${Object.keys(times).map((column, index) => `${column} = $${index + 2}`)} WHERE id = $1`,
    [id, ...Object.values(times)],
  );

/** As if it had been queued so long before it came to its present status. */
export const letBeginBefore = ({ context }: TestServer, id: string, milliseconds: number) =>
  context.pool.query(
    `UPDATE page_postings SET created_at = status_since - $2 * interval '1 millisecond', total_ms = $2 WHERE id = $1`,
    [id, milliseconds],
  );
