import {
  getTask,
  listAssistants,
  listAssistantTasks,
  listDetailedPostings,
  listPickerPages,
  listPresets,
  listTasks,
  listTransactions,
  listUserPages,
  MAX_ASSISTANTS_PER_USER,
  MAX_DESCRIPTION_LENGTH,
  MAX_FLYERS_PER_ASSISTANT,
  MAX_LIST_BYTES,
  MAX_NAME_LENGTH,
  MAX_PAGE_LIST_BYTES,
  MAX_PRESETS_PER_USER,
  MAX_TAG_LENGTH,
  MAX_TAGS_PER_PAGE,
  MAX_TARGET_PAGES,
  MAX_TARGET_TAGS,
  NO_RULES,
  queueInfo,
  queueStatus,
  updateTagsOfPages,
} from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';
import { fillOn } from './userLimits.testing.ts';

/** The longest possible answers: the user has reached all limits, and all texts consist of characters that JSON writes as six bytes. */
const server = useTestServer();
const fill = fillOn(server);
const run = (sql: string, values: unknown[]) => server.context.pool.query(sql, values);
const long = (length: number) => '\u0001'.repeat(length);
const COUNTS = Array.from({ length: 1_000 }, () => 100_000);

let owner: Person;
let admin: Person;
let pages: string[];
let assistants: string[];
/** A flyer that failed on many pages, with thousands of transitions. */
let shared: string;

async function failOn(taskId: string, guids: readonly string[]): Promise<void> {
  await run(
    `INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index,
       delay_hours, gap_hours, error_message, error_code)
     SELECT t.owner_id, t.assistant_id, t.id, guid, 'failed', now(), 0, 0, 87600, 0, $3, 'device'
     FROM tasks t CROSS JOIN unnest($2::uuid[]) guid WHERE t.id = $1`,
    [taskId, guids, long(2_000)],
  );
  await run('UPDATE tasks SET failed_count = $2 WHERE id = $1', [taskId, guids.length]);
}

beforeAll(async () => {
  [owner, admin] = [await signUp(server), await signUpAdmin(server)];
  const tags = Array.from({ length: MAX_TAGS_PER_PAGE }, (_, n) => long(MAX_TAG_LENGTH - 3) + String(n).padStart(3));
  pages = await fill.pages(owner.id, 2_600, { name: long(200), tags: tags.slice(0, 20) });
  await run(
    'UPDATE pages SET username = $2, avatar_url = $3, tags = CASE WHEN random() < 0.1 THEN $4 ELSE tags END WHERE owner_id = $1',
    [...[owner.id, long(200), `https://${long(1_990)}`, tags]],
  );
  const rules = {
    ...NO_RULES,
    target_pages: pages.slice(0, MAX_TARGET_PAGES),
    target_tags: Array.from({ length: MAX_TARGET_TAGS }, (_, n) => long(MAX_TAG_LENGTH - 3) + String(n).padStart(3)),
  };
  assistants = await fill.assistants(owner.id, MAX_ASSISTANTS_PER_USER, { rules, name: long(MAX_NAME_LENGTH) });
  await run('UPDATE assistants SET reset_after_posts_list = $2 WHERE owner_id = $1', [owner.id, COUNTS]);
  await fill.presets(owner.id, MAX_PRESETS_PER_USER, { rules, name: long(MAX_NAME_LENGTH) });
  for (const id of assistants.slice(0, 3)) {
    const flyers = { description: long(MAX_DESCRIPTION_LENGTH) };
    await fill.flyers(owner.id, id, MAX_FLYERS_PER_ASSISTANT, flyers);
  }
  [shared = ''] = await fill.flyers(owner.id, assistants[3] ?? '', 1);
  await failOn(shared, pages);
  const [first, ...others] = await fill.flyers(owner.id, assistants[4] ?? '', 60, {
    description: long(MAX_DESCRIPTION_LENGTH),
  });
  for (const id of [first ?? '', ...others]) await failOn(id, pages.slice(0, 50));
  await run(
    `INSERT INTO posting_transitions (posting_id, from_status, to_status, duration_ms)
     SELECT p.id, 'completed', 'pending', 2147483647 FROM page_postings p CROSS JOIN generate_series(1, 20) WHERE p.task_id = $1`,
    [shared],
  );
  await run(
    `INSERT INTO posting_transitions (posting_id, from_status, to_status, duration_ms)
     SELECT (SELECT min(id::text)::uuid FROM page_postings WHERE owner_id = $1), 'completed', 'pending', 1
     FROM generate_series(1, 5000)`,
    [owner.id],
  );
  await run(
    `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
     SELECT $1, 'bonus', 1, 2147483647, $2 FROM generate_series(1, 200)`,
    [owner.id, long(500)],
  );
});

const sizeOf = async (answer: Promise<{ status: number; bytes: Buffer }>): Promise<number> => {
  const { status, bytes } = await answer;
  expect(status).toBe(200);
  return bytes.length;
};
const as = () => owner.as;

describe.each<[string, () => Promise<{ status: number; bytes: Buffer }>, limit: number]>([
  ['GET /tasks', () => server.call(listTasks, { as: as() }), MAX_LIST_BYTES],
  [
    'GET /assistants/:id/tasks',
    () => server.call(listAssistantTasks, { as: as(), params: { id: assistants[0] ?? '' } }),
    MAX_LIST_BYTES,
  ],
  [
    'GET /assistants/:id/tasks with errors',
    () => server.call(listAssistantTasks, { as: as(), params: { id: assistants[4] ?? '' } }),
    MAX_LIST_BYTES,
  ],
  ['GET /assistants', () => server.call(listAssistants, { as: as() }), MAX_LIST_BYTES],
  ['GET /presets', () => server.call(listPresets, { as: as() }), MAX_LIST_BYTES],
  ['GET /get_user_pages', () => server.call(listUserPages, { as: as() }), MAX_PAGE_LIST_BYTES],
  // The task beside its postings has 50 errors.
  ['GET /tasks/:id', () => server.call(getTask, { as: as(), params: { id: shared } }), MAX_PAGE_LIST_BYTES + 1_000_000],
  [
    'POST /pages/bulk-tags',
    () => server.call(updateTagsOfPages, { as: as(), body: { guids: pages, add: [], remove: ['x'] } }),
    MAX_PAGE_LIST_BYTES,
  ],
])('%s', (_, ask, limit) => {
  it('answers at most its limit, and at least 75 % of it', async () => {
    const bytes = await sizeOf(ask());
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(bytes).toBeGreaterThan(0.75 * limit);
  });
});

it.each<[string, () => Promise<{ status: number; bytes: Buffer }>, limit: number]>([
  ['GET /pages', () => server.call(listPickerPages, { as: as() }), MAX_PAGE_LIST_BYTES],
  ['GET /queue/info', () => server.call(queueInfo, { as: as() }), 200],
  ['GET /queue/status', () => server.call(queueStatus, { as: as() }), 200],
  ['GET /credits/transactions', () => server.call(listTransactions, { as: as(), query: { limit: 100 } }), 500_000],
  [
    'GET /page-postings/detailed-admin',
    () => server.call(listDetailedPostings, { as: admin.as, query: { limit: 200 } }),
    MAX_LIST_BYTES,
  ],
])('%s answers at most its limit', async (_, ask, limit) => {
  expect(await sizeOf(ask())).toBeLessThanOrEqual(limit);
});
