import { pino } from 'pino';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { buildPostingScenario } from '../postingScenario.testing.ts';
import { offlineSweep } from './sweeps.ts';

const database = useTestDatabase();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A page without a poll for 25 hours, with a posting that has waited as long. */
async function buildSilentPage() {
  const { owner, page } = await buildPostingScenario(database.db);
  const query = (text: string) => database.db.query(text, [owner.id]);
  await query(`UPDATE users SET posting_switched_at = now() - interval '25 hours' WHERE id = $1`);
  await query(`UPDATE page_postings SET status_since = now() - interval '25 hours' WHERE owner_id = $1`);
  await query(`UPDATE pages SET linked_at = now() - interval '25 hours' WHERE owner_id = $1`);
  return { poll: () => database.db.query('UPDATE pages SET last_polled_at = now() WHERE guid = $1', [page.guid]) };
}
const failures = async () =>
  Number((await database.db.query(`SELECT count(*) FROM page_postings WHERE status = 'failed'`))[0].count);

test('pages have time to poll after the server was off or its clock was set forward, before their postings fail', async () => {
  let now = Date.now();
  const sweep = offlineSweep({ db: database.db, logger: pino({ level: 'silent' }) }, async () => now);
  const runEachMinute = async (minutes: number) => {
    for (let n = 0; n < minutes; n++) {
      now += MINUTE_MS;
      await sweep({}, { abortSignal: new AbortController().signal });
    }
  };
  await buildSilentPage();
  await runEachMinute(10);
  expect(await failures()).toBe(0);
  await runEachMinute(1);
  expect(await failures()).toBe(1);

  const { poll } = await buildSilentPage();
  now += DAY_MS;
  await runEachMinute(5);
  await poll();
  await runEachMinute(10);
  expect(await failures()).toBe(1);
});
