import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { closeDatabase, migrate, openDatabase } from '../src/dataSource.ts';
import { claimInBatches } from '../src/postings/claim/claim.query.ts';
import { hashSecret, newSecret } from '../src/server/security/secrets.ts';
import { dbOn } from '../test/dbOn.ts';
import { atLeast, beside, type Figure, rateOf } from './figure.ts';
import { fillDevices } from './fillDevices.ts';
import { Installation } from './installation.ts';

const SIZES = { users: 1_000, pagesEach: 120, flyers: 2, credits: 1_000_000 };
/** Devices that call at the same moment. Their calls are gathered in batches, so they need few connections. */
const DEVICES = 50;
const CONNECTIONS = 10;
const ROUNDS = 3;
const SECONDS = 2;
const LEASE_SECONDS = 3_600;
const DEBIAN = '/usr/lib/postgresql';

/** Pages at consecutive positions have different owners, as with devices that poll at the same moment. */
const POSITIONS = `CREATE TABLE queue_positions (position integer PRIMARY KEY, guid uuid);
  INSERT INTO queue_positions SELECT row_number() OVER (ORDER BY name, owner_id) - 1, guid FROM pages`;

const scriptFrom = (position: number) => `\\set position ${position} + :i * ${CONNECTIONS} + :client_id
\\set i :i + 1
SELECT * FROM claim_posting((SELECT guid FROM queue_positions WHERE position = :position), NULL,
  decode(repeat('00', 32), 'hex'), ${LEASE_SECONDS});
`;

function findPgbench(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const folders = [...(process.env.PATH ?? '').split(':'), ...versions];
  const found = folders.map((folder) => join(folder, 'pgbench')).find(existsSync);
  if (!found) throw new Error('pgbench is not on this machine. It comes with the server package of Postgres.');
  return found;
}

/** Claims of 50 devices at once, and as many by pgbench. The processor time is that of Postgres. */
async function run(): Promise<Figure[]> {
  return Installation.with(async ({ databaseUrl: url, postgresPid, folder }) => {
    const program = findPgbench();
    const db = await openDatabase(url);
    await migrate(db).finally(() => closeDatabase(db));
    const pool = new Pool({ connectionString: url, max: CONNECTIONS });
    pool.on('error', () => undefined);
    try {
      await fillDevices(pool, SIZES);
      await pool.query(POSITIONS);
      await pool.query('VACUUM ANALYZE');
      const { rows } = await pool.query<{ guid: string }>('SELECT guid FROM queue_positions ORDER BY position');
      const claim = claimInBatches(dbOn(pool));
      let position = 0;
      let calls = 0;
      const claimUntil = async (untilMs: number) => {
        while (performance.now() < untilMs) {
          const pageGuid = rows[position++]?.guid ?? '';
          const { outcome } = await claim({
            pageGuid,
            tokenHash: hashSecret(newSecret()),
            leaseSeconds: LEASE_SECONDS,
          });
          if (outcome !== 'claimed') throw new Error(`a page with pending postings was ${outcome}`);
        }
      };
      const ours = async () => {
        const first = position;
        const startedAt = performance.now();
        await Promise.all(Array.from({ length: DEVICES }, () => claimUntil(startedAt + SECONDS * 1_000)));
        calls = position - first;
        return { calls, seconds: (performance.now() - startedAt) / 1_000 };
      };
      // A fixed number of calls: with a fixed time, a fast client would reach the positions of the next round.
      const reference = async () => {
        const each = Math.ceil(calls / CONNECTIONS);
        const file = join(folder, 'claim.sql');
        await writeFile(file, scriptFrom(position));
        position += each * CONNECTIONS;
        const options = `-n -M prepared -c ${CONNECTIONS} -j 2 -t ${each} -D i=0 -f`.split(' ');
        const { stdout } = await promisify(execFile)(program, [...options, file, url]);
        const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
        return { calls: each * CONNECTIONS, seconds: (each * CONNECTIONS) / rate };
      };
      return await beside('claim with charge', {
        rounds: ROUNDS,
        warmUps: 1,
        ours: () => rateOf([postgresPid], ours),
        reference: () => rateOf([postgresPid], reference),
        referenceName: 'the same SQL in pgbench',
        bound: atLeast(0.8),
      });
    } finally {
      await pool.end();
    }
  });
}

export const claimsBench = { title: `claims of ${DEVICES} devices at once, 240,000 pending`, run };
