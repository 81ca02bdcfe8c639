import { NO_RULES } from '@flyerdeck/contracts';
import type { TestServer } from '../testServer.ts';

/** Inserts many rows of one user with one statement. The rows are like those that the product creates one by one. */
export function fillOn(server: TestServer) {
  const run = async (sql: string, values: unknown[]): Promise<string[]> => {
    const { rows } = await server.context.pool.query<{ id: string }>(sql, values);
    return rows.map(({ id }) => id);
  };
  return {
    pages: (ownerId: string, count: number, { tags = [] as readonly string[], name = 'Page' } = {}) =>
      run(
        `INSERT INTO pages (owner_id, creator_id, name, tags)
         SELECT $1, 'filled ' || n, $3, $4 FROM generate_series(1, $2::int) n RETURNING guid AS id`,
        [ownerId, count, name, tags],
      ),
    assistants: (ownerId: string, count: number, { rules = NO_RULES as object, name = '' } = {}) =>
      run(
        `INSERT INTO assistants (owner_id, name, posting_rules) SELECT $1, $3, $4 FROM generate_series(1, $2::int) RETURNING id`,
        [ownerId, count, name, JSON.stringify(rules)],
      ),
    presets: (ownerId: string, count: number, { rules = NO_RULES as object, name = 'Preset' } = {}) =>
      run(
        `INSERT INTO presets (owner_id, name, rules) SELECT $1, $3, $4 FROM generate_series(1, $2::int) RETURNING id`,
        [ownerId, count, name, JSON.stringify(rules)],
      ),
    flyers: (ownerId: string, assistantId: string, count: number, { description = '' } = {}) =>
      run(
        `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description)
         SELECT $1, $2, n - 1, $4 FROM generate_series(1, $3::int) n RETURNING id`,
        [ownerId, assistantId, count, description],
      ),
  };
}
