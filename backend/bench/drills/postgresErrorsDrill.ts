import { Client } from 'pg';
import { type DevicePage, fillDevices } from '../fillDevices.ts';
import { Installation } from '../installation.ts';
import { type Answer, send } from '../send.ts';
import { isReady } from '../serverProcess.ts';
import { brokenRules, prepareAccounts, STILL_OPEN } from './accounts.ts';
import { type Drill, type DrillOutcome, msUntil } from './drill.ts';

const MAX_CONNECTIONS = 30;
const RECOVERS_WITHIN_MS = 5_000;
const SENTENCE = /^[A-Z].*\.$/;

/**
 * A trigger that raises an error with Postgres' own code, for errors that can not be caused otherwise. The server can
 * not distinguish them from real ones.
 */
const createTrigger = (name: string, table: string, code: string, when: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${when} THEN RAISE EXCEPTION 'raised by the drill' USING ERRCODE = '${code}'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER ${name} BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}();`;
const dropTrigger = (name: string, table: string) => `DROP TRIGGER ${name} ON ${table}; DROP FUNCTION ${name}();`;

/** Takes every connection of Postgres. Connections of the api are ended, until the api has none left. */
async function takeEveryConnection(connectionString: string): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;) {
    const client = new Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      if ((error as { code?: string }).code !== '53300') throw error;
      const ended = await taken[0]?.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'flyerdeck%'`,
      );
      if (!ended?.rowCount) return taken;
    }
  }
}

async function run(): Promise<DrillOutcome> {
  return Installation.with(
    async (installation) => {
      const { pool, databaseUrl } = installation;
      const api = await installation.startApi();
      await prepareAccounts(pool);
      const [page] = await fillDevices(pool, { users: 1, pagesEach: 1, flyers: 3, credits: 1_000 });
      const { deviceSecret } = page as DevicePage;
      const failures: string[] = [];
      const headers = { Authorization: `Bearer ${deviceSecret}` };
      const call = (path: string, body: object = {}) => send(`${api.baseUrl}/api/extension${path}`, { headers, body });
      const expectBusy = (what: string, answer: Answer) => {
        const { error, code } = JSON.parse(answer.text);
        const isSaid = SENTENCE.test(error) && code === 'unavailable' && 'retry-after' in answer.headers;
        if (answer.status !== 503 || !isSaid) failures.push(`${what} was answered ${answer.status} ${answer.text}`);
      };
      const expectSuccess = (what: string, { status, text }: Answer) => {
        if (status !== 200) failures.push(`${what} was answered ${status} ${text}`);
      };

      const taken = await takeEveryConnection(databaseUrl);
      expectBusy('a poll without a free connection', await call('/poll'));
      if (await isReady(api.baseUrl)) failures.push('/readyz says ready without a free connection');
      await Promise.all(taken.map((client) => client.end()));
      const recoveredMs = await msUntil(() => isReady(api.baseUrl), 60_000);
      if (recoveredMs > RECOVERS_WITHIN_MS)
        failures.push(`ready only ${recoveredMs} ms after there were connections again`);

      // Two of three updates fail with a conflict, so a retried claim succeeds. Later every update fails.
      await pool.query(
        `CREATE SEQUENCE drill_conflicts; ${createTrigger('drill_conflict', 'page_postings', '40001', `nextval('drill_conflicts') % 3 <> 0`)}`,
      );
      const claimed = await call('/poll');
      expectSuccess('a poll whose claim conflicts twice', claimed);
      const { posting } = JSON.parse(claimed.text);
      if (!posting) failures.push('the claim that conflicted twice claimed nothing');
      await pool.query(dropTrigger('drill_conflict', 'page_postings'));
      const report = (kind: string) => call(`/postings/${posting?.id}/${kind}`, { claim_token: posting?.claim_token });
      await pool.query(createTrigger('drill_conflict', 'page_postings', '40001', 'true'));
      expectBusy('a report that always conflicts', await report('posted'));
      await pool.query(dropTrigger('drill_conflict', 'page_postings'));

      await pool.query(createTrigger('drill_disk_full', 'page_postings', '53100', 'true'));
      expectBusy('a report with the disk full', await report('posted'));
      await pool.query(dropTrigger('drill_disk_full', 'page_postings'));
      expectSuccess('the same report with disk space again', await report('posted'));
      expectSuccess('the next poll', await call('/poll'));
      if (api.hasEnded()) failures.push('the api ended by itself');
      failures.push(...(await brokenRules(pool, [...STILL_OPEN, 'pages that posted without being charged'])));
      return {
        results: [
          `all ${MAX_CONNECTIONS} connections of Postgres taken, those of the api ended: 503 with a sentence; ready ${recoveredMs} ms after they were released`,
          'serialization failures: two in a row are retried, endless ones are a 503 with a sentence',
          'disk full while a report is written: a 503 with a sentence, and the same report is accepted when there is space',
        ],
        failures,
      };
    },
    { max_connections: String(MAX_CONNECTIONS) },
  );
}

export const postgresErrorsDrill: Drill = { title: 'Postgres refuses connections and writes', run };
