import { Pool } from 'pg';
import { fillQueue } from '../claims/fillQueue.ts';
import { CONNECTIONS, claimOne, productRate } from '../claims/productWork.ts';
import { atLeast, type Figure } from '../figure.ts';

const SECONDS = 5;
const ROUNDS = 3;
/** The claim rate must stay above this share of the rate without the admin's indexes. */
const MIN_RATIO = 0.85;

interface Claims {
  readonly perSecond: number;
  /** Bytes of WAL for each claim. They do not depend on other load on the machine. */
  readonly walBytesEach: number;
}

/** Measures claims on pages that no earlier claim used, starting at `queue.position`. */
async function measureClaims(pool: Pool, queue: { position: number }): Promise<Claims> {
  const { rows: start } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
  const { perSecond, nextPosition } = await productRate(pool, claimOne, {
    firstPosition: queue.position,
    seconds: SECONDS,
  });
  const { rows: end } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 AS bytes',
    [start[0]?.lsn],
  );
  const claims = nextPosition - queue.position;
  queue.position = nextPosition;
  return { perSecond, walBytesEach: (end[0]?.bytes ?? 0) / claims };
}

interface AdminIndex {
  readonly drop: string;
  readonly restore: string;
}

/** The indexes that only the admin's list and its search need. */
async function adminIndexes(pool: Pool): Promise<AdminIndex[]> {
  const { rows } = await pool.query<AdminIndex>(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS restore
     FROM pg_index WHERE indexrelid::regclass::text ~ '^page_postings_(by|fresh|begun)|_by_text$'`,
  );
  return rows;
}

/** Measures claims with and without the admin's indexes, in turn. */
export async function claimCost(databaseUrl: string): Promise<Figure[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  // Postgres may report its shutdown on connections that were ended already.
  pool.on('error', () => undefined);
  try {
    await fillQueue(pool);
    const queue = { position: 0 };
    const indexes = await adminIndexes(pool);
    const indexed: Claims[] = [];
    const bare: Claims[] = [];
    await measureClaims(pool, queue);
    for (let round = 0; round < ROUNDS; round++) {
      indexed.push(await measureClaims(pool, queue));
      for (const { drop } of indexes) await pool.query(drop);
      bare.push(await measureClaims(pool, queue));
      for (const { restore } of indexes) await pool.query(restore);
    }
    const rate = (claims: readonly Claims[]) => claims.map(({ perSecond }) => perSecond);
    const bytes = (claims: readonly Claims[]) => claims.map(({ walBytesEach }) => walBytesEach);
    const ratios = indexed.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? 0));
    return [
      {
        what: 'claims, 300 k pending, 10 connections',
        unit: '/s',
        samples: rate(indexed),
        reference: '-',
        bound: null,
      },
      { what: "claims without the admin's indexes", unit: '/s', samples: rate(bare), reference: '-', bound: null },
      {
        what: 'claims: ratio',
        unit: '',
        samples: ratios,
        reference: "without the admin's indexes, same run",
        bound: atLeast(MIN_RATIO),
      },
      { what: 'WAL per claim', unit: 'bytes', samples: bytes(indexed), reference: '-', bound: null },
      {
        what: "WAL per claim without the admin's indexes",
        unit: 'bytes',
        samples: bytes(bare),
        reference: '-',
        bound: null,
      },
    ];
  } finally {
    await pool.end();
  }
}
