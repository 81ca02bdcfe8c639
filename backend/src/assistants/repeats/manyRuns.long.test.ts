import { listAssistants, MAX_ASSISTANTS_PER_USER, saveRepeat } from '@flyerdeck/contracts';
import { DAILY } from '../../../test/api/assistants.testing.ts';
import { signUp } from '../../../test/api/people.testing.ts';
import { buildAssistant, buildPage } from '../../../test/factories.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { repeatsOn } from './repeats.testing.ts';

const server = useTestServer();
const { query, run } = repeatsOn(server);
const [REPEATS, DAYS] = [60, 60];

test(`${REPEATS} daily repeats of one account over ${DAYS} days: every run happens, none stops, and lists stay bounded`, async () => {
  const { id: ownerId, as } = await signUp(server);
  const { guid } = await buildPage(server.context.db, ownerId);
  // A minute ago: tomorrow's run of this schedule is due as soon as a day has passed.
  const local_time = new Date(Date.now() - 60_000).toISOString().slice(11, 16);
  for (let number = 0; number < REPEATS; number++) {
    const { id } = await buildAssistant(server.context.db, ownerId, { rules: { target_pages: [guid] } });
    await server.call(saveRepeat, {
      as,
      params: { id },
      body: { ...DAILY, local_time, time_zone: 'UTC', starts_on: new Date().toISOString().slice(0, 10) },
    });
  }
  for (let day = 1; day <= DAYS; day++) {
    await query("UPDATE repeats SET next_at = next_at - interval '1 day'");
    // In two steps, because planned times are unique.
    await query("UPDATE repeat_runs SET planned_at = planned_at + interval '1000 days'");
    await query("UPDATE repeat_runs SET planned_at = planned_at - interval '1001 days'");
    await run();
    await query("UPDATE page_postings SET status = 'completed' WHERE status = 'pending'");
    await runJobs(server);
  }
  expect(await query('SELECT count(*)::int, count(DISTINCT copy_id)::int AS copies FROM repeat_runs')).toEqual([
    { count: REPEATS * DAYS, copies: REPEATS * DAYS },
  ]);
  const assistants = (await server.call(listAssistants, { as })).json;
  expect(assistants).toHaveLength(MAX_ASSISTANTS_PER_USER);
  const repeats = assistants.flatMap(({ repeat }) => repeat ?? []);
  expect(repeats).toHaveLength(REPEATS);
  for (const repeat of repeats) {
    expect(repeat).toMatchObject({ runs: DAYS, next_at: expect.any(String), last_run: { problem: null } });
  }
  expect(await query("SELECT 1 FROM tasks WHERE stored_status <> 'archived'")).toHaveLength(MAX_ASSISTANTS_PER_USER);
}, 1_800_000);
