import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { brokenRules, prepareAccounts, STILL_OPEN } from './accounts.ts';
import type { Drill, DrillOutcome } from './drill.ts';
import { type DrillPage, fillDrill } from './fillDrill.ts';
import { Installation } from './installation.ts';

const MAX_CONNECTIONS = 30;
const RECOVERS_WITHIN_MS = 5_000;
const SENTENCE = /^[A-Z].*\.$/;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each step reads the one or two fields it is about.
  readonly json: any;
  readonly retryAfter: string | null;
}

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

/** Opens connections until Postgres refuses one. */
async function takeAllConnections(connectionString: string): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;) {
    const client = new Client({ connectionString });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      if ((error as { code?: string }).code !== '53300') throw error;
      return taken;
    }
  }
}

/** Takes every connection of Postgres. Connections of the api are ended, until the api has none left. */
async function takeEveryConnection(databaseUrl: string): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;) {
    taken.push(...(await takeAllConnections(databaseUrl)));
    const ended = await taken[0]?.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'flyerdeck%'`,
    );
    if (!ended?.rowCount) return taken;
  }
}

async function run(): Promise<DrillOutcome> {
  return Installation.with(
    async (installation) => {
      const { pool, databaseUrl } = installation;
      const api = await installation.startApi();
      await prepareAccounts(pool);
      const [page] = await fillDrill(pool, { users: 1, pagesEach: 1, flyers: 3, credits: 1_000 });
      const { deviceSecret } = page as DrillPage;
      const failures: string[] = [];
      const send = async (path: string, body: object = {}): Promise<Answer> => {
        const response = await fetch(`${api.baseUrl}/api/extension${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${deviceSecret}` },
          body: JSON.stringify(body),
        });
        return {
          status: response.status,
          json: await response.json(),
          retryAfter: response.headers.get('Retry-After'),
        };
      };
      const expectBusy = (what: string, { status, json, retryAfter }: Answer) => {
        const isSaid = SENTENCE.test(json.error) && json.code === 'unavailable' && retryAfter !== null;
        if (status !== 503 || !isSaid) failures.push(`${what} was answered ${status} ${JSON.stringify(json)}`);
      };
      const expectSuccess = (what: string, { status, json }: Answer) => {
        if (status !== 200) failures.push(`${what} was answered ${status} ${JSON.stringify(json)}`);
      };

      const taken = await takeEveryConnection(databaseUrl);
      expectBusy('a poll without a free connection', await send('/poll'));
      const ready = await fetch(`${api.baseUrl}/readyz`);
      if (ready.status !== 503) failures.push(`/readyz was answered ${ready.status} without a free connection`);
      await Promise.all(taken.map((client) => client.end()));
      const freedAt = Date.now();
      while (!(await fetch(`${api.baseUrl}/readyz`)).ok && Date.now() - freedAt < 60_000) await sleep(50);
      const recoveredMs = Date.now() - freedAt;
      if (recoveredMs > RECOVERS_WITHIN_MS)
        failures.push(`ready only ${recoveredMs} ms after there were connections again`);

      // Two of three updates fail with a conflict, so a retried claim succeeds. Later every update fails.
      await pool.query(
        `CREATE SEQUENCE drill_conflicts; ${createTrigger('drill_conflict', 'page_postings', '40001', `nextval('drill_conflicts') % 3 <> 0`)}`,
      );
      const claimed = await send('/poll');
      expectSuccess('a poll whose claim conflicts twice', claimed);
      if (!claimed.json.posting) failures.push('the claim that conflicted twice claimed nothing');
      await pool.query(dropTrigger('drill_conflict', 'page_postings'));
      const claim = { claim_token: claimed.json.posting?.claim_token };
      const report = (kind: string) => send(`/postings/${claimed.json.posting?.id}/${kind}`, claim);
      await pool.query(createTrigger('drill_conflict', 'page_postings', '40001', 'true'));
      expectBusy('a report that always conflicts', await report('posted'));
      await pool.query(dropTrigger('drill_conflict', 'page_postings'));

      await pool.query(createTrigger('drill_disk_full', 'page_postings', '53100', 'true'));
      expectBusy('a report with the disk full', await report('posted'));
      await pool.query(dropTrigger('drill_disk_full', 'page_postings'));
      expectSuccess('the same report with disk space again', await report('posted'));
      expectSuccess('the next poll', await send('/poll'));
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
